/**
 * The target of a campaign: what the targets of its runs have in common. Rows may want clusters of their own.
 */
import type { TargetDescription } from '../../contracts/target.ts'

/** What is true of both: a label without what only one of them says, no number where theirs differ. */
export function sharedTarget(one: TargetDescription, other: TargetDescription): TargetDescription {
  return {
    ...one,
    label: sharedLabel(one.label, other.label),
    enforces: one.enforces.filter((dimension) => other.enforces.includes(dimension)),
    isDeclaredCapacity: one.isDeclaredCapacity && other.isDeclaredCapacity,
    brokers: one.brokers === other.brokers ? one.brokers : null,
    quotas: JSON.stringify(one.quotas) === JSON.stringify(other.quotas) ? one.quotas : null,
  }
}

/** A label begins with what it is; what it has follows, after a comma or a semicolon each. */
function sharedLabel(one: string, other: string): string {
  const beforeEach = /(?=[,;] )/
  const known = other.split(beforeEach)
  const parts = one.split(beforeEach)
  return parts.filter((part, index) => index === 0 || known.includes(part)).join('')
}
