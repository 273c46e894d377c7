/**
 * What a prediction claims of a run, and whether that is true of a world: the adversary knows both.
 */
import { predict } from '../../src/capacity/predict.ts'
import { scaleScenario } from '../../src/capacity/scale-scenario.ts'
import type { Offering } from '../../src/contracts/offering.ts'
import type { PredictionContext } from '../../src/contracts/prediction-context.ts'
import type { Band } from '../../src/contracts/primitives.ts'
import type { Scenario } from '../../src/contracts/scenario.ts'

/** A truth this far outside a band makes the prediction wrong: the definition. */
export const wrongFraction = 0.1

/** A load this far from a limit leaves no doubt on which side of it a run is. */
const clearFraction = 0.1

/**
 * What is true of a prediction in a world.
 *
 * `wrong`: a limit lies 10 % or more outside its band, or a load that was to be carried is not, by 10 % or more. `right`:
 * every claim holds, and a wrong one would have shown. `carried`: every claim holds, and no limit is claimed to be reached.
 * `near`: neither.
 */
export type Truth = 'wrong' | 'right' | 'carried' | 'near'

/** Predicted limits in wire bytes/s, as bands; null where the model names none for a direction. */
export interface PredictedLimits {
  readonly ingress: Band | null
  readonly egress: Band | null
}

/** The limits as a load far above them shows them: the band of what binds; other directions by its relative width. */
export function predictedLimits(
  scenario: Scenario,
  offering: Offering,
  context: Partial<PredictionContext>,
): PredictedLimits {
  const { expected, constraints, binding } = predict(scaleScenario(scenario, 100), offering, context)
  const { low, likely, high } = expected.ingressWireBytesPerSec
  const limitOf = (dimension: 'ingress' | 'egress'): Band | null => {
    const bands = { ingress: expected.ingressWireBytesPerSec, egress: expected.egressWireBytesPerSec }
    // With the bursts that are expected of it, which a declared capacity is without.
    if (binding.some((bound) => bound.dimension === dimension)) return bands[dimension]
    const capacity = constraints.find((constraint) => constraint.dimension === dimension)?.capacity
    if (capacity === undefined) return null
    return { low: (capacity * low) / likely, likely: capacity, high: (capacity * high) / likely }
  }
  const isDeclared = binding.every(({ dimension }) => dimension === 'ingress' || dimension === 'egress')
  return isDeclared
    ? { ingress: limitOf('ingress'), egress: limitOf('egress') }
    : { ingress: expected.ingressWireBytesPerSec, egress: null }
}

/** A direction: what is asked of it if the prediction holds, and in truth; its predicted and its true limit. */
interface Direction {
  readonly predictedDemand: number
  readonly trueDemand: number
  readonly band: Band
  readonly limit: number
}

export function truthOf({ predictedDemand, trueDemand, band, limit }: Direction): Truth {
  if (predictedDemand < band.low) {
    if (limit < trueDemand * (1 - wrongFraction)) return 'wrong'
    const isClear = predictedDemand <= band.low * (1 - clearFraction) && limit >= trueDemand * (1 + clearFraction)
    return isClear ? 'carried' : 'near'
  }
  if (limit < band.low * (1 - wrongFraction) || limit > band.high * (1 + wrongFraction)) return 'wrong'
  if (limit < band.low || limit > band.high) return 'near'
  return trueDemand >= band.high * (1 + clearFraction) ? 'right' : 'near'
}

/** Of all directions together: one that is wrong makes the prediction wrong. */
export function worstOf(truths: readonly Truth[]): Truth {
  if (truths.includes('wrong')) return 'wrong'
  if (truths.includes('near')) return 'near'
  return truths.includes('right') ? 'right' : 'carried'
}
