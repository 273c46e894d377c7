/**
 * Does the service time still change? While a load is met, growing latency says that it will not be met for long.
 */
import { trendOf } from './batch-means.ts'
import { mergeReadableHistograms, summariseHistogram } from './histogram.ts'
import type { QuotaWindow } from './quota-windows.ts'

/** Growth of the median service time over the windows that is beyond noise: to twice as much, and by 10 ms. */
const driftFactor = 2
const leastDriftUs = 10_000

/** True where the median service time of the windows rises beyond noise. Falling latency is no doubt. */
export function isLatencyDrifting(windows: readonly QuotaWindow[]): boolean {
  const medians = windows.flatMap((window) => {
    const histograms = window.samples.flatMap((sample) => sample.producers.map((producer) => producer.serviceHistogram))
    return summariseHistogram(mergeReadableHistograms(histograms).encoded)?.p50Us ?? []
  })
  const trend = trendOf(medians)
  const rise = trend.last - trend.first
  return trend.isSignificant && rise > leastDriftUs && trend.last > driftFactor * Math.max(0, trend.first)
}
