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
import type { RunView } from './run-view.ts'

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
  /** Null while the run is live, and if it has no verdict. */
  readonly verdict: { readonly kind: VerdictKind; readonly word: string } | null
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
  if (run.error !== null && run.record?.overlay == null) {
    // An error that quotes the output of a tool may have many lines. The first one is the sentence.
    const [sentence = '', ...more] = run.error.message.split('\n')
    return { verdict: null, sentence, reason: [...more, remedyText(run.error) ?? ''].join('\n').trim() }
  }
  const { record } = run
  return record === null ? { verdict: null, sentence: 'The run ended.', reason: '' } : answerSentence(runAnswer(record))
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
