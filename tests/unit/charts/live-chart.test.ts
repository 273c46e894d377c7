import { describe, expect, it } from 'vitest'
import { liveChart, liveMeasuresOf } from '../../../src/charts/live-chart.ts'
import type { LivePoint } from '../../../src/contracts/validation-progress.ts'

const point = (second: number, more: Partial<LivePoint> = {}): LivePoint => ({
  runId: 'r',
  second,
  offeredWireBytesPerSec: 1,
  ingressWireBytesPerSec: 1,
  egressWireBytesPerSec: 1,
  recordsPerSec: 1,
  throttleMs: 0,
  responseP99Us: null,
  lagRecords: null,
  partitionSkew: null,
  clientCpuCores: null,
  brokerCpuCores: null,
  ...more,
})

describe('the charts of a live run', () => {
  it('draw response time on a logarithmic scale, with its current and highest value', () => {
    const points = [point(0), point(1, { responseP99Us: 400 }), point(2, { responseP99Us: 90_000 })]
    const chart = liveChart('response', points, 60_000)
    expect(chart.y).toMatchObject({ kind: 'logarithmic', min: 100, max: 100_000 })
    expect(chart.textAlternative).toBe('Response, 99 %: now 90 ms, at most 90 ms.')
    const [line] = chart.series
    expect(line?.kind === 'line' && line.points.map(({ y }) => y)).toEqual([null, 400, 90_000])
  })

  it('are those for which the run has data', () => {
    expect(liveMeasuresOf([point(0)])).toEqual(['throttle'])
    const ofOwnCluster = point(1, { lagRecords: 3, partitionSkew: 1.2, clientCpuCores: 0.4, responseP99Us: 900 })
    expect(liveMeasuresOf([point(0), ofOwnCluster])).toEqual(['response', 'throttle', 'lag', 'skew', 'client-cpu'])
  })

  it('draw throttle and lag from zero, and are empty before the first second', () => {
    const lag = liveChart('lag', [point(0, { lagRecords: 0 }), point(1, { lagRecords: 1_000 })], 60_000)
    expect(lag.y.min).toBe(0)
    expect(lag.y.max).toBeGreaterThan(1_000)
    expect(lag.table.rows).toEqual([
      [0, 0],
      [1, 1_000],
    ])
    expect(liveChart('throttle', [], 60_000).textAlternative).toMatch(/nothing measured/)
  })
})
