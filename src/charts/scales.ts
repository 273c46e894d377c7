/**
 * Creates scales with round ticks. Ticks are part of a description, so that all painters divide an axis in the same
 * way.
 */

import { significantDigits } from '../units/number-text.ts'
import { formatRate } from '../units/record-rate.ts'
import type { Scale, Tick } from './chart-description.ts'
import { dayTicks } from './day-scale.ts'
import { formatValue, rateUnitFor, type ValueFormat } from './value-format.ts'

/** An axis has about this many intervals between its ticks. */
const tickIntervals = 6

/**
 * The smallest of 1, 2, 2.5 and 5 times a power of ten that divides `range` into at most about `intervals` intervals.
 */
function roundStep(range: number, intervals: number): number {
  const rough = range / intervals
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= rough * 0.999) ?? 10
  return factor * power
}

/** Ticks from 0 to `max` at every `step`. */
function ticksUpTo(max: number, step: number, label: (value: number) => string): Tick[] {
  const count = Math.floor(max / step + 1e-9)
  return Array.from({ length: count + 1 }, (_, index) => ({ value: index * step, label: label(index * step) }))
}

/**
 * An axis of bytes/s from zero, with ticks in one decimal unit.
 *
 * @param what the quantity; "ingress, wire" gives the title "ingress, wire MB/s"
 */
export function rateScale(what: string, highestBytesPerSec: number): Scale {
  const highest = highestBytesPerSec > 0 ? highestBytesPerSec : 1
  const step = roundStep(highest, tickIntervals)
  const max = Math.ceil(highest / step - 1e-9) * step
  const unit = rateUnitFor(max)
  return {
    kind: 'linear',
    title: `${what} ${unit.name}`,
    format: 'bytes-per-sec',
    min: 0,
    max,
    ticks: ticksUpTo(max, step, (value) => significantDigits(value / unit.factor)),
  }
}

/** An axis of records/s from zero. */
export function recordRateScale(what: string, highestPerSec: number): Scale {
  const highest = highestPerSec > 0 ? highestPerSec : 1
  const step = roundStep(highest, tickIntervals)
  const max = Math.ceil(highest / step - 1e-9) * step
  const title = `${what}, records/s`
  return { kind: 'linear', title, format: 'records-per-sec', min: 0, max, ticks: ticksUpTo(max, step, formatRate) }
}

/** An axis of ratios in percent, from zero to at least 100 %. */
export function ratioScale(title: string, highest: number): Scale {
  const step = highest <= 1.25 ? 0.2 : roundStep(highest, tickIntervals)
  const max = Math.max(1, Math.ceil(highest / step - 1e-9) * step)
  const ticks = ticksUpTo(max, step, (value) => formatValue(Number(value.toFixed(6)), 'ratio'))
  return { kind: 'linear', title, format: 'ratio', min: 0, max, ticks }
}

/** Distances between ticks of time, in seconds. */
const timeSteps = [1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800]
/** Longest axis of time, in seconds, that is labelled in seconds. Longer ones are labelled in minutes. */
const maxLabelledInSeconds = 300
/** An axis of time has at most this many intervals between its ticks. */
const timeTickIntervals = 8

/** An axis of time since the load began, in seconds. A long one is labelled in minutes. */
export function timeScale(durationSeconds: number): Scale {
  const max = Math.max(1, durationSeconds)
  const step = timeSteps.find((candidate) => max / candidate <= timeTickIntervals) ?? roundStep(max, timeTickIntervals)
  const isLong = max > maxLabelledInSeconds
  return {
    kind: 'linear',
    title: isLong ? 'minutes since the load began' : 'seconds since the load began',
    format: 'seconds',
    min: 0,
    max,
    ticks: ticksUpTo(max, step, (value) => significantDigits(isLong ? value / 60 : value)),
  }
}

/**
 * A logarithmic axis of latencies between the powers of ten below the lowest and above the highest, with a tick at
 * each.
 */
export function latencyScale(title: string, lowestUs: number, highestUs: number): Scale {
  const from = Math.floor(Math.log10(Math.max(1, lowestUs)))
  const to = Math.max(from + 1, Math.ceil(Math.log10(Math.max(1, highestUs))))
  const ticks = Array.from({ length: to - from + 1 }, (_, index) => {
    const value = 10 ** (from + index)
    return { value, label: formatValue(value, 'latency-us') }
  })
  return { kind: 'logarithmic', title, format: 'latency-us', min: 10 ** from, max: 10 ** to, ticks }
}

