/**
 * Computes the status, the result and the overlay of a run that ended.
 */
import type { EndReason, MeasuredRecord, RunRecord, RunStatus } from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import { overlayRun } from '../../evidence/overlay-run.ts'
import { computeResult } from '../../measurement/compute-result.ts'
import { condenseSamples } from '../../measurement/condense-samples.ts'
import type { FleetEnd } from '../fleets/fleet.ts'

/** Returns the status of a run from how it ended. Without a sample it is failed. */
export function statusOf(end: FleetEnd, sampleCount: number): RunStatus {
  if (end.reason === 'plan-complete') return 'complete'
  return sampleCount > 0 && end.reason !== 'prepare-failed' ? 'partial' : 'failed'
}

/**
 * Reasons for which a client may not have reported its last second. Consumed records may then exceed the reported
 * acknowledgements.
 */
const reasonsOfLoss: readonly EndReason[] = [
  'agent-lost',
  'worker-crashed',
  'runner-exited',
  'controller-lost',
  'app-killed',
]

/**
 * Computes result and overlay from the samples and adds them. Returns the record unchanged if there are no samples.
 * Reads the samples one at a time, so a long run need not fit into memory.
 */
export function withResult(record: MeasuredRecord, samples: Iterable<Sample>): MeasuredRecord {
  return withCondensed(record, [...condenseSamples(record.plan, samples)])
}

/** Does the same as `withResult` for samples that are condensed already. */
export function withCondensed(record: MeasuredRecord, condensed: readonly Sample[]): MeasuredRecord {
  const { plan, endReason } = record
  if (condensed.length === 0) return record
  const result = computeResult(plan, condensed, {
    isClientLost: endReason !== null && reasonsOfLoss.includes(endReason),
    // A run that did not complete did not wait for its consumers, even if it has seconds of a drain.
    ...(endReason === null || endReason === 'plan-complete' ? {} : { isCutShort: true }),
  })
  return { ...record, result, overlay: overlayRun({ ...record, result }) }
}

/** True for an ended run with samples whose result was never computed, because Headroom was killed. */
export function lacksResult(run: RunRecord): run is MeasuredRecord {
  const hasEnded = run.status === 'partial' || run.status === 'complete'
  return run.plan !== null && run.observations.kind === 'samples' && run.result === null && hasEnded
}
