/**
 * Checks whether the service time still rises. If it does, a load that is met now will not be met for long.
 */
import { trendOf } from './batch-means.ts'
import { mergeReadableHistograms, summariseHistogram } from './histogram.ts'
import type { QuotaWindow } from './quota-windows.ts'

/**
 * The median service time rises if it more than doubles and grows by more than 10 ms. A rule of thumb against noise.
 */
const riseFactor = 2
const minRiseUs = 10_000

/** Reads the median service time of a window, in µs; null if none was recorded. */
export type ServiceTimeReader = (window: QuotaWindow) => number | null

/**
 * Creates a reader that merges the histograms of each window only once. The search for the steady state reads a window
 * many times.
 */
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

/** True if the median service time rises over the windows by more than noise. */
export function isServiceTimeRising(windows: readonly QuotaWindow[], read: ServiceTimeReader): boolean {
  const trend = trendOf(windows.flatMap((window) => read(window) ?? []))
  const rise = trend.last - trend.first
  return trend.isSignificant && rise > minRiseUs && trend.last > riseFactor * Math.max(0, trend.first)
}
