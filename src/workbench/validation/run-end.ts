/**
 * How a run ended: its status, its result and its overlay.
 */
import type { RunRecord, RunStatus } from '../../contracts/run-record.ts'
import type { Sample } from '../../contracts/sample.ts'
import { overlayResult } from '../../evidence/overlay.ts'
import { computeResult } from '../../measurement/result.ts'
import type { FleetEnd } from '../fleets/fleet.ts'

/** The status that an end gives to a run. */
export function statusOf(end: FleetEnd, sampleCount: number): RunStatus {
  if (end.reason === 'plan-complete') return 'complete'
  return sampleCount > 0 && end.reason !== 'prepare-failed' ? 'partial' : 'failed'
}

/** The record with what its samples say: result and overlay. Without samples it stays as it is. */
export function withResult(record: RunRecord, samples: readonly Sample[]): RunRecord {
  if (samples.length === 0) return record
  const result = computeResult(record.plan, samples, { isAgentLost: record.endReason === 'agent-lost' })
  const { prediction, target, plan, status, endReason } = record
  return { ...record, result, overlay: overlayResult({ prediction, result, target, plan, status, endReason }) }
}

/** True where a run ended and its result was never computed: a killed Headroom had no time for it. */
export function lacksResult(record: RunRecord): boolean {
  return record.result === null && (record.status === 'partial' || record.status === 'complete')
}
