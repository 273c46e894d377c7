import { formatByteRate } from './byte-rate.ts'
import { formatCount } from './count.ts'
import { groupDigits, significantDigits } from './number-text.ts'
import { formatPercent } from './ratio.ts'
import { formatRate } from './record-rate.ts'

/**
 * A number with the unit that stands beside it in a constraint or a published figure: `bytes/s`, `wire bytes/s`,
 * `records/s`, `partitions`, `ratio`, `share of cores`, ...
 *
 * Rates get the figures they need; counts are whole, or have one decimal where they are means. One thing is singular.
 */
export function formatInUnit(value: number, unit: string): string {
  if (unit.endsWith('bytes/s')) return formatByteRate(value)
  if (unit.endsWith('/s')) return `${formatRate(value)} ${unit}`
  if (unit === 'ratio') return significantDigits(value)
  if (unit.startsWith('share of')) return formatPercent(value)
  const text = Number.isInteger(value) ? formatCount(value) : groupDigits(value, 1)
  return `${text} ${value === 1 ? unit.replace(/s$/, '') : unit}`
}
