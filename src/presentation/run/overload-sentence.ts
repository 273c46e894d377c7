/**
 * Why a run shows throttling, late responses and records that are not acknowledged, although its verdict is good; or that it
 * shows none, although more was offered than was predicted to fit.
 */
import type { Prediction } from '../../contracts/prediction.ts'
import type { Result } from '../../contracts/result.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import { formatByteRate } from '../../units/byte-rate.ts'

/**
 * True if more is offered than fits, so that late responses and unacknowledged records are expected. `result` is null during
 * the run.
 */
export function isOverload(prediction: Prediction, result: Result | null): boolean {
  return offersMoreThanFits(prediction) && !isMet(result)
}

/** If limits on consumers alone bind, all is written, and nothing is late for producers: that is no overload. */
function offersMoreThanFits({ headroom, isFeasible, offered, expected }: Prediction): boolean {
  const predicted = formatByteRate(expected.ingressWireBytesPerSec.likely)
  return isFeasible && headroom < 1 && formatByteRate(offered.ingressWireBytesPerSec) !== predicted
}

/** True if nothing held the load: the target does not enforce the limit, or the prediction is too low. */
function isMet(result: Result | null): boolean {
  return result?.diagnosis.limiter === 'nothing'
}

/**
 * "Overloaded on purpose, to reach the limit: 126 MB/s offered, 100 MB/s predicted. …"; empty if the offered load was
 * predicted to fit.
 */
export function overloadSentence({ prediction, result }: Pick<MeasuredRecord, 'prediction' | 'result'>): string {
  if (!offersMoreThanFits(prediction)) return ''
  const rate = formatByteRate(prediction.offered.ingressWireBytesPerSec)
  const predicted = formatByteRate(prediction.expected.ingressWireBytesPerSec.likely)
  const overload = `Overloaded on purpose, to reach the limit: ${rate} offered, ${predicted} predicted.`
  if (isMet(result)) return `${overload} The offered load was met all the same.`
  // Brokers do not throttle if the load generator is too slow to fill them.
  const throttled = result?.throttle.producerSecondsFraction === 0 ? '' : 'producers are throttled, '
  return `${overload} So ${throttled}responses are late, and a part of the load is not acknowledged.`
}
