import { formatByteRate } from './byte-rate.ts'
import { formatCount } from './count.ts'
import { groupDigits } from './number-text.ts'
import { formatRate } from './record-rate.ts'

/**
 * A number with the unit that stands beside it in a constraint: `bytes/s`, `records/s`, `partitions`, ...
 *
 * Rates get the figures they need; counts are whole, or have one decimal where they are means. One thing is singular.
 */
export function formatInUnit(value: number, unit: string): string {
  if (unit === 'bytes/s') return formatByteRate(value)
  if (unit.endsWith('/s')) return `${formatRate(value)} ${unit}`
  const text = Number.isInteger(value) ? formatCount(value) : groupDigits(value, 1)
  return `${text} ${value === 1 ? unit.replace(/s$/, '') : unit}`
}
