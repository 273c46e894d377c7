/**
 * Constraints as people call them.
 */
import { type Dimension, dimensionRecords } from '../contracts/dimensions.ts'
import type { Constraint } from '../contracts/prediction.ts'
import { formatCount } from '../units/count.ts'
import { formatInUnit } from '../units/in-unit.ts'
import { significantDigits } from '../units/number-text.ts'
import { rateUnitFor } from './value-format.ts'

/** What a dimension is called: "Partition ingress". */
export function dimensionName(dimension: Dimension): string {
  return dimensionRecords[dimension].label
}

/** What a constraint is called, with the topic or client where it has one: "Partition ingress (orders)". */
export function constraintName(constraint: Pick<Constraint, 'id' | 'dimension'>): string {
  const colon = constraint.id.indexOf(':')
  if (colon < 0) return dimensionName(constraint.dimension)
  // `producer-pipeline:0:loaders`: the number only keeps ids apart where names are alike.
  const subject = constraint.id.slice(colon + 1).replace(/^\d+:/, '')
  return `${dimensionName(constraint.dimension)} (${subject})`
}

/** A longer name would take the room of the bars. */
const longestShortName = 36

/** As `constraintName`, its middle left out where it is long: names of topics may have 200 characters. */
export function shortConstraintName(constraint: Pick<Constraint, 'id' | 'dimension'>): string {
  const name = constraintName(constraint)
  if (name.length <= longestShortName) return name
  const endLength = Math.floor(longestShortName / 3)
  return `${name.slice(0, longestShortName - endLength - 1)}…${name.slice(-endLength)}`
}

/** Demand beside capacity, the unit once: "117 of 100 MB/s", "108 of 6,000 partitions". */
export function demandOfCapacity(constraint: Pick<Constraint, 'demand' | 'capacity' | 'unit'>): string {
  const { demand, capacity, unit } = constraint
  if (unit === 'bytes/s') {
    const { factor } = rateUnitFor(capacity)
    return `${significantDigits(demand / factor)} of ${formatInUnit(capacity, unit)}`
  }
  const demandText = Number.isInteger(demand) ? formatCount(demand) : significantDigits(demand)
  return `${demandText} of ${formatInUnit(capacity, unit)}`
}
