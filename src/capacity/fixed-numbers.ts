/**
 * Fixed numbers of partitions, connections and groups: how full they may be at the recommended size.
 */
import { dimensionNoun } from '../contracts/dimensions.ts'
import type { Prediction } from '../contracts/prediction.ts'
import { formatUtilisation } from '../contracts/target-utilisation.ts'
import { joinNames } from '../units/join-names.ts'
import { formatPercent } from '../units/ratio.ts'

const countedText = 'partitions, connections and consumer groups'

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
  return `, except ${joinNames(named)} of a fixed number`
}

/**
 * "requests at 71 %", "partitions at 96 % of a fixed number, of the others requests at 71 %": how full the size is at the
 * offered load, and by which limit. Predictions of earlier versions do not say how full.
 */
export function fullestText(smallest: NonNullable<Prediction['smallest']>): string {
  const { dimension, utilisation, fixedNumbers = [] } = smallest
  const isFixed = fixedNumbers.some((each) => each.dimension === dimension)
  const fullest = `${dimensionNoun(dimension)}${fullText(utilisation, smallest)}${isFixed ? ' of a fixed number' : ''}`
  const other = fullestOtherText(smallest)
  return other === null ? fullest : `${fullest}, of the others ${other}`
}

/** "requests at 71 %": the limit that decides the size beside a fixed number; null if the fullest limit does. */
export function fullestOtherText(smallest: NonNullable<Prediction['smallest']>): string | null {
  const { otherDimension, otherUtilisation } = smallest
  return otherDimension === undefined ? null : `${dimensionNoun(otherDimension)}${fullText(otherUtilisation, smallest)}`
}

/** " at 79.7 %", with a decimal if it looks like the target. */
function fullText(utilisation: number | undefined, { targetUtilisation }: NonNullable<Prediction['smallest']>): string {
  return utilisation === undefined ? '' : ` at ${formatUtilisation(utilisation, targetUtilisation)}`
}
