/**
 * Creates the record of a run that has not started.
 */

import type { MeasuredRecord } from '../../contracts/run-record.ts'
import { noOutputs } from '../../contracts/samples-or-outputs.ts'
import type { ValidationDraft } from './draft-validation.ts'
import { notesOfDriver } from './outputs-end.ts'

/** Returns a record with the parts with which the run is started. They do not change later. */
export function firstRecord(runId: string, draft: ValidationDraft, createdAtEpochMs: number): MeasuredRecord {
  const { scenario, offering, description, prediction, plan } = draft
  const { driver = 'node-rdkafka' } = plan
  return {
    kind: 'headroom.run',
    schemaVersion: 1,
    origin: 'measured',
    driver,
    id: runId,
    createdAtEpochMs,
    startedAtEpochMs: null,
    endedAtEpochMs: null,
    status: 'preparing',
    endReason: null,
    endDetail: null,
    name: null,
    label: driver === 'node-rdkafka' ? null : `measured by ${driver} on ${description.label}`,
    scenario,
    offering,
    target: description,
    prediction,
    plan,
    environment: null,
    preflight: null,
    cleanUp: null,
    observations: driver === 'node-rdkafka' ? { kind: 'samples' } : noOutputs,
    result: null,
    notes: driver === 'node-rdkafka' ? [] : toolNotes(draft),
    overlay: null,
  }
}

/** Notes of a run of tools. They say what is missing, because tools print little more than rates. */
function toolNotes({ plan, target, notes }: ValidationDraft): string[] {
  return [
    ...notesOfDriver(plan),
    ...(target.kind === 'connection' ? [] : ['Quotas declared the capacity; this is not a vendor’s cluster.']),
    ...notes,
  ]
}
