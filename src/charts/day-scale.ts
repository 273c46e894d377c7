/**
 * An axis of calendar days: values are days since 1 January 1970, UTC.
 */
import { addMonths, dayOf, formatDay, monthText, partsOf } from '../units/calendar-day.ts'
import type { Scale, Tick } from './chart-description.ts'

/** Possible distances between ticks, in months: the shortest with at most `maxIntervals` intervals, or else the longest. */
const monthSteps = [1, 2, 3, 6, 12, 24]
/** Maximum number of intervals between ticks. */
const maxIntervals = 8
/** The same for a short axis, in days. */
const daySteps = [1, 2, 7, 14]
/** Longest axis, in days, that has its ticks at days instead of months. */
const maxSpanWithDays = 62

/** An axis of calendar days, with ticks at the first days of months, or at days if it is short. */
export function dayScale(title: string, from: number, to: number): Scale {
  return { kind: 'linear', title, format: 'day', min: from, max: to, ticks: dayTicks(from, to) }
}

/** The ticks between two days. */
export function dayTicks(from: number, to: number): Tick[] {
  const span = to - from
  if (span <= maxSpanWithDays) {
    const step = daySteps.find((days) => span / days <= maxIntervals) ?? 14
    const first = Math.ceil(from)
    const count = Math.floor((to - first) / step) + 1
    return Array.from({ length: count }, (_, index) => first + index * step).map((value) => ({
      value,
      label: formatDay(value),
    }))
  }
  const step = monthSteps.find((months) => span / (months * 30.4) <= maxIntervals) ?? 24
  const { year, month } = partsOf(Math.ceil(from))
  const ticks: Tick[] = []
  const start = step >= 12 ? dayOf(year, 1, 1) : dayOf(year, month - ((month - 1) % step), 1)
  for (let value = start; value <= to; value = addMonths(value, step)) {
    if (value >= from) ticks.push({ value, label: monthText(value) })
  }
  return ticks
}
