/**
 * Words the chance that the offered load is met. Texts are empty for declared limits, because these are facts.
 */
import type { Prediction } from '../contracts/prediction.ts'
import { byteRateQuantity } from '../units/byte-rate.ts'
import { joinBounds, type Quantity, quantityText } from '../units/quantity.ts'

/**
 * Chances below this, or closer to 1 than this, are shown as "less than" or "more than", because no band is known well
 * enough to tell them apart.
 */
const leastWorded = 0.01

/** "76 %", "less than 1 %", "more than 99 %". */
export function chanceText(chance: number): string {
  return quantityText(chanceQuantity(chance))
}

/** The chance as number and unit: "less than 1" and "%". */
export function chanceQuantity(chance: number): Quantity {
  const unit = '%'
  if (chance < leastWorded) return { digits: 'less than 1', unit }
  return { digits: chance > 1 - leastWorded ? 'more than 99' : String(Math.round(chance * 100)), unit }
}

/** "carries" or "carry"; with a chance "likely carry", or "may carry" if the chance is below 50 %. */
export function carryVerb({ chanceMet, deployment }: Pick<Prediction, 'chanceMet' | 'deployment'>): string {
  const verb = deployment.size === 1 ? 'carries' : 'carry'
  if (chanceMet == null) return verb
  return chanceMet < 0.5 ? 'may carry' : `likely ${verb}`
}

/** ": the chance that the load is met is 76 %"; follows the rate that is carried. */
export function chanceClause({ chanceMet }: Pick<Prediction, 'chanceMet'>): string {
  return chanceMet == null ? '' : `: the chance that the load is met is ${chanceText(chanceMet)}`
}

/** "; nine of ten such clusters carry 12 to 55 MB/s in, and 8 % of them the whole load"; follows a partial load. */
export function bandClause({ chanceMet, achievable }: Pick<Prediction, 'chanceMet' | 'achievable'>): string {
  if (chanceMet == null) return ''
  const { low, high } = achievable.ingressWireBytesPerSec
  const bounds = joinBounds(byteRateQuantity(low), byteRateQuantity(high))
  return `; nine of ten such clusters carry ${bounds} in, and ${chanceText(chanceMet)} of them the whole load`
}
