/**
 * The usual target utilisation of limits, and utilisations as text.
 */
import { groupDigits } from '../units/number-text.ts'
import { formatPercent } from '../units/ratio.ts'
import type { Dimension } from './dimensions.ts'
import type { Constraint } from './prediction.ts'

/**
 * Default target utilisation of every limit except those on numbers of partitions, connections and groups. Above it, higher
 * latency and throttling are to be expected (Confluent's guidance on cluster load).
 */
export const targetUtilisation = 0.8

/**
 * A utilisation as text. It has a decimal if it would otherwise look like the target or like a full limit without being
 * so: "79.7 %", "99.6 %".
 */
export function formatUtilisation(utilisation: number, target = targetUtilisation): string {
  const rounded = formatPercent(utilisation)
  const looksLike = (share: number) => rounded === formatPercent(share)
  return looksLike(target) || looksLike(1) ? `${groupDigits(utilisation * 100, 1)} %` : rounded
}

/** Numbers that the customer sets. They do not vary with the load, so they need no reserve. */
const countedDimensions: readonly Dimension[] = ['partitions', 'connections', 'consumer-groups']

/**
 * The highest utilisation that a limit may have: the target, or all of a number that the service refuses to exceed. A
 * guideline is no such number, because it shares its capacity with others.
 */
export function targetOf({ dimension, kind }: Pick<Constraint, 'dimension' | 'kind'>, target: number): number {
  return kind === 'fixed' && countedDimensions.includes(dimension) ? 1 : target
}
