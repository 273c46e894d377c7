/**
 * Dated notes on the chart of a forecast: the days on which the published limits of the offering change after the date of
 * the scenario's limits. A forecast applies none of these changes.
 */
import { dimensionNoun } from '../contracts/dimensions.ts'
import type { Forecast } from '../contracts/forecast.ts'
import { parseDay } from '../units/calendar-day.ts'
import { estimatedTextWidthPx } from './label-room.ts'
import { fontSizePx } from './tokens.ts'

/** A note at one day of the axis. Changes before the first day are one note on the first day. */
export type LimitNote = {
  readonly day: number
  /** "new limits 2024-12, 2026-03" */
  readonly label: string
  /** "New limits 2024-12, 2026-03: requests, partitions." */
  readonly text: string
}

/** A label names at most this many dates, so that it fits beside another one. */
const maxNamedDates = 3
const gapPx = 16

/** One or several changes that get one note. */
type Changes = { readonly day: number; readonly dates: readonly string[]; readonly names: readonly string[] }

/**
 * The notes, in the order of their days. Changes whose labels would overlap in a plot of this width get one note, on the day
 * of the first.
 */
export function limitNotes(
  { limitChanges, deployment, from, to }: Pick<Forecast, 'limitChanges' | 'deployment' | 'from' | 'to'>,
  plotWidthPx: number,
): LimitNote[] {
  const [first, last] = [dayNumber(from), dayNumber(to)]
  const inOrder = limitChanges
    // Earlier changes are part of the limits that the forecast has.
    .filter(({ asOf }) => asOf > deployment.limitsAsOf)
    .map(({ asOf, dimension }) => ({
      day: Math.max(first, dayNumber(asOf)),
      dates: [asOf],
      names: [dimensionNoun(dimension)],
    }))
    .filter(({ day }) => day <= last)
    .sort((one, other) => one.day - other.day || (one.dates[0] ?? '').localeCompare(other.dates[0] ?? ''))
  const pxPerDay = plotWidthPx / Math.max(1, last - first)
  const notes: Changes[] = []
  for (const change of inOrder) {
    const before = notes.at(-1)
    const isClose =
      before !== undefined && (change.day - before.day) * pxPerDay < labelWidthPx(before) + labelWidthPx(change) + gapPx
    if (isClose) notes.splice(-1, 1, merged(before, change))
    else notes.push(change)
  }
  return notes.map((note) => ({ day: note.day, label: labelOf(note), text: textOf(note) }))
}

function merged(one: Changes, other: Changes): Changes {
  return {
    day: one.day,
    dates: [...new Set([...one.dates, ...other.dates])],
    names: [...new Set([...one.names, ...other.names])],
  }
}

function labelWidthPx(changes: Changes): number {
  return estimatedTextWidthPx(labelOf(changes), fontSizePx.quiet)
}

function labelOf({ dates }: Changes): string {
  const named = dates.slice(-maxNamedDates)
  return `new limits ${dates.length > named.length ? '… ' : ''}${named.join(', ')}`
}

function textOf({ dates, names }: Changes): string {
  return `New limits ${dates.join(', ')}: ${names.join(', ')}.`
}

/** The day of a date; the first day of a month. */
function dayNumber(date: string): number {
  const reading = parseDay(date.length === 'YYYY-MM'.length ? `${date}-01` : date)
  return reading.ok ? reading.value : 0
}
