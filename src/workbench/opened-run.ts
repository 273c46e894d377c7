/**
 * A run for the window: its record, and its seconds as they are drawn.
 */
import { timelinePoints } from '../charts/timeline-points.ts'
import type { RunRecord } from '../contracts/run-record.ts'
import type { RunSeconds } from '../contracts/run-seconds.ts'
import { partitionSecondsOf } from '../measurement/partition-seconds.ts'
import type { ShownRun } from './runs.ts'

/** Without samples: an hour of them is a hundred times what is drawn. */
export function openedRun({ run, samples }: ShownRun): { run: RunRecord; seconds: RunSeconds | null } {
  const { prediction, plan, observations } = run
  if (plan === null || observations.kind !== 'samples') return { run, seconds: null }
  const points = [...timelinePoints(samples, prediction, plan.durationMs)]
  return { run, seconds: { points, partitions: partitionSecondsOf(plan, samples) } }
}
