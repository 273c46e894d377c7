/**
 * Labels of constraints in charts and lists.
 */
import { constraintName } from '../contracts/dimensions.ts'
import type { Constraint } from '../contracts/prediction.ts'
import { formatCount } from '../units/count.ts'
import { formatInUnit } from '../units/in-unit.ts'
import { significantDigits } from '../units/number-text.ts'
import { rateUnitFor } from './value-format.ts'

/** Longest label beside a bar, in characters: a longer one would leave no room for the bars. */
const longestShortName = 36

/** `constraintName` without its middle if it is long: names of topics may have 200 characters. */
export function shortConstraintName(constraint: Pick<Constraint, 'id' | 'dimension'>): string {
  const name = constraintName(constraint)
  if (name.length <= longestShortName) return name
  const endLength = Math.floor(longestShortName / 3)
  return `${name.slice(0, longestShortName - endLength - 1)}…${name.slice(-endLength)}`
}

/** Demand and capacity with their unit once: "117 of 100 MB/s", "108 of 6,000 partitions". */
export function demandOfCapacity(constraint: Pick<Constraint, 'demand' | 'capacity' | 'unit'>): string {
  const { demand, capacity, unit } = constraint
  if (unit === 'bytes/s') {
    const { factor } = rateUnitFor(capacity)
    return `${significantDigits(demand / factor)} of ${formatInUnit(capacity, unit)}`
  }
  const demandText = Number.isInteger(demand) ? formatCount(demand) : significantDigits(demand)
  return `${demandText} of ${formatInUnit(capacity, unit)}`
}
