/**
 * Builds the entry of a run in a list.
 */

import { headSentenceOfImport } from '../../contracts/import-sentence.ts'
import { hasOutputs, type RunLine, type RunRecord, runLabel, runName } from '../../contracts/run-record.ts'
import { runStatusSentences } from '../../presentation/labels.ts'

/** Returns the entry of a run. Its sentence is the reason of the verdict or, without a verdict, how the run ended. */
export function listEntry(run: RunRecord): RunLine {
  const { id, createdAtEpochMs, status, endReason, overlay } = run
  return {
    ...{ id, createdAtEpochMs, status },
    ...(hasOutputs(run) ? { origin: 'imported' } : {}),
    ...(status === 'failed' && endReason === 'user-abort' ? { isStopped: true } : {}),
    scenarioName: runName(run),
    targetLabel: runLabel(run),
    verdict: overlay?.verdict ?? null,
    sentence: overlay?.reason ?? sentenceWithoutVerdict(run),
  }
}

function sentenceWithoutVerdict(run: RunRecord): string {
  return hasOutputs(run) ? headSentenceOfImport(run) : (run.endDetail ?? runStatusSentences[run.status])
}
