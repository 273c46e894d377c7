/**
 * Checks whether the service time still rises. If it does, a load that is met now will not be met for long.
 */
import { trendOf } from './batch-means.ts'
import { mergeReadableHistograms, summariseHistogram } from './histogram.ts'
import type { QuotaWindow } from './quota-windows.ts'

/** A rise of the median service time counts as more than noise if it doubles and grows by 10 ms. */
const riseFactor = 2
const leastRiseUs = 10_000

/** Reads the median service time of a window, in µs; null if none was recorded. */
export type ServiceTimeReader = (window: QuotaWindow) => number | null

/**
 * A reader that merges the histograms of each window only once, because a search for the steady state reads them often.
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
  return trend.isSignificant && rise > leastRiseUs && trend.last > riseFactor * Math.max(0, trend.first)
}
