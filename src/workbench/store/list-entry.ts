/**
 * The entry of a run in a list.
 */

import { headSentenceOfImport } from '../../contracts/import-sentence.ts'
import { hasOutputs, type RunLine, type RunRecord, runLabel, runName } from '../../contracts/run-record.ts'
import { runStatusSentences } from '../../presentation/labels.ts'

/** The entry of a run, with the sentence of its overlay or the reason why there is none. */
export function listEntry(run: RunRecord): RunLine {
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

function sentenceWithoutVerdict(run: RunRecord): string {
  return hasOutputs(run) ? headSentenceOfImport(run) : (run.endDetail ?? runStatusSentences[run.status])
}
