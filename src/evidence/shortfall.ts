/**
 * Finds the figures of which a run got less than predicted.
 */
import type { Comparison } from '../contracts/verdict.ts'
import { isWholeLoad, recordSizeTolerance } from './comparisons.ts'
import type { LoadFacts } from './verdict/facts.ts'

/**
 * The figures whose whole interval is below the band, in the order of the comparisons. Figures that are not judged are
 * included, because other figures cannot make up for one that fell short.
 *
 * If the offered load was met and the band begins at the offered load, a figure falls short only if it misses the band
 * by more than the tolerance for record sizes. All records were acknowledged and read, so fewer bytes mean smaller
 * records.
 */
export function shortfallsOf({ comparisons, prediction, result }: LoadFacts): Comparison[] {
  const isMet = result.diagnosis.limiter === 'nothing'
  return comparisons.filter(({ figure, predicted, measured }) => {
    const isRecordSizeTolerated = isMet && isWholeLoad(predicted.low, prediction.offered[figure])
    return measured.high < predicted.low * (isRecordSizeTolerated ? 1 - recordSizeTolerance : 1)
  })
}
