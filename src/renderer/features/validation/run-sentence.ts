/**
 * What the validation view says in one sentence, at each moment of a run.
 */

import { headSentenceOfImport } from '../../../contracts/import-sentence.ts'
import { hasOutputs, type OutputsRun, type RunStatus } from '../../../contracts/run-record.ts'
import type { ValidationProgress } from '../../../contracts/validation-progress.ts'
import type { VerdictKind } from '../../../contracts/verdict.ts'
import { verdictLabels } from '../../../presentation/labels.ts'
import type { RunView } from './run-view.ts'

const phaseSentences: Readonly<Record<ValidationProgress['phase'], string>> = {
  preparing: 'Preparing.',
  trial: 'Finding a scale with a trial without limits.',
  preflight: 'Checking the target; nothing is written yet.',
  'burn-in': 'Running: the burn-in does not count yet.',
  measuring: 'Measuring.',
  draining: 'Draining: waiting for records in flight.',
  'cleaning-up': 'Cleaning up.',
  ended: 'Ended.',
}

const statusSentences: Readonly<Record<RunStatus, string>> = {
  preparing: 'The run was being prepared; nothing was measured.',
  running: 'The run is in progress in another Headroom.',
  complete: 'The run ended as planned.',
  partial: 'The run stopped early; what was measured is kept.',
  failed: 'The run failed before anything was measured.',
}

/** A sentence, its first word where that is a verdict, and the reason beneath. */
export interface RunSentence {
  readonly verdict: { readonly kind: VerdictKind; readonly word: string } | null
  readonly sentence: string
  readonly reason: string
}

/** The sentence of a run as it is now. */
export function runSentence(run: RunView): RunSentence {
  if (run.isLive) return liveSentence(run)
  if (run.record !== null && hasOutputs(run.record)) return outputsSentence(run.record)
  if (run.error !== null && run.record?.overlay == null) {
    // What a tool printed may have many lines; the first one is the sentence.
    const [sentence = '', ...more] = run.error.message.split('\n')
    return { verdict: null, sentence, reason: [...more, run.error.remedy ?? ''].join('\n').trim() }
  }
  const { record } = run
  if (record === null) return { verdict: null, sentence: 'The run ended.', reason: '' }
  const { overlay } = record
  if (overlay === null)
    return { verdict: null, sentence: statusSentences[record.status], reason: record.endDetail ?? '' }
  const kind = overlay.verdict
  return {
    verdict: { kind, word: verdictLabels[kind] },
    sentence: withoutVerdict(overlay.reason, kind),
    reason: record.status === 'complete' ? '' : (record.endDetail ?? statusSentences[record.status]),
  }
}

function outputsSentence(run: OutputsRun): RunSentence {
  const { overlay, status } = run
  const reason = status === 'partial' ? 'One output ends before its summary. The figures up to there are shown.' : ''
  if (overlay === null) return { verdict: null, sentence: headSentenceOfImport(run), reason }
  const kind = overlay.verdict
  return { verdict: { kind, word: verdictLabels[kind] }, sentence: withoutVerdict(overlay.reason, kind), reason }
}

function liveSentence({ isAborting, progress }: RunView): RunSentence {
  if (isAborting)
    return { verdict: null, sentence: 'Stopping; what was measured is kept.', reason: progress?.message ?? '' }
  const sentence = phaseSentences[progress?.phase ?? 'preparing']
  const reason = progress?.message ?? ''
  return { verdict: null, sentence, reason: reason === sentence ? '' : reason }
}

/** "Confirmed: measured 99 MB/s" has its verdict in front already. */
function withoutVerdict(reason: string, kind: VerdictKind): string {
  const spoken = kind === 'not-proven' ? 'not proven' : kind
  return reason.toLowerCase().startsWith(`${spoken}: `) ? reason.slice(spoken.length + 2) : reason
}
