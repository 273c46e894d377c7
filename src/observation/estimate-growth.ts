/**
 * Estimates the growth of a rate over weeks: the median slope between all pairs of daily means of the same weekday
 * (Theil-Sen). Single outliers do not move this median.
 */
import type { RatePoint } from './rate-over-time.ts'
import type { Known } from './source-reading.ts'

/** Growth per year relative to the mean rate: 0.3 is 30 %. */
export interface Growth {
  readonly perYear: number
  /** Bounds of the interval at 95 %. */
  readonly low: number
  readonly high: number
}

const dayMs = 86_400_000
const yearMs = 365.25 * dayMs
/** With fewer weeks, a trend cannot be distinguished from differences between weekdays. */
export const minWeeks = 3
/** A day counts if the rate is known for at least this share of it. A rule of thumb. */
const knownShareOfDay = 0.9

/** The growth; null if no weekday is known in at least three weeks, or nothing was written. */
export function growthOf(points: readonly RatePoint[]): Growth | null {
  const days = dailyMeans(points)
  const weekdays = new Map<number, { day: number; mean: number }[]>()
  for (const [day, mean] of days) weekdays.set(day % 7, [...(weekdays.get(day % 7) ?? []), { day, mean }])
  const weekdaySeries = [...weekdays.values()].filter(({ length }) => length >= minWeeks)
  const slopes = weekdaySeries.flatMap((sameWeekday) => {
    // Slopes are relative to the weekday's own mean; otherwise busy weekdays would count for more than quiet ones.
    const mean = sameWeekday.reduce((sum, each) => sum + each.mean, 0) / sameWeekday.length
    if (mean <= 0) return []
    return sameWeekday.flatMap((one, index) =>
      sameWeekday.slice(index + 1).map((other) => (other.mean - one.mean) / mean / (other.day - one.day)),
    )
  })
  if (slopes.length === 0) return null
  const yearly = slopes.map((slope) => (slope * yearMs) / dayMs).sort((one, other) => one - other)
  const [low, high] = boundsOf(
    yearly,
    weekdaySeries.map(({ length }) => length),
  )
  return { perYear: quantile(yearly, 0.5), low, high }
}

/**
 * The growth as a value of the field `growthPerYear`. It keeps its bounds, because an error relative to 0 means
 * nothing.
 */
export function growthValue({ perYear, low, high }: Growth): Pick<Known, 'interval' | 'relativeError'> & {
  readonly field: 'growthPerYear'
  readonly value: number
} {
  const relativeError = perYear === 0 ? null : Math.abs((high - low) / 2 / perYear)
  return { field: 'growthPerYear', value: perYear, relativeError, interval: { low, high } }
}

/** Bounds of the median slope at 95 %, from Kendall's variance summed over the weekdays. */
function boundsOf(slopes: readonly number[], lengths: readonly number[]): readonly [number, number] {
  const variance = lengths.reduce((sum, n) => sum + (n * (n - 1) * (2 * n + 5)) / 18, 0)
  const half = (1.96 * Math.sqrt(variance)) / 2 / slopes.length
  return [quantile(slopes, Math.max(0, 0.5 - half)), quantile(slopes, Math.min(1, 0.5 + half))]
}

function quantile(sorted: readonly number[], share: number): number {
  const at = share * (sorted.length - 1)
  const [below, above] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0]
  return below + (above - below) * (at - Math.floor(at))
}

/** Mean rates of days with enough data, keyed by the number of days since 1970-01-01 UTC. */
function dailyMeans(points: readonly RatePoint[]): ReadonlyMap<number, number> {
  const days = new Map<number, { amount: number; known: number }>()
  for (const { fromEpochMs, durationMs, perSec } of points) {
    const day = Math.floor(fromEpochMs / dayMs)
    const sum = days.get(day) ?? { amount: 0, known: 0 }
    days.set(day, { amount: sum.amount + perSec * durationMs, known: sum.known + durationMs })
  }
  const whole = [...days].filter(([, { known }]) => known >= dayMs * knownShareOfDay)
  return new Map(whole.map(([day, { amount, known }]) => [day, amount / known]))
}
