/**
 * Why a run shows throttling, late responses and records that are not acknowledged, although its verdict is good; or that it
 * shows none, although more was offered than was predicted to fit.
 */
import type { MeasuredRecord } from '../../contracts/run-record.ts'
import { formatByteRate } from '../../units/byte-rate.ts'

/**
 * "Overloaded on purpose, to reach the limit: 126 MB/s offered, 100 MB/s predicted. …"; empty if the offered load was
 * predicted to fit.
 */
export function overloadSentence({ prediction, result }: Pick<MeasuredRecord, 'prediction' | 'result'>): string {
  const { headroom, isFeasible, offered, expected } = prediction
  const rate = formatByteRate(offered.ingressWireBytesPerSec)
  const predicted = formatByteRate(expected.ingressWireBytesPerSec.likely)
  // If limits on consumers alone bind, all is written, and nothing is late for producers.
  if (!isFeasible || headroom >= 1 || rate === predicted) return ''
  const overload = `Overloaded on purpose, to reach the limit: ${rate} offered, ${predicted} predicted.`
  // The target does not enforce the limit, or the prediction is too low.
  if (result?.diagnosis.limiter === 'nothing') return `${overload} The offered load was met all the same.`
  // Brokers do not throttle if the load generator is too slow to fill them.
  const throttled = result?.throttle.producerSecondsFraction === 0 ? '' : 'producers are throttled, '
  return `${overload} So ${throttled}responses are late, and a part of the load is not acknowledged.`
}
