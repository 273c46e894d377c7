/**
 * Labels of constraints in charts and lists.
 */
import { constraintName, dimensionRecords } from '../contracts/dimensions.ts'
import type { Constraint } from '../contracts/prediction.ts'
import { formatBytes } from '../units/bytes.ts'
import { formatCount } from '../units/count.ts'
import { formatInUnit } from '../units/in-unit.ts'
import { significantDigits } from '../units/number-text.ts'
import { rateUnitFor } from './value-format.ts'

/** Maximum length of a label beside a bar, in characters. Longer labels would leave too little space for the bars. */
const maxLabelCharacters = 36

/**
 * The name of a constraint for a label. The middle of a long name is left out, because topic names can be very long.
 */
export function shortConstraintName(constraint: Pick<Constraint, 'id' | 'dimension'>): string {
  const name = constraintName(constraint)
  if (name.length <= maxLabelCharacters) return name
  const endLength = Math.floor(maxLabelCharacters / 3)
  return `${name.slice(0, maxLabelCharacters - endLength - 1)}…${name.slice(-endLength)}`
}

/** "12,000 of 39,604 records/s per connection": demand and capacity, and "per …" if they are those of a single client. */
export function demandOfCapacity(constraint: Pick<Constraint, 'dimension' | 'demand' | 'capacity' | 'unit'>): string {
  return `${amountsOf(constraint)} ${perText(constraint)}`.trimEnd()
}

/** "per connection" if demand and capacity are those of a single client; empty if the name of the limit says whose they are. */
export function perText({ dimension }: Pick<Constraint, 'dimension'>): string {
  const { per } = dimensionRecords[dimension]
  return per === undefined ? '' : `per ${per}`
}

/** Demand and capacity, with the unit of the capacity: "117 of 100 MB/s", "12.3 TB of 200 GB", "108 of 6,000 partitions". */
export function amountsOf({ demand, capacity, unit }: Pick<Constraint, 'demand' | 'capacity' | 'unit'>): string {
  if (unit === 'bytes/s') {
    const { factor } = rateUnitFor(capacity)
    return `${significantDigits(demand / factor)} of ${formatInUnit(capacity, unit)}`
  }
  if (unit === 'bytes') return `${formatBytes(demand)} of ${formatBytes(capacity)}`
  const demandText = Number.isInteger(demand) ? formatCount(demand) : significantDigits(demand)
  return `${demandText} of ${formatInUnit(capacity, unit)}`
}
