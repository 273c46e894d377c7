import type { Offering } from '../contracts/offering.ts'
import type { Prediction, PredictionContext } from '../contracts/prediction.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { giveAdvice } from './advice.ts'
import { listAssumptions } from './assumptions.ts'
import { expectedTerm, roundFigures } from './band.ts'
import { asConstraint } from './constraint-model.ts'
import { lazily } from './lazily.ts'
import { tierOf } from './limit-set.ts'
import { minimumPartitions } from './minimum-partitions.ts'
import type { Situation } from './situation.ts'
import { smallestSize } from './smallest-size.ts'
import { solve } from './solve.ts'
import { trafficAt } from './traffic.ts'

/**
 * What a workload gets from a deployment, and why: the numbers of `solve` with their texts, and what other sizes and
 * partitions would do.
 *
 * Pure and total for parsed values, as `solve` is. Texts, other sizes and other partitions cost three times the numbers
 * and are often not read, so they are made when they are first read: a value like any other to whoever reads, copies or
 * serializes it.
 */
export function predict(scenario: Scenario, offering: Offering, context: Partial<PredictionContext> = {}): Prediction {
  const solution = solve(scenario, offering, context)
  const { situation, models, offered, headroom, terms } = solution
  const isFeasible = solution.refusals.length === 0
  const own = expectedTerm(situation)
  const most = trafficAt(situation, headroom.factor)
  const reached = headroom.factor < 1 ? most : offered
  const constraints = lazily(() => models.map((model) => asConstraint(model, offered)))
  const assumptions = lazily(() => listAssumptions(situation))
  const smallest = lazily(() => smallestSize(scenario, situation))
  const fewest = lazily(() => minimumPartitions(situation, models))
  const advice = lazily(() =>
    giveAdvice({ situation, models, headroom, isFeasible, smallest: smallest(), minimumPartitions: fewest() }),
  )
  return {
    schemaVersion: 1,
    scenarioName: scenario.name,
    deployment: describeDeployment(situation),
    isFeasible,
    refusals: [...solution.refusals],
    offered: roundFigures(offered.figures),
    achievable: solution.achievable,
    expected: solution.expected,
    capacity: roundFigures(most.figures),
    headroom: headroom.factor,
    binding: headroom.binding.map(({ id, dimension, layer }) => ({ id, dimension, layer })),
    get constraints() {
      return constraints()
    },
    band: own === null ? [...terms] : [...terms, own],
    get assumptions() {
      return assumptions()
    },
    get smallest() {
      return smallest()
    },
    get minimumPartitions() {
      return fewest()
    },
    requestsPerSec: headroom.factor === 0 ? 0 : reached.requestsPerSec,
    produceRequestsPerSec: reached.produceRequestsPerSec,
    get advice() {
      return advice()
    },
  }
}

function describeDeployment(situation: Situation): Prediction['deployment'] {
  const { offering, size, limits, context, deployment } = situation
  const tier = tierOf(offering, deployment)
  return {
    offering: offering.id,
    offeringName: offering.name,
    size,
    unitName: size === 1 ? offering.unitName.singular : offering.unitName.plural,
    ...(tier === undefined ? {} : { tier }),
    limitsAsOf: limits.asOf,
    capacityScale: context.capacityScale,
  }
}
