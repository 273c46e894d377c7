/**
 * Computes the status, the result and the overlay of a run that ended.
 */
import type { EndReason, MeasuredRecord, RunRecord, RunStatus } from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import { overlayRun } from '../../evidence/overlay-run.ts'
import { condenseSamples } from '../../measurement/condense-samples.ts'
import { computeResult } from '../../measurement/result.ts'
import type { FleetEnd } from '../fleets/fleet.ts'

/** The status of a run that ended like this. */
export function statusOf(end: FleetEnd, sampleCount: number): RunStatus {
  if (end.reason === 'plan-complete') return 'complete'
  return sampleCount > 0 && end.reason !== 'prepare-failed' ? 'partial' : 'failed'
}

/**
 * Ends at which a client did not report its last second, so that consumed records may exceed reported acknowledgements.
 */
const silentEnds: readonly EndReason[] = [
  'agent-lost',
  'worker-crashed',
  'runner-exited',
  'controller-lost',
  'app-killed',
]

/**
 * Adds result and overlay, computed from the samples. Without samples the record stays unchanged. The samples are read
 * one at a time, so that a long run does not need to fit into memory.
 */
export function withResult(record: MeasuredRecord, samples: Iterable<Sample>): MeasuredRecord {
  return withCondensed(record, [...condenseSamples(record.plan, samples)])
}

/** As `withResult`, for samples that are condensed already. */
export function withCondensed(record: MeasuredRecord, condensed: readonly Sample[]): MeasuredRecord {
  const { plan, endReason } = record
  if (condensed.length === 0) return record
  const result = computeResult(plan, condensed, {
    isClientLost: endReason !== null && silentEnds.includes(endReason),
    // A run that was stopped in its drain did not wait for its consumers, also if it has seconds of a drain.
    ...(endReason === null || endReason === 'plan-complete' ? {} : { isCutShort: true }),
  })
  return { ...record, result, overlay: overlayRun({ ...record, result }) }
}

/** True if a run of samples ended without a computed result, because Headroom was killed. */
export function lacksResult(run: RunRecord): run is MeasuredRecord {
  const hasEnded = run.status === 'partial' || run.status === 'complete'
  return run.plan !== null && run.observations.kind === 'samples' && run.result === null && hasEnded
}
