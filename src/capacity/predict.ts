/**
 * Predicts what a workload gets from a deployment: the numbers of `solve`, with explanations and further answers.
 */
import type { Offering } from '../contracts/offering.ts'
import { type BandTerm, type Lag, type Prediction, predictionSchemaVersion } from '../contracts/prediction.ts'
import type { PredictionContext } from '../contracts/prediction-context.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { targetUtilisation } from '../contracts/target-utilisation.ts'
import { giveAdvice } from './advice.ts'
import { listAssumptions } from './assumptions.ts'
import { roundFigures } from './band.ts'
import { asBandTerm, expectedTerms } from './band-terms.ts'
import { listBursts } from './bursts.ts'
import { chanceMet, lawTermsOf } from './chance-met.ts'
import { clientHosts } from './client-hosts.ts'
import { listCliffs } from './cliffs.ts'
import { asConstraint, type ConstraintModel } from './constraint-model.ts'
import { readingOf } from './directions.ts'
import { groupReadings } from './group-readings.ts'
import type { Headroom } from './headroom.ts'
import { lagAssumptions, lagOf } from './lag.ts'
import { lazyFields } from './lazy-fields.ts'
import { tierOf } from './limit-set.ts'
import { lowLoadLatency } from './low-load-latency.ts'
import { minimumPartitions } from './minimum-partitions.ts'
import { nextTier } from './next-tier.ts'
import type { Situation } from './situation.ts'
import { acceptedSize, blockersOf } from './size-answers.ts'
import { expectedBands, type Solution, solve } from './solve.ts'
import type { Traffic } from './traffic.ts'

/** The parts of a prediction that are computed when first read: texts, and answers for other sizes and partitions. */
const withTexts = lazyFields<
  { readonly scenario: Scenario; readonly solution: Solution },
  Pick<
    Prediction,
    | 'directions'
    | 'consumerGroups'
    | 'constraints'
    | 'band'
    | 'laws'
    | 'assumptions'
    | 'smallest'
    | 'minimumPartitions'
    | 'clientHosts'
    | 'advice'
    | 'latency'
    | 'cliffs'
  >
>({
  directions: ({ solution }) => directionsOf(solution),
  consumerGroups: ({ solution }) => groupReadings(solution),
  constraints: ({ solution: { models, demanded } }) => models.map((model) => asConstraint(model, demanded)),
  band: ({ solution }) => bandTermsOf(solution),
  laws: ({ solution }) => lawTermsOf(solution),
  assumptions: ({ solution }, { consumerGroups }) => [
    ...listAssumptions(solution.situation),
    ...lagAssumptions(solution.situation, { lag: lagOf(solution), consumerGroups }),
  ],
  smallest: ({ scenario, solution }) => acceptedSize(scenario, solution.situation),
  minimumPartitions: ({ solution }) => minimumPartitions(solution.situation),
  clientHosts: ({ solution }) => clientHosts(solution.situation, solution.offered.figures),
  advice: ({ scenario, solution }, { smallest, minimumPartitions, consumerGroups }) =>
    giveAdvice({
      ...solution,
      headroom: solution.growth,
      isFeasible: solution.refusals.length === 0,
      lag: lagOf(solution),
      consumerGroups,
      chanceMet: chanceMet(solution),
      smallest,
      nextTier: smallest === null ? nextTier(scenario, solution.situation.offering) : null,
      blockers: smallest === null ? blockersOf(scenario, solution.situation.offering, targetUtilisation) : [],
      minimumPartitions,
    }),
  latency: ({ solution }) => lowLoadLatency(solution),
  cliffs: ({ scenario, solution }, { smallest }) => listCliffs(scenario, solution, smallest),
})

