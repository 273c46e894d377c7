/**
 * Charts of the known run, and what tests need to read them.
 */
import type { ChartDescription } from '../../../src/charts/chart-description.ts'
import { latencyChart } from '../../../src/charts/latency-chart.ts'
import { timelinePoints } from '../../../src/charts/timeline-points.ts'
import { utilisationChart } from '../../../src/charts/utilisation-chart.ts'
import { type TimelineInput, validationTimelineChart } from '../../../src/charts/validation-timeline-chart.ts'
import { knownPrediction, knownResult, knownSamples } from '../reports/known-run.ts'

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

/** One chart of each kind. */
export function knownCharts(): readonly ChartDescription[] {
  return [
    utilisationChart(knownPrediction),
    validationTimelineChart(knownTimelineInput(110)),
    latencyChart(knownResult),
  ]
}
