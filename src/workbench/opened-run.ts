/**
 * A run for the window: its record, and its seconds as they are drawn.
 */
import { timelinePoints } from '../charts/timeline-points.ts'
import type { ShownRun, StoredRun } from '../contracts/run-record.ts'
import type { RunSeconds } from '../contracts/run-seconds.ts'
import { partitionSecondsOf } from '../measurement/partition-seconds.ts'

/** Without samples: an hour of them is a hundred times what is drawn. */
export function openedRun(shown: ShownRun): { run: StoredRun; seconds: RunSeconds | null } {
  if (shown.origin === 'imported') return { run: shown, seconds: null }
  const { samples, ...run } = shown
  const { prediction, plan } = run
  const points = [...timelinePoints(samples, prediction, plan.durationMs)]
  return { run, seconds: { points, partitions: partitionSecondsOf(plan, samples) } }
}
