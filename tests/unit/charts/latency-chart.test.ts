import { describe, expect, test } from 'vitest'
import { latencyChart } from '../../../src/charts/latency-chart.ts'
import { knownResult } from '../presentation/known-result.ts'

function lines(chart = latencyChart(knownResult)) {
  return chart.series.flatMap((series) => (series.kind === 'line' ? [series] : []))
}

describe('the latency chart', () => {
  test('draws the four latencies, each with a mark of its own, to the largest value of all records', () => {
    expect(lines().map((line) => line.mark)).toEqual([
      'latency-service',
      'latency-response',
      'latency-schedule-delay',
      'latency-end-to-end',
    ])
    expect(lines()[0]?.points).toEqual([
      { x: 2, y: 4_200, isMarked: true },
      { x: 10, y: 9_240, isMarked: true },
      { x: 20, y: 13_020, isMarked: true },
      { x: 100, y: 29_400, isMarked: true },
      { x: 1_000, y: 88_200, isMarked: true },
      { x: 16_896_000, y: 336_000, isMarked: true },
    ])
  })

  test('says the same in its table as in its marks', () => {
    const chart = latencyChart(knownResult)
    for (const [index, row] of chart.table.rows.entries()) {
      expect(row.slice(3)).toEqual(lines(chart)[index]?.points.map((point) => point.y))
    }
  })

  test('names median, 99 % and maximum of each in one sentence', () => {
    expect(latencyChart(knownResult).textAlternative).toMatchInlineSnapshot(
      `"Latency: service 4.2 ms at the median, 29.4 ms at 99 %, 336 ms at most; response 61 ms at the median, 427 ms at 99 %, 4.88 s at most; schedule delay 900 µs at the median, 6.3 ms at 99 %, 72 ms at most; end to end 96 ms at the median, 672 ms at 99 %, 7.68 s at most."`,
    )
  })

  test('draws a finer curve through the marks if one is given', () => {
    const curve = [
      { oneIn: 1, valueUs: 1_000 },
      { oneIn: 10, valueUs: 9_999 },
      { oneIn: 400, valueUs: 60_000 },
      { oneIn: Number.POSITIVE_INFINITY, valueUs: 336_000 },
    ]
    const [service] = lines(latencyChart(knownResult, { service: curve }))
    expect(service?.points.map(({ x, isMarked }) => [x, isMarked])).toEqual([
      [1, false],
      [2, true],
      [10, true],
      [20, true],
      [100, true],
      [400, false],
      [1_000, true],
      [16_896_000, true],
    ])
  })

  test('draws no percentile for which there are too few records', () => {
    const { service } = knownResult.latency
    if (service === null) throw new Error('no service latency')
    const few = { ...knownResult, latency: { ...knownResult.latency, service: { ...service, count: 50 } } }
    expect(lines(latencyChart(few))[0]?.points.map((point) => point.x)).toEqual([2, 10, 20, 50])
  })

  test('lays the predicted median of the response with its band on the curves', () => {
    const predicted = { low: 2, likely: 5, high: 9_000 }
    const chart = latencyChart(knownResult, {}, predicted)
    const [band, median, ...measured] = chart.series
    const ends = [4 / 3, 3].map((x) => ({ x, low: 2_000, high: 9_000_000 }))
    expect(band).toMatchObject({ kind: 'band', label: '', points: ends })
    expect(median).toMatchObject({ mark: 'predicted-median', points: [{ x: 2, y: 5_000 }] })
    // What was measured is drawn later, so that the prediction hides none of it.
    expect(measured.map((series) => series.id)).toEqual(['service', 'response', 'scheduleDelay', 'endToEnd'])
    expect(chart.y.max).toBeGreaterThanOrEqual(9_000_000)
    expect(chart.y.min).toBeLessThanOrEqual(2_000)
    expect(chart.table.rows.at(-1)?.slice(0, 4)).toEqual(['response: predicted median', null, null, 5_000])
    expect(chart.textAlternative).toContain('Predicted median of the response: 5 ms, 2 ms to 9 s.')
  })

  test('has no predicted median beside a run without responses, as with acks=0', () => {
    const unanswered = { ...knownResult, latency: { ...knownResult.latency, response: null } }
    const chart = latencyChart(unanswered, {}, { low: 2, likely: 5, high: 9 })
    expect(chart.series.map(({ kind }) => kind)).not.toContain('band')
    expect(chart.textAlternative).not.toContain('Predicted')
  })

  test('is drawn empty if nothing was recorded', () => {
    const nothing = { service: null, response: null, scheduleDelay: null, endToEnd: null }
    const chart = latencyChart({ ...knownResult, latency: nothing })
    expect(chart.textAlternative).toBe('No latency was recorded.')
    expect(chart.series).toEqual([])
    expect(chart.y.max).toBeGreaterThan(chart.y.min)
  })
})
