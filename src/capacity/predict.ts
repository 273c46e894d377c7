import type { Offering } from '../contracts/offering.ts'
import { type Prediction, type PredictionContext, predictionSchemaVersion } from '../contracts/prediction.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { giveAdvice } from './advice.ts'
import { listAssumptions } from './assumptions.ts'
import { roundFigures } from './band.ts'
import { asBandTerm, expectedTerms } from './band-terms.ts'
import { listBursts } from './bursts.ts'
import { clientHosts } from './client-hosts.ts'
import { asConstraint } from './constraint-model.ts'
import { lazyFields } from './lazy-fields.ts'
import { tierOf } from './limit-set.ts'
import { minimumPartitions } from './minimum-partitions.ts'
import type { Situation } from './situation.ts'
import { smallestSize } from './smallest-size.ts'
import { expectedBands, type Solution, solve } from './solve.ts'

/** The parts of a prediction that are computed when first read: texts, and answers for other sizes and partitions. */
const withTexts = lazyFields<
  { readonly scenario: Scenario; readonly solution: Solution },
  Pick<Prediction, 'constraints' | 'band' | 'assumptions' | 'smallest' | 'minimumPartitions' | 'clientHosts' | 'advice'>
>({
  constraints: ({ solution: { models, offered } }) => models.map((model) => asConstraint(model, offered)),
  band: ({ solution: { situation, terms } }) => [...terms, ...expectedTerms(situation)].map(asBandTerm),
  assumptions: ({ solution }) => listAssumptions(solution.situation),
  smallest: ({ scenario, solution }) => smallestSize(scenario, solution.situation),
  minimumPartitions: ({ solution }) => minimumPartitions(solution.situation, solution.models, solution.offered),
  clientHosts: ({ solution }) => clientHosts(solution.situation, solution.offered.figures),
  advice: ({ solution }, { smallest, minimumPartitions }) =>
    giveAdvice({ ...solution, isFeasible: solution.refusals.length === 0, smallest, minimumPartitions }),
})

/**
 * What a workload gets from a deployment, and why: the numbers of `solve` with their texts, and what other sizes and
 * partitions would do.
 *
 * Pure, and never throws for parsed values, as `solve`. Texts and the answers for other sizes and partitions cost several
 * times as much as the numbers and are often not read, so they are computed when first read. For reading, copying and
 * serializing they are normal fields.
 */
export function predict(scenario: Scenario, offering: Offering, context?: Partial<PredictionContext>): Prediction {
  const solution = solve(scenario, offering, context)
  const { situation, offered, headroom, reached, refusals, achievable } = solution
  const atLimit = solution.trafficAt(headroom.factor)
  const numbers = {
    schemaVersion: predictionSchemaVersion,
    scenarioName: scenario.name,
    deployment: describeDeployment(situation),
    isFeasible: refusals.length === 0,
    refusals: [...refusals],
    offered: roundFigures(offered.figures),
    achievable,
    expected: expectedBands(solution),
    capacity: roundFigures(atLimit.figures),
    headroom: headroom.factor,
    binding: headroom.binding.map(({ id, dimension, layer }) => ({ id, dimension, layer })),
    requestsPerSec: headroom.factor === 0 ? 0 : reached.requestsPerSec,
    produceRequestsPerSec: reached.produceRequestsPerSec,
    bursts: listBursts(solution.models),
  }
  // Not spread into the literal above, which would slow down every prediction for a field that few have.
  const { calibration } = offering
  return withTexts(calibration === undefined ? numbers : { ...numbers, calibration }, { scenario, solution })
}

function describeDeployment(situation: Situation): Prediction['deployment'] {
  const { offering, size, limits, context, deployment } = situation
  const tier = tierOf(offering, deployment)
  const described = {
    offering: offering.id,
    offeringName: offering.name,
    size,
    unitName: size === 1 ? offering.unitName.singular : offering.unitName.plural,
    limitsAsOf: limits.asOf,
    capacityScale: context.capacityScale,
  }
  return tier === undefined ? described : { ...described, tier }
}
