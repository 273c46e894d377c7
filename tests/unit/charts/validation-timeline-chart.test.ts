import { describe, expect, test } from 'vitest'
import type { ChartDescription, Series } from '../../../src/charts/chart-description.ts'
import { rightRoomPx } from '../../../src/charts/label-room.ts'
import { isInLegend } from '../../../src/charts/legend-series.ts'
import { timelinePoints } from '../../../src/charts/timeline-points.ts'
import { validationTimelineChart } from '../../../src/charts/validation-timeline-chart.ts'
import { knownPrediction } from '../presentation/known-prediction.ts'
import { knownSamples } from '../presentation/known-run.ts'
import { knownTimelineInput } from './known-charts.ts'

function seriesById(description: ChartDescription, id: string): Series {
  const found = description.series.find((series) => series.id === id)
  if (found === undefined) throw new Error(`no series ${id}`)
  return found
}

function lineValues(description: ChartDescription, id: string): (number | null)[] {
  const series = seriesById(description, id)
  return series.kind === 'line' ? series.points.map((point) => point.y) : []
}

function column(description: ChartDescription, id: string): unknown[] {
  const index = description.table.columns.findIndex((entry) => entry.id === id)
  return description.table.rows.map((row) => row[index])
}

describe('the validation timeline', () => {
  const chart = validationTimelineChart(knownTimelineInput(110))

  test('draws the measured line over the predicted band, with all kinds of marks', () => {
    const marks = chart.series.map((series) => [series.id, 'mark' in series ? series.mark : series.kind])
    expect(marks).toEqual([
      ['predicted-band', 'band'],
      ['predicted-likely', 'predicted-likely'],
      ['offered', 'offered'],
      ['measured', 'measured'],
      ['measured-mean', 'measured-mean'],
    ])
    expect(chart.annotations).toEqual([
      { kind: 'shade', from: 22, to: 110, label: 'steady window' },
      {
        kind: 'limit',
        axis: 'y',
        value: 100_000_000,
        label: 'ingress limit',
        detail: '100 MB/s, binds',
        isBinding: true,
      },
    ])
  })

  test('shows before a run the load that it will offer, and names no line that is not drawn', () => {
    const planned = validationTimelineChart(knownTimelineInput(110, { points: [], steady: null, steadyInterval: null }))
    const { ingressWireBytesPerSec } = knownPrediction.offered
    expect(lineValues(planned, 'offered')).toEqual([ingressWireBytesPerSec, ingressWireBytesPerSec])
    expect(planned.series.filter(isInLegend).map(({ id }) => id)).toEqual([
      'predicted-band',
      'predicted-likely',
      'offered',
    ])
    expect(chart.series.filter(isInLegend).map(({ id }) => id)).toContain('measured')
  })

  test('does not say that a limit binds where the load fits below it', () => {
    const fits = validationTimelineChart(knownTimelineInput(110, { prediction: { ...knownPrediction, headroom: 1.5 } }))
    expect(fits.annotations.at(-1)).toMatchObject({ detail: '100 MB/s, binds first' })
  })

  test('has the same width in both directions, even if one limit is too far above to be drawn', () => {
    const constraints = knownPrediction.constraints.map((each) =>
      each.dimension === 'egress' ? { ...each, capacity: 100 * each.capacity } : each,
    )
    const egress = validationTimelineChart(
      knownTimelineInput(110, { direction: 'egress', prediction: { ...knownPrediction, constraints } }),
    )
    expect(egress.annotations.map(({ kind }) => kind)).toEqual(['shade'])
    expect(rightRoomPx(egress)).toBe(rightRoomPx(chart))
    const unlimited = { ...knownPrediction, constraints: [] }
    expect(rightRoomPx(validationTimelineChart(knownTimelineInput(110, { prediction: unlimited })))).toBeLessThan(60)
  })

  test('draws the expected rates as the prediction of a run', () => {
    const band = seriesById(chart, 'predicted-band')
    expect(band.kind === 'band' && band.points).toEqual([
      { x: 0, low: 95_000_000, high: 106_000_000 },
      { x: 110, low: 95_000_000, high: 106_000_000 },
    ])
    expect(lineValues(chart, 'predicted-likely')).toEqual([100_000_000, 100_000_000])
  })

  test('says the same in its table as in its lines', () => {
    expect(chart.table.rows).toHaveLength(110)
    expect(column(chart, 'measured')).toEqual(lineValues(chart, 'measured'))
    expect(column(chart, 'offered')).toEqual(lineValues(chart, 'offered'))
    expect(new Set(column(chart, 'predictedLikely'))).toEqual(new Set([100_000_000]))
  })

  test('names measured and predicted in one sentence', () => {
    expect(chart.textAlternative).toMatchInlineSnapshot(
      `"Wire ingress over 1 min 50 s: measured 99.1 MB/s (98.4–99.8) in the steady window from second 22 to 110, predicted 100 MB/s (95–106)."`,
    )
  })

  test('shows line, mean, table and sentence without the framing that was measured, as the verdict has them', () => {
    const framing = { ingressShare: 0.1, egressShare: 0.2 }
    const framed = validationTimelineChart(knownTimelineInput(110, { framing }))
    const [first] = lineValues(chart, 'measured')
    expect(lineValues(framed, 'measured')[0]).toBeCloseTo(0.9 * (first ?? 0), 6)
    expect(column(framed, 'measured')).toEqual(lineValues(framed, 'measured'))
    expect(framed.textAlternative).toContain('measured 89.2 MB/s (88.6–89.8)')
    const mean = seriesById(framed, 'measured-mean')
    expect(mean.kind === 'intervals' && mean.points[0]?.text).toBe('steady mean 89.2 MB/s')
    expect(lineValues(framed, 'offered')).toEqual(lineValues(chart, 'offered'))
  })

  test('shows egress with its own band, limit and offered rate', () => {
    const egress = validationTimelineChart(knownTimelineInput(110, { direction: 'egress', steadyInterval: null }))
    expect(egress.y.title).toBe('egress, wire MB/s')
    expect(lineValues(egress, 'offered')[0]).toBeCloseTo(375_000_000, 0)
    expect(egress.annotations.find((entry) => entry.kind === 'limit')).toMatchObject({
      value: 310_000_000,
      detail: '310 MB/s',
      isBinding: false,
    })
  })

  test('keeps every value inside its scales', () => {
    const values = chart.series.flatMap((series) => (series.kind === 'line' ? series.points : []))
    expect(values.filter((point) => point.y !== null && (point.y < 0 || point.y > chart.y.max))).toEqual([])
    expect(values.filter((point) => point.x < chart.x.min || point.x > chart.x.max)).toEqual([])
  })

  test('leaves a gap if a second is missing', () => {
    const { points } = knownTimelineInput(10)
    const holed = validationTimelineChart(
      knownTimelineInput(10, { points: points.filter(({ second }) => second !== 4) }),
    )
    expect(lineValues(holed, 'measured').indexOf(null)).toBe(4)
    expect(column(holed, 'second')).not.toContain(4)
  })

  test('shows before a run what is predicted, with the offered load on the scale', () => {
    const before = validationTimelineChart(knownTimelineInput(110, { points: [], steady: null, steadyInterval: null }))
    expect(before.textAlternative).toBe(
      'Wire ingress over 1 min 50 s: predicted 100 MB/s (95–106); nothing measured yet.',
    )
    expect(before.y.max).toBeGreaterThan(knownPrediction.offered.ingressWireBytesPerSec)
    expect(before.annotations[0]).toEqual({ kind: 'shade', from: 22, to: 110, label: 'after the burn-in' })
  })

  test('says that a run had no steady window', () => {
    const steady = { fromSecond: 0, toSecond: 0, windows: 0, doubt: 'too-short' } as const
    const short = validationTimelineChart(knownTimelineInput(20, { steady, steadyInterval: null }))
    expect(short.textAlternative).toContain('on average over 20 s')
    expect(short.textAlternative).toContain('no steady window')
    expect(short.annotations.filter((entry) => entry.kind === 'shade')).toEqual([])
  })

  test('leaves out a limit that is far above everything else', () => {
    const constraints = knownPrediction.constraints.map((entry) =>
      entry.dimension === 'egress' ? { ...entry, capacity: 9e9 } : entry,
    )
    const prediction = { ...knownPrediction, constraints }
    const egress = validationTimelineChart(knownTimelineInput(110, { direction: 'egress', prediction }))
    expect(egress.annotations.filter((entry) => entry.kind === 'limit')).toEqual([])
  })
})

describe('timeline points', () => {
  test('use the real length of a second', () => {
    const [sample] = knownSamples(1)
    if (sample === undefined) throw new Error('no sample')
    const [point] = timelinePoints([{ ...sample, durationMs: 2_000 }], knownPrediction, 110_000)
    expect(point?.ingressWireBytesPerSec).toBe((sample.producers[0]?.wireBytes ?? 0) / 2)
  })

  test('sum the hosts of one second and all groups, and stop at the end of the load', () => {
    const samples = knownSamples(5)
    const points = timelinePoints([...samples, ...samples], knownPrediction, 3_000)
    expect(points.map((point) => point.second)).toEqual([0, 1, 2])
    const wireBytes = samples[1]?.producers[0]?.wireBytes ?? 0
    expect(points[1]?.ingressWireBytesPerSec).toBe(2 * wireBytes)
    expect(points[1]?.egressWireBytesPerSec).toBe(6 * wireBytes)
  })

  test('turn offered records into wire bytes by the prediction', () => {
    const [point] = timelinePoints(knownSamples(1), knownPrediction, 110_000)
    expect(point?.offeredWireBytesPerSec).toBeCloseTo(knownPrediction.offered.ingressWireBytesPerSec, 3)
  })
})
