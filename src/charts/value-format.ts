/**
 * Formats values of charts and their tables for people, always with the unit.
 */
import { formatUtilisation } from '../contracts/target-utilisation.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { shortestBytes } from '../units/bytes.ts'
import { formatDay } from '../units/calendar-day.ts'
import { formatCount } from '../units/count.ts'
import { formatDuration, formatMicroseconds } from '../units/duration.ts'
import { groupDigits, significantDigits } from '../units/number-text.ts'
import { type Quantity, quantityText } from '../units/quantity.ts'
import { formatPercent } from '../units/ratio.ts'
import { formatRecordRate } from '../units/record-rate.ts'

/** The kind of a value, which decides its format. */
export type ValueFormat =
  | 'bytes-per-sec'
  | 'records-per-sec'
  | 'bytes'
  | 'seconds'
  /** Days since 1 January 1970, UTC. */
  | 'day'
  | 'duration-ms'
  | 'latency-us'
  | 'ratio'
  /** A ratio of a limit's demand to its capacity, with a decimal if it looks like the target or a full limit. */
  | 'utilisation'
  | 'percentile'
  | 'count'
  | 'number'
  | 'text'

/** A unit: its size in base units, and its name. */
export type DisplayUnit = { readonly factor: number; readonly name: string }

const rateUnits: readonly DisplayUnit[] = [
  { factor: 1e12, name: 'TB/s' },
  { factor: 1e9, name: 'GB/s' },
  { factor: 1e6, name: 'MB/s' },
  { factor: 1e3, name: 'kB/s' },
]

/** The decimal unit (1 MB = 10^6 bytes) in which a rate of this size is written. */
export function rateUnitFor(bytesPerSec: number): DisplayUnit {
  return rateUnits.find((unit) => bytesPerSec >= unit.factor * 0.9995) ?? { factor: 1, name: 'B/s' }
}

const maxPercentileDecimals = 6

/** A value with its unit; "–" for null. */
export function formatValue(value: number | string | null, format: ValueFormat): string {
  if (value === null) return '–'
  if (typeof value === 'string') return value
  switch (format) {
    case 'bytes-per-sec':
      return formatByteRate(value)
    case 'records-per-sec':
      return formatRecordRate(value)
    case 'bytes':
      return shortestBytes(value)
    case 'seconds':
      return formatDuration(value * 1_000)
    case 'day':
      return formatDay(Math.round(value))
    case 'duration-ms':
      return formatDuration(value)
    case 'latency-us':
      return formatMicroseconds(value)
    case 'ratio':
      return formatPercent(value)
    case 'utilisation':
      return formatUtilisation(value)
    case 'percentile':
      return `${groupDigits(value * 100, maxPercentileDecimals)} %`
    case 'count':
      return formatCount(value)
    case 'number':
    case 'text':
      return significantDigits(value)
  }
}

/** A rate below this share of a unit would have too few digits in that unit. */
const minShareOfUnit = 0.01

/** A rate in the unit of the larger one of two rates, so that they can be compared: "0.869 MB/s" beside "2.5 MB/s". */
export function formatRateBeside(bytesPerSec: number, other: number): string {
  return quantityText(rateBeside(bytesPerSec, other))
}

/** The rate of `formatRateBeside`, with number and unit apart. */
export function rateBeside(bytesPerSec: number, other: number): Quantity {
  const { factor, name } = rateUnitFor(rateOfUnitBeside(bytesPerSec, other))
  return { digits: significantDigits(bytesPerSec / factor), unit: name }
}

/** Which of two rates decides the unit of the first: the larger one, unless the first has too few digits in that unit. */
export function rateOfUnitBeside(bytesPerSec: number, other: number): number {
  const larger = Math.max(bytesPerSec, other)
  return bytesPerSec / rateUnitFor(larger).factor < minShareOfUnit ? bytesPerSec : larger
}

/** A band or an interval in the unit of its middle value: "100 MB/s (95–106)". */
export function formatRateBand(low: number, middle: number, high: number): string {
  const unit = rateUnitFor(middle)
  const [from, to] = [significantDigits(low / unit.factor), significantDigits(high / unit.factor)]
  const bounds = from === to ? '' : ` (${from}–${to})`
  return `${formatByteRate(middle)}${bounds}`
}