/** If a percentile axis has more nines than this, only every second one is labelled, so that labels do not touch. */
const maxLabelledNines = 5
/** Free space after the highest percentile. */
const percentilePaddingFactor = 1.2

/**
 * The percentile axis of an HDR plot. It is logarithmic in 1 / (1 - percentile), so that each nine has the same width.
 *
 * @param highest the largest 1 / (1 - percentile), which for the maximum is the number of records
 */
export function percentileScale(title: string, highest: number): Scale {
  const max = Math.max(100, highest) * percentilePaddingFactor
  const nines = Math.floor(Math.log10(max))
  const step = nines > maxLabelledNines ? 2 : 1
  const ticks: Tick[] = [{ value: 2, label: '50 %' }]
  for (let count = 1; count <= nines; count += count === 1 ? 1 : step) {
    ticks.push({ value: 10 ** count, label: formatValue(1 - 10 ** -count, 'percentile') })
  }
  return { kind: 'logarithmic', title, format: 'percentile', min: 1, max, ticks }
}

/** An axis of rows from the top, one per label. */
export function rowScale(title: string, rows: readonly Omit<Tick, 'value'>[]): Scale {
  return {
    kind: 'category',
    title,
    format: 'text',
    min: 0,
    max: Math.max(0, rows.length - 1),
    ticks: rows.map((row, index) => ({ value: index, ...row })),
  }
}

/** If a logarithmic axis has more decades than this, only powers of ten have a tick. */
const maxDividedDecades = 2.3

/** An axis of any quantity between two values, with ticks at round values. */
export function valueScale(
  title: string,
  format: ValueFormat,
  range: { readonly kind: 'linear' | 'logarithmic'; readonly from: number; readonly to: number },
): Scale {
  const { kind, from, to } = range
  const values = kind === 'linear' ? roundValues(from, to) : logarithmicValues(from, to)
  // A long unit is moved to the title, because it would crowd the ticks.
  const isRate = format === 'records-per-sec'
  const ticks = values.map((value) => ({ value, label: isRate ? formatRate(value) : formatValue(value, format) }))
  return { kind, title: isRate ? `${title}, records/s` : title, format, min: from, max: to, ticks }
}

/** The multiples of a round step from `from` to `to`. */
function roundValues(from: number, to: number): number[] {
  const step = roundStep(to - from, tickIntervals)
  const first = Math.ceil(from / step - 1e-9)
  const count = Math.floor(to / step + 1e-9) - first + 1
  return Array.from({ length: count }, (_, index) => Number(((first + index) * step).toPrecision(12)))
}

/** The powers of ten from `from` to `to`; on a short axis also 2 and 5 times each. */
function logarithmicValues(from: number, to: number): number[] {
  const lowest = Math.floor(Math.log10(from))
  const decades = Array.from({ length: Math.ceil(Math.log10(to)) - lowest + 1 }, (_, index) => 10 ** (lowest + index))
  const factors = Math.log10(to / from) > maxDividedDecades ? [1] : [1, 2, 5]
  const values = decades.flatMap((decade) => factors.map((factor) => Number((factor * decade).toPrecision(12))))
  return values.filter((value) => value >= from * (1 - 1e-9) && value <= to * (1 + 1e-9))
}

/** The ticks of a section of an axis, divided in the same way as the whole axis. */
export function rangeTicks({ kind, format, ticks, max }: Scale, from: number, to: number): Tick[] {
  // A percentile axis has its ticks at nines at every zoom.
  if (format === 'percentile') return ticks.filter(({ value }) => value >= from && value <= to)
  if (format === 'day') return dayTicks(from, to)
  if (format === 'seconds') return timeTicks(from, to, max > maxLabelledInSeconds)
  const isWide = kind === 'logarithmic' && to / from > 4
  const values = isWide ? logarithmicValues(from, to) : roundValues(from, to)
  return values
    .filter((value) => format !== 'count' || Number.isInteger(value))
    .map((value) => ({ value, label: format === 'records-per-sec' ? formatRate(value) : formatValue(value, format) }))
}

/** Ticks of a section of an axis of time. `from` and `to` are seconds. */
function timeTicks(from: number, to: number, isInMinutes: boolean): Tick[] {
  const span = to - from
  const step =
    timeSteps.find((candidate) => span / candidate <= timeTickIntervals) ?? roundStep(span, timeTickIntervals)
  const first = Math.ceil(from / step - 1e-9)
  const count = Math.floor(to / step + 1e-9) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const value = (first + index) * step
    return { value, label: String(Number((isInMinutes ? value / 60 : value).toPrecision(4))) }
  })
}
