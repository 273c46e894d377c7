/**
 * Predicts several workloads on one cluster: all of them together, the part of every limit that each uses, and the
 * headroom without each.
 */
import type { Figures } from '../../contracts/figures.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Prediction } from '../../contracts/prediction.ts'
import { targetUtilisation } from '../../contracts/target-utilisation.ts'
import { predict } from '../predict.ts'
import { smallestSize } from '../smallest-size.ts'
import { situationOf, solve } from '../solve.ts'
import { type Mixture, mergedScenario } from './mixture.ts'
import { type LimitParts, partsByWorkload } from './parts-by-workload.ts'

/** Headroom and smallest size of some of the workloads on the deployment of the mixture. */
export type SomeWorkloads = Pick<Prediction, 'headroom' | 'smallest'>

/** One workload of a mixture. */
export type WorkloadOfMixture = {
  readonly name: string
  /** Its own offered load. */
  readonly offered: Figures
  /** The prediction for this workload alone on the deployment. */
  readonly alone: SomeWorkloads
  /** The prediction for the other workloads without this one; null if there are no others. */
  readonly withoutIt: SomeWorkloads | null
}

/** Several workloads on one cluster. */
export type MixturePrediction = {
  /** The prediction for all workloads together. Its headroom is one factor on all of them. */
  readonly prediction: Prediction
  readonly workloads: readonly WorkloadOfMixture[]
  /** The part of every limit that each workload uses. */
  readonly limits: readonly LimitParts[]
}

/** Predicts all workloads together, each one alone, and the others without each one. Never throws, like `predict`. */
export function predictMixture(mixture: Mixture, offering: Offering, target = targetUtilisation): MixturePrediction {
  const prediction = predict(mixture.scenario, offering)
  const alone = mixture.workloads.map((scenario) => ({ scenario, prediction: predict(scenario, offering) }))
  const someOf = (isKept: (index: number) => boolean): SomeWorkloads | null => {
    const kept = mixture.workloads.filter((_each, index) => isKept(index))
    if (kept.length === 0) return null
    const scenario = mergedScenario(kept)
    const { situation, growth } = solve(scenario, offering)
    return { headroom: growth.factor, smallest: smallestSize(scenario, situation, target) }
  }
  return {
    prediction,
    workloads: alone.map(({ scenario, prediction: own }, index) => ({
      name: scenario.name,
      offered: own.offered,
      alone: { headroom: own.headroom, smallest: smallestSize(scenario, situationOf(scenario, offering), target) },
      withoutIt: someOf((each) => each !== index),
    })),
    limits: partsByWorkload(prediction, alone),
  }
}
