import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { levelFor, levelsOfDetail } from '../../../src/charts/levels-of-detail.ts'

const lineOf = (ys: readonly number[]) => ({
  xs: Float64Array.from(ys, (_, index) => index),
  ys: Float64Array.from(ys),
})

describe('levels of detail', () => {
  it('keep the lowest and the highest value of a line at every level', () => {
    const values = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 1, maxLength: 6000 })
    fc.assert(
      fc.property(values, (ys) => {
        for (const level of levelsOfDetail(lineOf(ys))) {
          expect(Math.min(...level.ys)).toBe(Math.min(...ys))
          expect(Math.max(...level.ys)).toBe(Math.max(...ys))
          for (const [index, x] of level.xs.entries())
            if (index > 0) expect(x).toBeGreaterThan(level.xs[index - 1] ?? x)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('halve a line until it is short', () => {
    const counts = levelsOfDetail(lineOf(Array.from({ length: 28_800 }, (_, index) => (index * 7919) % 1000))).map(
      ({ xs }) => xs.length,
    )
    expect(counts).toEqual([28_800, 14_400, 7_200, 3_600, 1_800, 900])
  })

  it('keep a gap', () => {
    const ys = Array.from({ length: 2_000 }, (_, index) => (index === 777 ? Number.NaN : index))
    for (const level of levelsOfDetail(lineOf(ys))) expect([...level.ys].some(Number.isNaN)).toBe(true)
  })

  it('are computed once per line', () => {
    const line = lineOf([1, 2, 3])
    expect(levelsOfDetail(line)).toBe(levelsOfDetail(line))
  })

  it('have two points per pixel column if the line has them', () => {
    const levels = levelsOfDetail(lineOf(Array.from({ length: 28_800 }, (_, index) => index % 13)))
    fc.assert(
      fc.property(
        fc.double({ min: 0.001, max: 1, noNaN: true }),
        fc.integer({ min: 100, max: 4000 }),
        (part, columns) => {
          const drawn = levelFor(levels, part, columns).xs.length * part
          expect(drawn).toBeGreaterThanOrEqual(Math.min(2 * columns, 28_800 * part))
        },
      ),
    )
  })
})
