/**
 * Growth of a rate over weeks: the median of the slopes between all pairs of the same weekday's totals (Theil-Sen), which
 * outliers do not move.
 */
import type { RatePoint } from './rate-over-time.ts'

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
const fewestWeeks = 3
/** A day counts if this share of it is known. */
const knownShareOfDay = 0.9

/** The growth; null where fewer than three weeks of days are known. */
export function growthOf(points: readonly RatePoint[]): Growth | null {
  const days = dailyMeans(points)
  const weekdays = new Map<number, { day: number; mean: number }[]>()
  for (const [day, mean] of days) weekdays.set(day % 7, [...(weekdays.get(day % 7) ?? []), { day, mean }])
  const series = [...weekdays.values()].filter(({ length }) => length >= fewestWeeks)
  const overall = [...days.values()].reduce((sum, mean) => sum + mean, 0) / Math.max(1, days.size)
  if (series.length === 0 || overall <= 0) return null
  const slopes = series.flatMap((own) =>
    own.flatMap((one, index) => own.slice(index + 1).map((other) => (other.mean - one.mean) / (other.day - one.day))),
  )
  const yearly = slopes.map((slope) => (slope * (yearMs / dayMs)) / overall).sort((one, other) => one - other)
  const [low, high] = boundsOf(
    yearly,
    series.map(({ length }) => length),
  )
  return { perYear: quantile(yearly, 0.5), low, high }
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
