/**
 * Calendar days as numbers: days since 1 January 1970. Text has the form 2026-12-01.
 */
import { splitNumber } from './number-text.ts'
import { quoted, type Reading, read, unread } from './reading.ts'

const dayMs = 86_400_000
const dayText = /^(\d{4})-(\d{2})-(\d{2})$/
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** A day of a year. */
export type DayOfYear = { readonly month: number; readonly day: number }

/** Parses "2026-12-01" to a day. */
export function parseDay(text: string): Reading {
  const match = dayText.exec(text.trim())
  const day = match === null ? Number.NaN : dayOf(Number(match[1]), Number(match[2]), Number(match[3]))
  if (Number.isNaN(day) || formatDay(day) !== text.trim()) {
    return unread(`${quoted(text)} is not a day; write it like 2026-12-01.`)
  }
  return read(day)
}

/** The day of a text whose form a schema has checked. A day that does not exist counts as 1 January 1970. */
export function checkedDay(text: string): number {
  const day = parseDay(text)
  return day.ok ? day.value : 0
}

/** "2026-12-01". */
export function formatDay(day: number): string {
  return new Date(day * dayMs).toISOString().slice(0, 10)
}

/** The day of an instant in UTC: for stored records, which may be read in another time zone. */
export function dayOfEpochMs(epochMs: number): number {
  return Math.floor(epochMs / dayMs)
}

/** The day of an instant in the time zone of this machine: for today, which is the user's day. */
export function localDay(at: Date): number {
  return dayOf(at.getFullYear(), at.getMonth() + 1, at.getDate())
}

/** Today in the time zone of this machine, as "2026-12-01". */
export function todayText(): string {
  return formatDay(localDay(new Date()))
}

/** "Dec 2026", for the ticks of an axis. */
export function monthText(day: number): string {
  const { year, month } = partsOf(day)
  return `${months[month - 1]} ${year}`
}

/** The day of a year, a month (1 to 12) and a day of the month. */
export function dayOf(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / dayMs
}

/** Year, month (1 to 12) and day of the month. */
export function partsOf(day: number): DayOfYear & { readonly year: number } {
  const date = new Date(day * dayMs)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** The same day some months later; the last day of that month if it has no such day. */
export function addMonths(day: number, count: number): number {
  const { year, month, day: ofMonth } = partsOf(day)
  const first = new Date(Date.UTC(year, month - 1 + count, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  return dayOf(first.getUTCFullYear(), first.getUTCMonth() + 1, Math.min(ofMonth, last))
}

/** Years from one day to a later one: whole ones at anniversaries, shares of the current year in between. */
export function yearsBetween(from: number, to: number): number {
  let whole = partsOf(to).year - partsOf(from).year
  if (addMonths(from, whole * 12) > to) whole -= 1
  const [before, after] = [addMonths(from, whole * 12), addMonths(from, (whole + 1) * 12)]
  return whole + (to - before) / (after - before)
}

/** A span of calendar time. The length of a month depends on the day from which it is counted. */
export type CalendarSpan = { readonly days: number; readonly months: number }

const spanUnits: ReadonlyMap<string, CalendarSpan> = new Map([
  ['d', { days: 1, months: 0 }],
  ['day', { days: 1, months: 0 }],
  ['w', { days: 7, months: 0 }],
  ['week', { days: 7, months: 0 }],
  ['mo', { days: 0, months: 1 }],
  ['month', { days: 0, months: 1 }],
  ['q', { days: 0, months: 3 }],
  ['quarter', { days: 0, months: 3 }],
  ['y', { days: 0, months: 12 }],
  ['yr', { days: 0, months: 12 }],
  ['year', { days: 0, months: 12 }],
])

/** Parses "3y", "18 months" or "90 days". Returns a sentence that says what was expected if the text is not a span. */
export function parseCalendarSpan(text: string): CalendarSpan | string {
  const number = splitNumber(text)
  const problem = `${quoted(text)} is not a span of days; write it like 3y, 18 months or 90 days.`
  if (number === null || !Number.isInteger(number.value)) return problem
  const word = number.rest.toLowerCase()
  const unit = spanUnits.get(word) ?? spanUnits.get(word.replace(/s$/, ''))
  if (unit === undefined) return problem
  return { days: unit.days * number.value, months: unit.months * number.value }
}
