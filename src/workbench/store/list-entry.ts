/**
 * A run as one line of a list.
 */
import type { RunListEntry, RunRecord } from '../../contracts/run-record.ts'

/** The line of a run: the overlay's sentence, or why there is none. */
export function listEntry(record: RunRecord): RunListEntry {
  return {
    id: record.id,
    createdAtEpochMs: record.createdAtEpochMs,
    status: record.status,
    scenarioName: record.scenario.name,
    targetLabel: record.target.label,
    verdict: record.overlay?.verdict ?? null,
    sentence: record.overlay?.reason ?? record.endDetail ?? statusSentences[record.status],
  }
}

const statusSentences: Readonly<Record<RunRecord['status'], string>> = {
  preparing: 'It is being prepared.',
  running: 'It is going on.',
  complete: 'It ended by its plan.',
  partial: 'It stopped before its plan ended.',
  failed: 'It could not be run.',
}
