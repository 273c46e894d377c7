/**
 * Describes the target of a campaign by the properties that the targets of its runs share. Cases of a benchmark may
 * need different clusters.
 */
import type { TargetDescription } from '../../contracts/target.ts'

/** Merges two descriptions. Parts of the label that only one has are dropped; values that differ become null. */
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

/**
 * Keeps the kind of target, with which a label begins, and the properties after commas and semicolons that both have.
 */
function sharedLabel(one: string, other: string): string {
  const beforeEach = /(?=[,;] )/
  const known = other.split(beforeEach)
  const parts = one.split(beforeEach)
  return parts.filter((part, index) => index === 0 || known.includes(part)).join('')
}
