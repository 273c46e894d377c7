/**
 * Adds up rates over time whose intervals may differ.
 */
import { meanOf, type RatePoint } from './rate-over-time.ts'

/**
 * Times up to this share of the shortest interval apart count as one, because brokers and topics are asked one by one.
 * A rule of thumb.
 */
const sameTimeShare = 0.25

/** A change at one time: of the sum of the rates, of the number of known intervals, and of the means of their series. */
interface Change {
  perSec: number
  known: number
  mean: number
}

/**
 * The sum of several series, as one point between every two times at which an interval begins or ends. A series without
 * a point at a time counts as 0; times at which no series has a point are left out.
 * @param minKnownShare a time is left out, too, if the series that are known at it have less than this share of the sum of
 *   all series' means
 */
export function sumOfRates(all: readonly (readonly RatePoint[])[], minKnownShare = 0): readonly RatePoint[] {
  const [only] = all
  if (all.length === 1 && only !== undefined) return only
  const timeOf = commonTimes(all.flat())
  const changes = new Map<number, Change>()
  const change = (atEpochMs: number, perSec: number, known: number, mean: number) => {
    const at = timeOf.get(atEpochMs) ?? atEpochMs
    const before = changes.get(at) ?? { perSec: 0, known: 0, mean: 0 }
    changes.set(at, { perSec: before.perSec + perSec, known: before.known + known, mean: before.mean + mean })
  }
  let allMeans = 0
  for (const points of all) {
    const mean = meanOf(points)
    allMeans += mean
    for (const { fromEpochMs, durationMs, perSec } of points) {
      change(fromEpochMs, perSec, 1, mean)
      change(fromEpochMs + durationMs, -perSec, -1, -mean)
    }
  }
  // Sums of differences have rounding errors.
  const leastMean = (minKnownShare - 1e-9) * allMeans
  const times = [...changes].sort(([one], [other]) => one - other)
  let [perSec, known, mean] = [0, 0, 0]
  return times.flatMap(([fromEpochMs, at], index) => {
    known += at.known
    mean += at.mean
    // Without a known interval the sum is exactly 0; subtraction may have left a rounding error.
    perSec = known === 0 ? 0 : Math.max(0, perSec + at.perSec)
    const next = times[index + 1]
    if (known === 0 || next === undefined || mean < leastMean) return []
    return [{ fromEpochMs, durationMs: next[0] - fromEpochMs, perSec }]
  })
}

/** For each begin and end of a point, the earliest of those that count as the same time. */
function commonTimes(points: readonly RatePoint[]): ReadonlyMap<number, number> {
  const shortestMs = points.reduce((least, { durationMs }) => Math.min(least, durationMs), Number.POSITIVE_INFINITY)
  const times = points.flatMap(({ fromEpochMs, durationMs }) => [fromEpochMs, fromEpochMs + durationMs])
  const common = new Map<number, number>()
  let earliest = Number.NEGATIVE_INFINITY
  for (const time of times.sort((one, other) => one - other)) {
    if (time - earliest > shortestMs * sameTimeShare) earliest = time
    common.set(time, earliest)
  }
  return common
}
