import { formatByteRate } from './byte-rate.ts'
import { formatBytes } from './bytes.ts'
import { formatCount } from './count.ts'
import { groupDigits, significantDigits } from './number-text.ts'
import { formatPercent } from './ratio.ts'
import { formatRate } from './record-rate.ts'

/**
 * Formats a number in the unit of a constraint or a published figure: `bytes/s`, `wire bytes/s`, `records/s`,
 * `partitions`, `ratio`, `share of cores`, ...
 *
 * Bytes are scaled ("50 MB/s", "12 TB") and shares are in percent. Ratios and rates below 100 have three significant figures.
 * Counts are whole or have one decimal (two below 1), cores two, and 1 has the singular of its unit.
 */
export function formatInUnit(value: number, unit: string): string {
  if (unit.endsWith('bytes/s')) return formatByteRate(value)
  if (unit === 'bytes') return formatBytes(value)
  if (unit.endsWith('/s')) return `${formatRate(value)} ${unit}`
  if (unit === 'ratio') return significantDigits(value)
  if (unit.startsWith('share of')) return formatPercent(value)
  const text = Number.isInteger(value)
    ? formatCount(value)
    : value < 0.95
      ? significantDigits(value)
      : groupDigits(value, unit === 'cores' ? 2 : 1)
  return `${text} ${value === 1 ? unit.replace(/s$/, '') : unit}`
}
