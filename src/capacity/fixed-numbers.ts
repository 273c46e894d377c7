/**
 * Fixed numbers of partitions, connections and groups: how full they may be at the recommended size.
 */
import { type Dimension, dimensionNoun } from '../contracts/dimensions.ts'
import type { Prediction } from '../contracts/prediction.ts'
import { formatPercent } from '../units/ratio.ts'
import type { ConstraintModel } from './constraint-model.ts'

/** Numbers that the customer sets. They do not vary with the load, so they need no reserve. */
const countedDimensions: readonly Dimension[] = ['partitions', 'connections', 'consumer-groups']

/** True for a number that the service refuses to exceed. A guideline shares its capacity with others and is none. */
function isFixedNumber({ dimension, kind }: Pick<ConstraintModel, 'dimension' | 'kind'>): boolean {
  return kind === 'fixed' && countedDimensions.includes(dimension)
}

/** The highest utilisation that a limit may have: the target, or all of a fixed number. */
export function targetOf(model: Pick<ConstraintModel, 'dimension' | 'kind'>, target: number): number {
  return isFixedNumber(model) ? 1 : target
}

/** ", except partitions at 83 % of a fixed number": the fixed numbers above the target, or nothing. */
export function exceptionText({ fixedNumbers = [] }: NonNullable<Prediction['smallest']>): string {
  if (fixedNumbers.length === 0) return ''
  const named = fixedNumbers.map(
    ({ dimension, utilisation }) => `${dimensionNoun(dimension)} at ${formatPercent(utilisation)}`,
  )
  return `, except ${named.join(' and ')} of a fixed number`
}
