/**
 * The figures of which a run got less than was predicted.
 */
import type { Comparison } from '../contracts/verdict.ts'
import { isWholeLoad, recordSizeTolerance } from './comparisons.ts'
import type { LoadFacts } from './verdict/facts.ts'

/**
 * The figures whose whole interval lies below the band, in the order of the comparisons. Figures that are not judged
 * count as well, because others cannot make up for a figure that fell short.
 *
 * If the offered load was met and the band begins at the offered load, a figure falls short only by more than the
 * tolerance for record sizes: all records were acknowledged and read, so fewer bytes mean smaller records.
 */
export function shortfallsOf({ comparisons, prediction, result }: LoadFacts): Comparison[] {
  const isMet = result.diagnosis.limiter === 'nothing'
  return comparisons.filter(({ figure, predicted, measured }) => {
    const isRecordSizeTolerated = isMet && isWholeLoad(predicted.low, prediction.offered[figure])
    return measured.high < predicted.low * (isRecordSizeTolerated ? 1 - recordSizeTolerance : 1)
  })
}
