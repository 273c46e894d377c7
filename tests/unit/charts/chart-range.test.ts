import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canZoom,
  chartOver,
  movedRange,
  rangeAfterKey,
  valueAtShare,
  wholeRange,
  zoomedRange,
} from '../../../src/charts/chart-range.ts'
import { utilisationChart } from '../../../src/charts/utilisation-chart.ts'
import { validationTimelineChart } from '../../../src/charts/validation-timeline-chart.ts'
import { knownPrediction } from '../presentation/known-prediction.ts'
import { knownTimelineInput } from './known-charts.ts'

const share = fc.double({ min: 0, max: 1, noNaN: true })
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('zoom' as const), by: fc.double({ min: 0.1, max: 10, noNaN: true }), about: share }),
    fc.record({ kind: fc.constant('move' as const), by: fc.double({ min: -3, max: 3, noNaN: true }), about: share }),
  ),
  { maxLength: 12 },
)

describe('a range of an axis', () => {
  it('never extends beyond the axis', () => {
    fc.assert(
      fc.property(steps, (all) => {
        let range = wholeRange
        for (const { kind, by, about } of all) {
          range = kind === 'zoom' ? zoomedRange(range, by, about) : movedRange(range, by)
          expect(range.from).toBeGreaterThanOrEqual(0)
          expect(range.to).toBeLessThanOrEqual(1 + 1e-9)
          expect(range.to).toBeGreaterThan(range.from)
        }
      }),
    )
  })

  it('keeps the value under the pointer in place when zooming', () => {
    const range = zoomedRange({ from: 0.2, to: 0.6 }, 0.5, 0.25)
    // 0.3 lay at a quarter of 0.2 to 0.6; it lies at a quarter of 0.25 to 0.45.
    expect(range.from).toBeCloseTo(0.25, 12)
    expect(range.to).toBeCloseTo(0.45, 12)
  })

  it('follows keys, and takes no other key', () => {
    const near = rangeAfterKey(wholeRange, '+') ?? wholeRange
    expect(near).toEqual({ from: 0.2, to: 0.8 })
    expect(rangeAfterKey(near, 'ArrowRight')?.from).toBeCloseTo(0.32, 12)
    expect(rangeAfterKey(near, '0')).toEqual(wholeRange)
    expect(rangeAfterKey(near, '-')?.to).toBeCloseTo(1, 12)
    expect(rangeAfterKey(near, 'a')).toBeNull()
  })

  it('gives the value at a share of a linear or logarithmic axis', () => {
    expect(valueAtShare({ kind: 'logarithmic', min: 1, max: 10_000 }, 0.5)).toBeCloseTo(100, 9)
    expect(valueAtShare({ kind: 'linear', min: 10, max: 20 }, 0.5)).toBe(15)
  })
})

describe('a chart over a range', () => {
  const whole = validationTimelineChart(knownTimelineInput(110))

  it('is unchanged if the range is the whole axis', () => {
    expect(chartOver(whole, wholeRange)).toBe(whole)
  })

  it('has the ticks and points of the range, and one point beyond each end', () => {
    const over = chartOver(whole, { from: 0.5, to: 0.6 })
    expect(over.x.min).toBeCloseTo(55, 9)
    expect(over.x.max).toBeCloseTo(66, 9)
    expect(over.x.ticks.map(({ label }) => label)).toEqual(['56', '58', '60', '62', '64', '66'])
    const measured = over.series.find(({ id }) => id === 'measured')
    const xs = measured?.kind === 'line' ? measured.points.map(({ x }) => x) : []
    expect([xs[0], xs.at(-1)]).toEqual([54.5, 66.5])
    expect(over.y).toEqual(whole.y)
    expect(over.table).toEqual(whole.table)
  })

  it('clips the steady window to the range and leaves out everything outside', () => {
    const shadeOf = (from: number, to: number) =>
      chartOver(whole, { from, to }).annotations.find(({ kind }) => kind === 'shade')
    expect(shadeOf(0.5, 0.6)).toMatchObject({ from: 55, to: 66 })
    expect(shadeOf(0, 0.05)).toBeUndefined()
  })

  it('is not offered for bar charts', () => {
    expect(canZoom(utilisationChart(knownPrediction))).toBe(false)
    expect(canZoom(whole)).toBe(true)
  })
})
