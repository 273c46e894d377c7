/**
 * A run's record before anything has happened.
 */
import type { RunRecord } from '../../contracts/run-record.ts'
import type { ValidationDraft } from './draft-validation.ts'

/** What a run is started with, frozen, and nothing else yet. */
export function firstRecord(runId: string, draft: ValidationDraft, createdAtEpochMs: number): RunRecord {
  const { scenario, offering, description, prediction, plan } = draft
  return {
    kind: 'headroom.run',
    schemaVersion: 1,
    id: runId,
    createdAtEpochMs,
    startedAtEpochMs: null,
    endedAtEpochMs: null,
    status: 'preparing',
    endReason: null,
    endDetail: null,
    scenario,
    offering,
    target: description,
    prediction,
    plan,
    environment: null,
    preflight: null,
    cleanUp: null,
    result: null,
    overlay: null,
  }
}
