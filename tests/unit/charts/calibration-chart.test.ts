import { describe, expect, it } from 'vitest'
import { calibrationChart } from '../../../src/charts/calibration-chart.ts'
import type { Calibration } from '../../../src/contracts/calibration.ts'

const figure = (id: string, kind: 'run' | 'published', value: number, before: number, after: number) => {
  return { id, kind, unit: 'wire bytes/s', isCensored: false, value, before, after }
}

const calibration: Calibration = {
  kind: 'headroom.calibration',
  schemaVersion: 1,
  name: 'staging',
  model: 'a-model',
  createdAtEpochMs: 0,
  parameters: [{ id: 'burst', unit: 'ratio', before: 1, value: 1.1, interval: { low: 1.05, high: 1.15 } }],
  runs: [{ id: 'one', isCensored: false }],
  publishedPoints: 1,
  runErrors: { before: 0.1, after: 0.01 },
  publishedErrors: { before: null, after: null },
}

describe('the chart of a calibration', () => {
  it('shows each figure as predicted over measured, before and after, and where the published ones begin', () => {
    const figures = [figure('one', 'run', 100, 90, 99), figure('paper', 'published', 50, 55, 56)]
    const chart = calibrationChart({ ...calibration, figures })
    const heights = chart?.series.map((series) =>
      series.kind === 'line' ? series.points.filter(({ y }) => y !== null).map(({ y }) => y) : [],
    )
    expect(heights).toEqual([
      [0.9, 0.9, 1.1, 1.1],
      [0.99, 0.99, 1.12, 1.12],
      [1, 1],
    ])
    expect(chart?.annotations).toEqual([{ kind: 'shade', from: 1.5, to: 2.5, label: 'published' }])
    expect(chart?.textAlternative).toBe(
      '1 run and 1 published figure as predicted / measured: the median error of the runs was 10 % and is 1 %.',
    )
    expect(chart?.table.rows[0]).toEqual(['1. one', 0.9, 0.99, 'a figure'])
  })

  it('is left out for a calibration that kept no figures', () => {
    expect(calibrationChart(calibration)).toBeNull()
  })
})
