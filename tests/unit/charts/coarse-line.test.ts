import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { coarseLine, sectionSeconds } from '../../../src/charts/coarse-line.ts'

type Second = { readonly second: number; readonly value: number | null }
const reader = { x: ({ second }: Second) => second, y: ({ value }: Second) => value }
const seconds = (values: readonly (number | null)[]): Second[] => values.map((value, second) => ({ second, value }))

describe('a line of a live run', () => {
  it('has a point per second for ten minutes, then stretches of doubling length', () => {
    expect([1, 600, 601, 1_200, 1_201, 7_200].map(sectionSeconds)).toEqual([1, 1, 2, 2, 4, 16])
    expect(coarseLine(seconds([3, 1, 2]), reader, 1)).toEqual([
      { x: 0, y: 3 },
      { x: 1, y: 1 },
      { x: 2, y: 2 },
    ])
  })

  it('keeps the lowest and the highest value of each stretch, in order', () => {
    expect(coarseLine(seconds([5, 9, 1, 4, 2, 2, 8, 3]), reader, 4)).toEqual([
      { x: 1, y: 9 },
      { x: 2, y: 1 },
      { x: 4, y: 2 },
      { x: 6, y: 8 },
    ])
  })

  it('has a gap where a value or a second is missing', () => {
    expect(coarseLine(seconds([1, null, null, 4]), reader, 4)).toEqual([
      { x: 0, y: 1 },
      { x: 1, y: null },
      { x: 3, y: 4 },
    ])
    const holed = seconds([1, 1, 1, 1]).filter(({ second }) => second !== 2)
    expect(coarseLine(holed, reader, 1).map(({ x, y }) => [x, y])).toEqual([
      [0, 1],
      [1, 1],
      [2, null],
      [3, 1],
    ])
  })

  it('loses no spike, rises in x, and stays small however long the run is', () => {
    const value = fc.option(fc.double({ min: 0, max: 1e9, noNaN: true }), { nil: null, freq: 40 })
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 3_000 }), (values) => {
        const drawn = coarseLine(seconds(values), reader, sectionSeconds(values.length))
        const measured = values.flatMap((each) => (each === null ? [] : [each]))
        const seen = drawn.flatMap(({ y }) => (y === null ? [] : [y]))
        expect(Math.max(...seen)).toBe(Math.max(...measured))
        expect(Math.min(...seen)).toBe(Math.min(...measured))
        expect(drawn.every(({ x }, index) => index === 0 || x > (drawn[index - 1]?.x ?? 0))).toBe(true)
      }),
      { numRuns: 50 },
    )
    expect(coarseLine(seconds(Array.from({ length: 36_000 }, (_, at) => at % 977)), reader, 64).length).toBeLessThan(
      1_200,
    )
  })
})
