/**
 * Does the service time still rise? While a load is met, growing latency says that it will not be met for long.
 */
import { trendOf } from './batch-means.ts'
import { mergeReadableHistograms, summariseHistogram } from './histogram.ts'
import type { QuotaWindow } from './quota-windows.ts'

/** Rise of the median service time over the windows that is beyond noise: to twice as much, and by 10 ms. */
const riseFactor = 2
const leastRiseUs = 10_000

/** Reads the median service time of a window, in µs; null where none was recorded. */
export type ServiceTimeReader = (window: QuotaWindow) => number | null

/** A reader that merges the histograms of each window only once: a search for the steady state asks again and again. */
export function createServiceTimeReader(): ServiceTimeReader {
  const known = new Map<QuotaWindow, number | null>()
  return (window) => {
    const before = known.get(window)
    if (before !== undefined) return before
    const histograms = window.samples.flatMap((sample) => sample.producers.map((producer) => producer.serviceHistogram))
    const median = summariseHistogram(mergeReadableHistograms(histograms).encoded)?.p50Us ?? null
    known.set(window, median)
    return median
  }
}

/** True where the median service time of the windows rises beyond noise. Falling latency is no doubt. */
export function isServiceTimeRising(windows: readonly QuotaWindow[], read: ServiceTimeReader): boolean {
  const trend = trendOf(windows.flatMap((window) => read(window) ?? []))
  const rise = trend.last - trend.first
  return trend.isSignificant && rise > leastRiseUs && trend.last > riseFactor * Math.max(0, trend.first)
}
