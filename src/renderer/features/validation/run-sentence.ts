/**
 * What the validation view says in one sentence, at each moment of a run.
 */

import { headSentenceOfImport } from '../../../contracts/import-sentence.ts'
import { hasOutputs, type OutputsRun, type RunStatus } from '../../../contracts/run-record.ts'
import type { ValidationProgress } from '../../../contracts/validation-progress.ts'
import type { VerdictKind } from '../../../contracts/verdict.ts'
import type { RunView } from './run-view.ts'

const verdictWords: Readonly<Record<VerdictKind, string>> = {
  confirmed: 'Confirmed',
  above: 'Above the prediction',
  below: 'Below the prediction',
  'not-proven': 'Not proven',
}

const phaseSentences: Readonly<Record<ValidationProgress['phase'], string>> = {
  preparing: 'Getting ready.',
  trial: 'Finding a scale: a trial without limits.',
  preflight: 'Checking before anything is written.',
  'burn-in': 'Running: the burn-in does not count yet.',
  measuring: 'Measuring.',
  draining: 'Waiting for what is in flight.',
  'cleaning-up': 'Cleaning up.',
  ended: 'Ended.',
}

const statusSentences: Readonly<Record<RunStatus, string>> = {
  preparing: 'The run was being prepared; nothing was measured.',
  running: 'The run is going on in another Headroom.',
  complete: 'The run ended by its plan.',
  partial: 'The run stopped before its plan ended; what was measured is kept.',
  failed: 'The run could not be done; nothing was measured.',
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
    verdict: { kind, word: verdictWords[kind] },
    sentence: withoutVerdict(overlay.reason, kind),
    reason: record.status === 'complete' ? '' : (record.endDetail ?? statusSentences[record.status]),
  }
}

function outputsSentence(run: OutputsRun): RunSentence {
  const { overlay, status } = run
  const reason = status === 'partial' ? 'An output ends before its own summary; what it told until then is here.' : ''
  if (overlay === null) return { verdict: null, sentence: headSentenceOfImport(run), reason }
  const kind = overlay.verdict
  return { verdict: { kind, word: verdictWords[kind] }, sentence: withoutVerdict(overlay.reason, kind), reason }
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
