import type { FigureBands } from '../contracts/figures.ts'
import type { Offering } from '../contracts/offering.ts'
import type { PredictionContext } from '../contracts/prediction.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { achievableFactors, expectedFactors, figureBandsAt } from './band.ts'
import { type BandTermModel, bandTerms } from './band-terms.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { allConstraints } from './constraints/all-constraints.ts'
import { findHeadroom, type Headroom, vetoes } from './headroom.ts'
import { earliestLimitSet, limitSetAt } from './limit-set.ts'
import { deploymentRefusals, limitRefusals } from './refusals.ts'
import { describeSituation, type Situation } from './situation.ts'
import type { Traffic } from './traffic.ts'
import { headroomCurve, type TrafficCurve, trafficCurve } from './traffic-curve.ts'

/** A prediction for a real service, by its published limits alone. */
const plainContext: PredictionContext = { capacityScale: 1, allowsBurst: true }

/** What a workload gets from a deployment, in numbers, and what they were found from. */
export type Solution = {
  readonly situation: Situation
  /** Traffic at any load factor. */
  readonly trafficAt: TrafficCurve
  /** The traffic that decides the headroom: clients whose brokers are full wait, and fill their batches. */
  readonly waitingAt: TrafficCurve
  readonly models: readonly ConstraintModel[]
  /** Traffic at the offered load. */
  readonly offered: Traffic
  readonly headroom: Headroom
  /** Traffic at what is carried of it: the headroom, at most the offered load. */
  readonly reached: Traffic
  readonly refusals: readonly string[]
  readonly terms: readonly BandTermModel[]
  readonly achievable: FigureBands
}

/**
 * The numbers of a prediction, without its texts and without other sizes: what a sweep needs of each of its points.
 *
 * Pure and total for parsed values: what cannot be had (a size, a date, too many partitions) is a refusal in the answer,
 * never an exception. `context` says where it will be run: scaled, without bursts, on how many brokers.
 */
export function solve(scenario: Scenario, offering: Offering, context?: Partial<PredictionContext>): Solution {
  const whole: PredictionContext = context === undefined ? plainContext : { ...plainContext, ...context }
  const limits = limitSetAt(offering, scenario.deployment) ?? earliestLimitSet(offering, scenario.deployment.tier)
  const situation = describeSituation(scenario, offering, limits, { context: whole, size: scenario.deployment.size })
  const models = allConstraints(situation)
  const trafficAt = trafficCurve(situation)
  const waitingAt = headroomCurve(situation, trafficAt)
  const offered = trafficAt(1)
  const vetoing = vetoes(models, offered)
  const headroom = vetoing.length > 0 ? { factor: 0, binding: vetoing } : findHeadroom(waitingAt, models)
  // Without a veto nothing is left where clients that wait ask for more than there is, as consumers' empty fetches can.
  const refusing = headroom.factor === 0 ? headroom.binding : []
  const refusals = deploymentRefusals(scenario, offering, limits)
  for (const refusal of limitRefusals(refusing, offered)) refusals.push(refusal)
  const reached = trafficAt(Math.min(1, headroom.factor))
  const terms = bandTerms({ situation, models, headroom, reached })
  return {
    situation,
    trafficAt,
    waitingAt,
    models,
    offered,
    headroom,
    reached,
    refusals,
    terms,
    achievable: figureBandsAt(trafficAt, achievableFactors({ waitingAt, models, headroom, terms })),
  }
}

/** What a run will likely show: with the bursts that the source reports. A sweep does not ask for it. */
export function expectedBands(solution: Solution): FigureBands {
  return solution.headroom.factor === 0
    ? solution.achievable
    : figureBandsAt(solution.trafficAt, expectedFactors(solution))
}
