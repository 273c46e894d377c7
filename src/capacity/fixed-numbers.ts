/**
 * Fixed numbers of partitions, connections and groups: how full they may be at the recommended size.
 */
import { type Dimension, dimensionNoun } from '../contracts/dimensions.ts'
import type { Prediction } from '../contracts/prediction.ts'
import { formatPercent } from '../units/ratio.ts'
import type { ConstraintModel } from './constraint-model.ts'

/** Numbers that the customer sets. They do not vary with the load, so they need no reserve. */
const countedDimensions: readonly Dimension[] = ['partitions', 'connections', 'consumer-groups']
const countedText = 'partitions, connections and consumer groups'

/**
 * True for a number that the service refuses to exceed. A guideline is not one, because it shares its capacity with
 * others.
 */
function isFixedNumber({ dimension, kind }: Pick<ConstraintModel, 'dimension' | 'kind'>): boolean {
  return kind === 'fixed' && countedDimensions.includes(dimension)
}

/** The highest utilisation that a limit may have: the target, or all of a fixed number. */
export function targetOf(model: Pick<ConstraintModel, 'dimension' | 'kind'>, target: number): number {
  return isFixedNumber(model) ? 1 : target
}

/** "every limit at or below 80 %, except partitions at 83 % of a fixed number": what a smallest size keeps. */
export function withinText(smallest: NonNullable<Prediction['smallest']>): string {
  return `every limit at or below ${formatPercent(smallest.targetUtilisation)}${exceptionText(smallest)}`
}

/**
 * "every limit at or below 80 % (fixed numbers of partitions, connections and consumer groups: 100 %)": what the
 * smallest sizes of several offerings or days keep. The fixed numbers are left out if none of them is above the target.
 */
export function targetText(target: number, canBeAbove = true): string {
  const limits = `every limit at or below ${formatPercent(target)}`
  if (target >= 1 || !canBeAbove) return limits
  return `${limits} (fixed numbers of ${countedText}: ${formatPercent(1)})`
}

/** ", except partitions at 83 % of a fixed number": the fixed numbers above the target, or nothing. */
function exceptionText({ fixedNumbers = [] }: NonNullable<Prediction['smallest']>): string {
  if (fixedNumbers.length === 0) return ''
  const named = fixedNumbers.map(
    ({ dimension, utilisation }) => `${dimensionNoun(dimension)} at ${formatPercent(utilisation)}`,
  )
  return `, except ${named.join(' and ')} of a fixed number`
}

/** "partitions, of the others requests": the fullest limit, and beside a fixed number the one that decides the size. */
export function fullestText({ dimension, otherDimension }: NonNullable<Prediction['smallest']>): string {
  const fullest = dimensionNoun(dimension)
  return otherDimension === undefined ? fullest : `${fullest}, of the others ${dimensionNoun(otherDimension)}`
}
