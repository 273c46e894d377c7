/**
 * An axis of calendar days: values are days since 1 January 1970, UTC.
 */
import { addMonths, dayOf, formatDay, monthText, partsOf } from '../units/calendar-day.ts'
import type { Scale, Tick } from './chart-description.ts'

/** Months between ticks of calendar time; the first that gives at most `dayIntervals` of them. */
const monthSteps = [1, 2, 3, 6, 12, 24]
const dayIntervals = 8
/** A short axis has a tick every few days. */
const daySteps = [1, 2, 7, 14]
const longestInDays = 62

/** An axis of calendar days, with ticks at the first days of months; a short one at days. */
export function dayScale(title: string, from: number, to: number): Scale {
  return { kind: 'linear', title, format: 'day', min: from, max: to, ticks: dayTicks(from, to) }
}

/** Ticks of a section of such an axis. */
export function dayTicks(from: number, to: number): Tick[] {
  const span = to - from
  if (span <= longestInDays) {
    const step = daySteps.find((days) => span / days <= dayIntervals) ?? 14
    const first = Math.ceil(from)
    const count = Math.floor((to - first) / step) + 1
    return Array.from({ length: count }, (_, index) => first + index * step).map((value) => ({
      value,
      label: formatDay(value),
    }))
  }
  const step = monthSteps.find((months) => span / (months * 30.4) <= dayIntervals) ?? 24
  const { year, month } = partsOf(Math.ceil(from))
  const ticks: Tick[] = []
  const start = step >= 12 ? dayOf(year, 1, 1) : dayOf(year, month - ((month - 1) % step), 1)
  for (let value = start; value <= to; value = addMonths(value, step)) {
    if (value >= from) ticks.push({ value, label: monthText(value) })
  }
  return ticks
}
