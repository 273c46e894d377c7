/**
 * The verdict where the run got less of something than was predicted.
 */
import type { Comparison } from '../contracts/verdict.ts'
import { isWholeLoad, likeRecordFraction } from './comparisons.ts'
import { type BandCase, type Judgement, notProven } from './judgement.ts'
import { measuredText, predictedText } from './rate-text.ts'
import { heavyRecordsSentence } from './wire-profile.ts'

/**
 * The figures that lie wholly below their bands, in the order of the comparisons: judged or not, as one that lies below
 * cannot be made good by others.
 *
 * A load was met where its records were acknowledged and read, so that a band which begins at the offered load is left by
 * more than records of the same workload differ.
 */
export function shortfallsOf({ comparisons, prediction, result }: BandCase): Comparison[] {
  const isMet = result.diagnosis.limiter === 'nothing'
  return comparisons.filter(({ figure, predicted, measured }) => {
    const isLoose = isMet && isWholeLoad(predicted.low, prediction.offered[figure])
    return measured.high < predicted.low * (isLoose ? 1 - likeRecordFraction : 1)
  })
}

/**
 * Below, by the figure that fell short most. Where the load was met and its wire bytes alone are fewer, batches or records
 * were others than predicted, and nothing is proven.
 */
export function judgeShortfall(bandCase: BandCase): Judgement | null {
  const worst = worstOf(shortfallsOf(bandCase))
  if (worst === null) return null
  const { limiter, sentence } = bandCase.result.diagnosis
  const facts = `${measuredText(worst)}, ${predictedText(worst)}`
  if (limiter === 'nothing' && shortfallsOf(bandCase).every(({ figure }) => figure.endsWith('WireBytesPerSec'))) {
    return notProven('wire-profile-differs', `the load was met, but with fewer bytes for each record: ${facts}`)
  }
  return {
    verdict: 'below',
    reasonCode: 'below-band',
    reason: `Below the prediction: ${facts}. ${sentence}${heavyRecordsSentence(bandCase)}`,
    limitReached: limiter !== 'nothing',
  }
}

/** Of figures that fell short alike the first: the binding one comes before others. */
function worstOf([first, ...rest]: readonly Comparison[]): Comparison | null {
  if (first === undefined) return null
  return rest.reduce((worst, next) => (errorOf(next) < errorOf(worst) - likeRecordFraction ? next : worst), first)
}

function errorOf({ relativeError }: Comparison): number {
  return relativeError ?? 0
}
