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

/** The context of a prediction for a real service: full capacity, with bursts. */
const plainContext: PredictionContext = { capacityScale: 1, allowsBurst: true }

/** The numbers of a prediction, and what they were computed from. */
export type Solution = {
  readonly situation: Situation
  /** Traffic at any load factor. */
  readonly trafficAt: TrafficCurve
  /** The traffic that decides the headroom: on hosts with full batches, because saturated brokers make clients wait. */
  readonly waitingAt: TrafficCurve
  readonly models: readonly ConstraintModel[]
  /** Traffic at the offered load. */
  readonly offered: Traffic
  readonly headroom: Headroom
  /** Traffic at the achieved load: the offered load, or the headroom if that is lower. */
  readonly reached: Traffic
  readonly refusals: readonly string[]
  readonly terms: readonly BandTermModel[]
  readonly achievable: FigureBands
}

/**
 * Computes the numbers of a prediction, without texts and other sizes: what a sweep needs at each of its points.
 *
 * Pure, and never throws for parsed values: what is not available (a size, a date, too many partitions) is a refusal in
 * the result. `context` describes where the workload will run: the capacity scale, whether bursts are allowed, and the
 * number of brokers. Left out: the real service.
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
  // The headroom can be 0 without a veto, if requests that do not depend on the load, such as empty fetches, exceed a
  // limit.
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

/**
 * The expected band: what a run will likely measure, bursts included. Not part of `solve`, because sweeps do not need
 * it.
 */
export function expectedBands(solution: Solution): FigureBands {
  return solution.headroom.factor === 0
    ? solution.achievable
    : figureBandsAt(solution.trafficAt, expectedFactors(solution))
}
