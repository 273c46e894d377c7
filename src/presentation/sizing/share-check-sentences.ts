/**
 * Sentences on a check of limits: which of them are above the allowed share, and whether the load is carried.
 */
import type { CheckedLimit, ShareCheck } from '../../capacity/check-shares.ts'
import { predictionSentences } from '../../capacity/explain-prediction.ts'
import { constraintName } from '../../contracts/dimensions.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import { counted } from '../../units/count.ts'
import { formatPercent, utilisationText } from '../../units/ratio.ts'
import { list, type Section } from '../document.ts'

/** Maximum number of limits that a sentence names. The others are counted. JSON and the JUnit file have all of them. */
const maxNamed = 10

/** The section of the check below a prediction. */
export function shareCheckSection(check: ShareCheck, prediction: Prediction): Section {
  return { id: 'check', title: checkTitle(check), marks: [], blocks: [list(shareCheckSentences(check, prediction))] }
}

function checkTitle({ share, isPassed }: ShareCheck): string {
  return `The check against ${formatPercent(share)}: ${isPassed ? 'passed' : 'failed'}`
}

/**
 * "3 limits are above 80 % at the offered load: Ingress 94 %, …" or "Every limit is at or below 80 % …", and if the load
 * is not carried, what the deployment carries instead.
 */
export function shareCheckSentences(check: ShareCheck, prediction: Prediction): string[] {
  return [limitsSentence(check), ...(check.isCarried ? [] : [notCarriedSentence(prediction)])]
}

/** "The offered load is not carried: 2 CKUs carry 100 MB/s in and 300 MB/s out." */
export function notCarriedSentence(prediction: Prediction): string {
  const { sentence, reason } = predictionSentences(prediction)
  return `The offered load is not carried: ${sentence} ${reason}`.trimEnd()
}

function limitsSentence({ share, limits }: ShareCheck): string {
  const fullestFirst = [...limits].sort((one, other) => other.constraint.utilisation - one.constraint.utilisation)
  const above = fullestFirst.filter(({ isAbove }) => isAbove)
  const [fullest] = fullestFirst
  const shareText = formatPercent(share)
  if (above.length > 0) {
    const unnamed = above.length - maxNamed
    const named = above.slice(0, maxNamed).map((each) => usedText(each, share))
    const aboveTexts = unnamed > 0 ? [...named, counted(unnamed, 'more limit')] : named
    const verb = above.length === 1 ? 'is' : 'are'
    return `${counted(above.length, 'limit')} ${verb} above ${shareText} at the offered load: ${aboveTexts.join(', ')}.`
  }
  const fullestText = fullest === undefined ? '' : `; the fullest is ${usedText(fullest, share)}`
  return `Every limit is at or below ${shareText} at the offered load${fullestText}.`
}

/** "Partition ingress (orders) 94 %". */
function usedText({ constraint }: CheckedLimit, share: number): string {
  return `${constraintName(constraint)} ${utilisationText(constraint.utilisation, share)}`
}
