/**
 * Prepares a run for the window: the record, and the points of its charts.
 */
import { timelinePoints } from '../charts/timeline-points.ts'
import type { RunRecord } from '../contracts/run-record.ts'
import type { RunSeconds } from '../contracts/run-seconds.ts'
import { partitionSecondsOf } from '../measurement/partition-seconds.ts'
import type { ShownRun } from './recorded-runs.ts'

/** Replaces the samples with points of charts, which are about a hundred times smaller. */
export function openedRun({ run, samples }: ShownRun): { run: RunRecord; seconds: RunSeconds | null } {
  const { prediction, plan, observations } = run
  if (plan === null || observations.kind !== 'samples') return { run, seconds: null }
  const points = [...timelinePoints(samples, prediction, plan.durationMs)]
  return { run, seconds: { points, partitions: partitionSecondsOf(plan, samples) } }
}
