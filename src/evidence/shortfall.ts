/**
 * The verdict on a run that got less of some figure than was predicted.
 */
import { type Comparison, verdictReason } from '../contracts/verdict.ts'
import { isWholeLoad, recordSizeTolerance } from './comparisons.ts'
import { type BandCase, type Judgement, notProven } from './judgement.ts'
import { measuredText, predictedText } from './rate-text.ts'
import { heavyRecordsSentence } from './wire-profile.ts'

/**
 * The figures whose whole interval lies below the band, in the order of the comparisons. Figures that are not judged
 * count as well, because others cannot make up for a figure that fell short.
 *
 * If the offered load was met and the band begins at the offered load, a figure falls short only by more than the
 * tolerance for record sizes: all records were acknowledged and read, so fewer bytes mean smaller records.
 */
export function shortfallsOf({ comparisons, prediction, result }: BandCase): Comparison[] {
  const isMet = result.diagnosis.limiter === 'nothing'
  return comparisons.filter(({ figure, predicted, measured }) => {
    const isRecordSizeTolerated = isMet && isWholeLoad(predicted.low, prediction.offered[figure])
    return measured.high < predicted.low * (isRecordSizeTolerated ? 1 - recordSizeTolerance : 1)
  })
}

/**
 * "Below", with the figure that fell short most. Not proven if the load was met and only wire bytes fell short: then
 * batches or records were smaller than predicted.
 */
export function judgeShortfall(bandCase: BandCase): Judgement | null {
  const worst = worstOf(shortfallsOf(bandCase))
  if (worst === null) return null
  const { limiter, sentence } = bandCase.result.diagnosis
  const facts = `${measuredText(worst)}, ${predictedText(worst)}`
  if (limiter === 'nothing' && shortfallsOf(bandCase).every(({ figure }) => figure.endsWith('WireBytesPerSec'))) {
    return notProven('wire-profile-differs', `the load was met, but with fewer bytes per record: ${facts}`)
  }
  return {
    verdict: 'below',
    reasonCode: 'below-band',
    reason: verdictReason('below', `${facts}. ${sentence}${heavyRecordsSentence(bandCase)}`),
    limitReached: limiter !== 'nothing',
  }
}

/** The figure that fell short most. Of those about as short the first, because the binding figure comes before others. */
function worstOf([first, ...rest]: readonly Comparison[]): Comparison | null {
  if (first === undefined) return null
  return rest.reduce((worst, next) => (errorOf(next) < errorOf(worst) - recordSizeTolerance ? next : worst), first)
}

function errorOf({ relativeError }: Comparison): number {
  return relativeError ?? 0
}
