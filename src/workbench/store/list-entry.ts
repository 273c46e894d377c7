/**
 * A run as one line of a list.
 */

import { headSentenceOfImport } from '../../contracts/import-sentence.ts'
import type { ImportedRun } from '../../contracts/imported-run.ts'
import type { RunLine, RunRecord, StoredRun } from '../../contracts/run-record.ts'

/** The line of a run: the overlay's sentence, or why there is none. */
export function listEntry(record: StoredRun): RunLine {
  if (record.origin === 'imported') return importEntry(record)
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

function importEntry(run: ImportedRun): RunLine {
  const { id, createdAtEpochMs, status, name, label, overlay } = run
  return {
    ...{ id, createdAtEpochMs, status, origin: 'imported', scenarioName: name, targetLabel: label },
    verdict: overlay?.verdict ?? null,
    sentence: headSentenceOfImport(run),
  }
}

const statusSentences: Readonly<Record<RunRecord['status'], string>> = {
  preparing: 'It is being prepared.',
  running: 'It is going on.',
  complete: 'It ended by its plan.',
  partial: 'It stopped before its plan ended.',
  failed: 'It could not be run.',
}