/** The headroom of each direction and the limits that set it. */
function directionsOf(solution: Solution): Prediction['directions'] {
  const { headroom, writing, waitingAt, parties } = solution
  const keptUp = keptUpByWaiting(solution, lagOf(solution))
  if (keptUp !== null) {
    const { factor } = keptUp
    return { ingress: asDirection(writing.headroom), egress: asDirection({ ...writing.headroom, factor }) }
  }
  // If limits on consumers alone set the headroom, it is the headroom of reading.
  const isSetByReaders = headroom.factor === 0 || writing.headroom !== headroom
  const reading = isSetByReaders ? headroom : readingOf(waitingAt, parties)
  // Another search found it, so it may differ in the last digit.
  const factor = Math.max(headroom.factor, reading.factor)
  return { ingress: asDirection(writing.headroom), egress: asDirection({ ...reading, factor }) }
}

/**
 * The carried traffic, if a limit on consumers would be full below the offered load, but consumers still read all that is
 * written: a limit on producers makes producers wait, and their fuller batches are fewer bytes to read. What is written then
 * limits what is read. Null in all other cases.
 */
function keptUpByWaiting({ headroom, late, writing, situation }: Solution, lag: Lag | null): Traffic | null {
  if (late === null || lag !== null || headroom.factor === 0 || headroom.factor >= 1) return null
  const most = writing.waitingAt(writing.headroom.factor)
  // Beyond the offered load consumers may fall behind again.
  return areAllRead(most, situation) ? most : writing.waitingAt(Math.min(1, writing.headroom.factor))
}

/** Consumers that read at least this share of what is written keep up; the rest is rounding. */
const allRead = 1 - 1e-9

function areAllRead({ topics }: Traffic, situation: Situation): boolean {
  return situation.topics.every(({ index, readers }) => (topics[index]?.timesRead ?? 0) >= readers * allRead)
}

function asDirection({ factor, binding }: Headroom): NonNullable<Prediction['directions']>['ingress'] {
  return { headroom: factor, binding: namesOf(binding) }
}

function namesOf(binding: readonly ConstraintModel[]): Prediction['binding'] {
  return binding.map(({ id, dimension, layer }) => ({ id, dimension, layer }))
}

/** The terms of the constraints that bind first, and of those that bind producers if these are others. */
function bandTermsOf({ situation, terms, writingTerms }: Solution): Prediction['band'] {
  const shown = [...terms, ...expectedTerms(situation)].map(asBandTerm)
  if (writingTerms === terms) return shown
  const isShown = (term: BandTerm) => shown.some((each) => each.id === term.id && each.reason === term.reason)
  return [...shown, ...writingTerms.map(asBandTerm).filter((term) => !isShown(term))]
}

/**
 * Predicts what a workload gets from a deployment: the numbers of `solve` with their explanations, and the answers for
 * other sizes and partitions.
 *
 * Pure, and never throws for parsed values, like `solve`. Texts and the answers for other sizes and partitions cost
 * several times as much as the numbers and are often not read, so they are computed when first read. For reading,
 * copying and serializing they are normal fields.
 */
export function predict(scenario: Scenario, offering: Offering, context?: Partial<PredictionContext>): Prediction {
  const solution = solve(scenario, offering, context)
  const { situation, offered, headroom, reached, refusals, achievable } = solution
  const lag = lagOf(solution)
  const atLimit = keptUpByWaiting(solution, lag) ?? solution.trafficAt(headroom.factor)
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
    headroom: solution.growth.factor,
    binding: namesOf(solution.growth.binding),
    lag,
    requestsPerSec: headroom.factor === 0 ? 0 : reached.requestsPerSec,
    produceRequestsPerSec: reached.produceRequestsPerSec,
    bursts: listBursts(solution.models),
    chanceMet: chanceMet(solution),
  }
  // Not spread into the literal above, which would slow down every prediction for a field that few have.
  const { calibration } = offering
  return withTexts(calibration === undefined ? numbers : { ...numbers, calibration }, { scenario, solution })
}

function describeDeployment(situation: Situation): Prediction['deployment'] {
  const { offering, size, limits, context, deployment } = situation
  // The scenario's own host is no tier: without this it would have the name of the offering's first host.
  const isOwnHost = offering.model === 'broker-hardware' && deployment.host !== undefined
  const tier = isOwnHost ? undefined : tierOf(offering, deployment)
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
