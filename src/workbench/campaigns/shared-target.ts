/**
 * The target of a campaign: what the targets of its runs have in common. Rows may need different clusters.
 */
import type { TargetDescription } from '../../contracts/target.ts'

/** Merges two descriptions: parts of the label that only one has are dropped, and numbers that differ become null. */
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

/** A label begins with the kind of target; its properties follow, separated by commas or semicolons. */
function sharedLabel(one: string, other: string): string {
  const beforeEach = /(?=[,;] )/
  const known = other.split(beforeEach)
  const parts = one.split(beforeEach)
  return parts.filter((part, index) => index === 0 || known.includes(part)).join('')
}
