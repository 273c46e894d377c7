/**
 * Growth of a rate over weeks: the median of the slopes between all pairs of the same weekday's totals (Theil-Sen), which
 * outliers do not move.
 */
import type { RatePoint } from './rate-over-time.ts'
import type { Known } from './source-reading.ts'

/** Growth a year relative to the mean rate: 0.3 is 30 %. */
export interface Growth {
  readonly perYear: number
  /** At 95 %. */
  readonly low: number
  readonly high: number
}

const dayMs = 86_400_000
const yearMs = 365.25 * dayMs
/** In fewer weeks, weekday and trend cannot be told apart. */
export const fewestWeeks = 3
/** A day counts if this share of it is known. */
const knownShareOfDay = 0.9

/** The growth; null where fewer than three weeks of days are known. */
export function growthOf(points: readonly RatePoint[]): Growth | null {
  const days = dailyMeans(points)
  const weekdays = new Map<number, { day: number; mean: number }[]>()
  for (const [day, mean] of days) weekdays.set(day % 7, [...(weekdays.get(day % 7) ?? []), { day, mean }])
  const series = [...weekdays.values()].filter(({ length }) => length >= fewestWeeks)
  const slopes = series.flatMap((own) => {
    // Relative to the weekday's own mean: busy weekdays would count for more than quiet ones.
    const mean = own.reduce((sum, each) => sum + each.mean, 0) / own.length
    if (mean <= 0) return []
    return own.flatMap((one, index) =>
      own.slice(index + 1).map((other) => (other.mean - one.mean) / mean / (other.day - one.day)),
    )
  })
  if (slopes.length === 0) return null
  const yearly = slopes.map((slope) => (slope * yearMs) / dayMs).sort((one, other) => one - other)
  const [low, high] = boundsOf(
    yearly,
    series.map(({ length }) => length),
  )
  return { perYear: quantile(yearly, 0.5), low, high }
}

/** What growth says of the field `growthPerYear`. Its bounds are kept, since an error relative to 0 means nothing. */
export function growthValue({ perYear, low, high }: Growth): Pick<Known, 'interval' | 'relativeError'> & {
  readonly field: 'growthPerYear'
  readonly value: number
} {
  const relativeError = perYear === 0 ? null : Math.abs((high - low) / 2 / perYear)
  return { field: 'growthPerYear', value: perYear, relativeError, interval: { low, high } }
}

/** Bounds of the median slope by Kendall's variance, summed over the weekdays. */
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

/** Mean rates of the days that are known, by the number of the day since 1970 UTC. */
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
