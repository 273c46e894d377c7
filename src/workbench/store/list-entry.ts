/**
 * A run as one line of a list.
 */

import { headSentenceOfImport } from '../../contracts/import-sentence.ts'
import {
  hasOutputs,
  type RunLine,
  type RunStatus,
  runLabel,
  runName,
  type StoredRun,
} from '../../contracts/run-record.ts'

/** The line of a run: the overlay's sentence, or why there is none. */
export function listEntry(run: StoredRun): RunLine {
  const { id, createdAtEpochMs, status, overlay } = run
  return {
    ...{ id, createdAtEpochMs, status },
    ...(hasOutputs(run) ? { origin: 'imported' } : {}),
    scenarioName: runName(run),
    targetLabel: runLabel(run),
    verdict: overlay?.verdict ?? null,
    sentence: overlay?.reason ?? sentenceWithoutVerdict(run),
  }
}

function sentenceWithoutVerdict(run: StoredRun): string {
  return hasOutputs(run) ? headSentenceOfImport(run) : (run.endDetail ?? statusSentences[run.status])
}

const statusSentences: Readonly<Record<RunStatus, string>> = {
  preparing: 'It is being prepared.',
  running: 'It is going on.',
  complete: 'It ended by its plan.',
  partial: 'It stopped before its plan ended.',
  failed: 'It could not be run.',
}
