import type { Offering } from '../contracts/offering.ts'
import type { Prediction, PredictionContext } from '../contracts/prediction.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { giveAdvice } from './advice.ts'
import { listAssumptions } from './assumptions.ts'
import { achievableFactors, bandTerms, expectedFactors, expectedTerm, figureBandsAt, roundFigures } from './band.ts'
import { asConstraint, type ConstraintModel } from './constraint-model.ts'
import { allConstraints } from './constraints/all-constraints.ts'
import { findHeadroom, type Headroom, vetoes } from './headroom.ts'
import { earliestLimitSet, limitSetAt } from './limit-set.ts'
import { minimumPartitions } from './minimum-partitions.ts'
import { deploymentRefusals, limitRefusals } from './refusals.ts'
import { describeSituation, type Situation } from './situation.ts'
import { smallestSize } from './smallest-size.ts'
import { type Traffic, trafficAt } from './traffic.ts'

/** A prediction for a real service, by its published limits alone. */
const plainContext: PredictionContext = { capacityScale: 1, allowsBurst: true }

/**
 * What a workload gets from a deployment, and why.
 *
 * Pure and total for parsed values: what cannot be had (a size, a date, too many partitions) is a refusal in the answer,
 * never an exception. `context` says where it will be run: scaled, without bursts, on how many brokers.
 */
export function predict(scenario: Scenario, offering: Offering, context: Partial<PredictionContext> = {}): Prediction {
  const whole: PredictionContext = { ...plainContext, ...context }
  const limits = limitSetAt(offering, scenario.deployment.asOf) ?? earliestLimitSet(offering)
  const size = scenario.deployment.size
  const situation = describeSituation(scenario, offering, limits, { context: whole, size })
  const models = allConstraints(situation)
  const offered = trafficAt(situation, 1)
  const vetoing = vetoes(models, offered)
  const headroom: Headroom = vetoing.length > 0 ? { factor: 0, binding: vetoing } : findHeadroom(situation, models)
  const refusals = [...deploymentRefusals(scenario, offering, limits), ...limitRefusals(vetoing, offered)]
  const isFeasible = refusals.length === 0
  const smallest = smallestSize(scenario, situation)
  const fewestPartitions = minimumPartitions(situation, models)
  return {
    schemaVersion: 1,
    scenarioName: scenario.name,
    deployment: describeDeployment(situation),
    isFeasible,
    refusals,
    ...rates(situation, models, headroom, offered),
    binding: headroom.binding.map(({ id, dimension, layer }) => ({ id, dimension, layer })),
    constraints: models.map((model) => asConstraint(model, offered)),
    assumptions: listAssumptions(situation),
    smallest,
    minimumPartitions: fewestPartitions,
    advice: giveAdvice({ situation, models, headroom, isFeasible, smallest, minimumPartitions: fewestPartitions }),
  }
}

type Rates = Pick<
  Prediction,
  'offered' | 'achievable' | 'expected' | 'capacity' | 'headroom' | 'band' | 'requestsPerSec' | 'produceRequestsPerSec'
>

function rates(situation: Situation, models: readonly ConstraintModel[], headroom: Headroom, offered: Traffic): Rates {
  const { factor } = headroom
  const terms = bandTerms(situation, models, headroom)
  const own = expectedTerm(situation)
  const reached = trafficAt(situation, Math.min(1, factor))
  const achievable = achievableFactors(terms, factor)
  const expected = factor === 0 ? achievable : expectedFactors(situation, models, terms, factor)
  return {
    offered: roundFigures(offered.figures),
    achievable: figureBandsAt(situation, achievable, offered),
    expected: figureBandsAt(situation, expected, offered),
    capacity: roundFigures(trafficAt(situation, factor).figures),
    headroom: factor,
    band: own === null ? [...terms] : [...terms, own],
    requestsPerSec: factor === 0 ? 0 : reached.requestsPerSec,
    produceRequestsPerSec: reached.produceRequestsPerSec,
  }
}

function describeDeployment({ offering, size, limits, context }: Situation): Prediction['deployment'] {
  return {
    offering: offering.id,
    offeringName: offering.name,
    size,
    unitName: size === 1 ? offering.unitName.singular : offering.unitName.plural,
    limitsAsOf: limits.asOf,
    capacityScale: context.capacityScale,
  }
}
