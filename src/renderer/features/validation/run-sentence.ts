/**
 * The sentence with which the validation view describes a run, in each of its phases.
 */

import { minSteadyWindows } from '../../../contracts/plan-windows.ts'
import { hasOutputs } from '../../../contracts/run-record.ts'
import type { ValidationProgress } from '../../../contracts/validation-progress.ts'
import { type VerdictKind, type VerdictSoFar, verdictFinding } from '../../../contracts/verdict.ts'
import type { Answer } from '../../../presentation/document.ts'
import { importAnswer, runAnswer } from '../../../presentation/run/run-answer.ts'
import { formatCount } from '../../../units/count.ts'
import { remedyText } from '../../components/remedy-text.ts'
import { measuredNothing, type RunView } from './run-view.ts'

const phaseSentences: Readonly<Record<ValidationProgress['phase'], string>> = {
  preparing: 'Preparing.',
  trial: 'Finding the scale with a trial run without limits.',
  preflight: 'Checking the target; nothing is written yet.',
  'burn-in': 'Running: the burn-in does not count yet.',
  measuring: 'Measuring.',
  draining: 'Draining: waiting for records in flight.',
  'cleaning-up': 'Cleaning up.',
  ended: 'Ended.',
}

/** The sentence of the view about a run. */
export interface RunSentence {
  /** How the run ended, before its sentence. Null while it is live, and if it has no verdict but measured something. */
  readonly verdict: { readonly kind: VerdictKind | 'failed'; readonly word: string } | null
  readonly sentence: string
  readonly reason: string
}

/** For example "measured 99 MB/s, predicted 100 (after 3 of the 8 quota windows that a verdict needs)." */
export function soFarText({ verdict, reason, windows }: VerdictSoFar): string {
  const finding = verdictFinding(verdict, reason).replace(/\.$/, '')
  const needed =
    windows < minSteadyWindows ? ` of the ${minSteadyWindows} quota windows that a verdict needs` : ' quota windows'
  return `${finding} (after ${formatCount(windows)}${needed}).`
}

/** The sentence for the current state of a run. */
export function runSentence(run: RunView): RunSentence {
  if (run.isLive) return liveSentence(run)
  if (run.record !== null && hasOutputs(run.record)) return answerSentence(importAnswer(run.record))
  const { record } = run
  if (run.error !== null && record?.overlay == null) {
    // An error that quotes the output of a tool may have many lines. The first one is the sentence.
    const [sentence = '', ...more] = run.error.message.split('\n')
    return errorSentence(run, sentence, [...more, remedyText(run.error) ?? ''])
  }
  // A run from the workspace has its error as a sentence only.
  if (record?.status === 'failed' && record.endDetail !== null) return errorSentence(run, record.endDetail, [])
  return record === null ? { verdict: null, sentence: 'The run ended.', reason: '' } : answerSentence(runAnswer(record))
}

/** An error as the sentence of a run, and whether its load had begun if it has no figure. */
function errorSentence(run: RunView, sentence: string, more: readonly string[]): RunSentence {
  const isFailed = measuredNothing(run)
  const hasLoad = run.record !== null && run.record.startedAtEpochMs !== null
  const before = hasLoad ? 'Nothing was measured.' : 'The load had not begun: nothing was sent.'
  const isStopped = run.error?.code === 'ABORTED' || run.record?.endReason === 'user-abort'
  const verdict = isFailed && !isStopped ? ({ kind: 'failed', word: 'Failed' } as const) : null
  // The sentence of a stopped run says already that nothing was measured.
  const isNews = isFailed && !(isStopped && hasLoad)
  return { verdict, sentence, reason: [...(isNews ? [before] : []), ...more].join('\n').trim() }
}

function answerSentence({ tone, label, sentence, reason = '' }: Answer): RunSentence {
  return { verdict: label === null || tone === 'predicted' ? null : { kind: tone, word: label }, sentence, reason }
}

function liveSentence({ isAborting, progress }: RunView): RunSentence {
  if (isAborting)
    return { verdict: null, sentence: 'Stopping; what was measured is kept.', reason: progress?.message ?? '' }
  const sentence = phaseSentences[progress?.phase ?? 'preparing']
  const reason = progress?.message ?? ''
  return { verdict: null, sentence, reason: reason === sentence ? '' : reason }
}
