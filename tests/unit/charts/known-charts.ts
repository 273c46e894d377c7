/**
 * Charts of the known run, and what tests need to read them.
 */
import type { ChartDescription } from '../../../src/charts/chart-description.ts'
import { latencyChart } from '../../../src/charts/latency-chart.ts'
import { timelinePoints } from '../../../src/charts/timeline-points.ts'
import { utilisationChart } from '../../../src/charts/utilisation-chart.ts'
import { type TimelineInput, validationTimelineChart } from '../../../src/charts/validation-timeline-chart.ts'
import { whatIfChart } from '../../../src/charts/what-if-chart.ts'
import type { WhatIfCurve, WhatIfPoint } from '../../../src/charts/what-if-regimes.ts'
import { knownPrediction } from '../presentation/known-prediction.ts'
import { knownResult } from '../presentation/known-result.ts'
import { knownSamples } from '../presentation/known-run.ts'

/** The timeline of the known run, as after its end. */
export function knownTimelineInput(seconds: number, changes: Partial<TimelineInput> = {}): TimelineInput {
  const durationMs = seconds * 1_000
  return {
    prediction: knownPrediction,
    points: timelinePoints(knownSamples(seconds), knownPrediction, durationMs),
    durationMs,
    burnInMs: 22_000,
    steady: { ...knownResult.steadyWindow, toSecond: seconds },
    steadyInterval: knownResult.steady?.ingressWireBytesPerSec ?? null,
    direction: 'ingress',
    ...changes,
  }
}

/** 1 CKU of 2020 at 60 MB/s over partitions of 5 MB/s: 10 of them fill the CKU, more than 500 are refused. */
export const knownWhatIf: WhatIfCurve = (() => {
  const at = (x: number): WhatIfPoint => {
    const likely = Math.min(50e6, x * 5e6)
    return {
      x,
      offeredBytesPerSec: 60e6,
      achievableBytesPerSec: x > 500 ? null : { low: likely * 0.9, likely, high: likely * 1.05 },
      readBytesPerSec: x > 500 ? null : likely,
      capacityBytesPerSec: x > 500 ? null : likely,
      fitsWholeLoad: false,
      isOverGuideline: false,
      binding:
        x > 500
          ? ['partitions']
          : x > 10
            ? ['ingress']
            : x === 10
              ? ['ingress', 'partition-ingress']
              : ['partition-ingress'],
      ingressLimitBytesPerSec: 50e6,
      chanceMet: null,
    }
  }
  const unit = { singular: 'partition', plural: 'partitions' }
  const field = {
    label: 'Partitions',
    format: 'count',
    unit,
    axis: { kind: 'logarithmic', from: 1, to: 3000 },
  } as const
  return { field, points: [1, 5, 9, 10, 11, 24, 100, 500, 501, 3000].map(at), now: at(24) }
})()

/** One chart of each kind. */
export function knownCharts(): readonly ChartDescription[] {
  return [
    utilisationChart(knownPrediction),
    validationTimelineChart(knownTimelineInput(110)),
    latencyChart(knownResult),
    whatIfChart(knownWhatIf),
  ]
}
