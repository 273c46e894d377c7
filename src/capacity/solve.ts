/**
 * Computes the numbers of a prediction.
 *
 * A load factor is a multiple of the offered load, which itself has the factor 1. Traffic follows from the factor, and the
 * demand on each limit from the traffic. The headroom is the largest factor at which no limit is exceeded.
 */
import type { FigureBands } from '../contracts/figures.ts'
import type { Offering } from '../contracts/offering.ts'
import type { PredictionContext } from '../contracts/prediction-context.ts'
import type { Band } from '../contracts/primitives.ts'
import type { Scenario } from '../contracts/scenario.ts'
import {
  achievableFactors,
  type DirectionFactors,
  expectedFactors,
  type Factors,
  figureBandsAt,
  roundFigures,
} from './band.ts'
import { type BandTermModel, bandTerms } from './band-terms.ts'
import type { ConstraintModel } from './constraint-model.ts'
import { allConstraints } from './constraints/all-constraints.ts'
import { onWriters, type Parties, partiesOf, type Writing } from './directions.ts'
import { type Headroom, overfull } from './headroom.ts'
import { type Filling, fillReaders, type HeldReaders, readFactors } from './held-readers.ts'
import { readsAt } from './held-reads.ts'
import { lawOfConstraint } from './law-of-constraint.ts'
import { earliestLimitSet, limitSetAt } from './limit-set.ts'
import { deploymentRefusals, limitRefusals } from './refusals.ts'
import { describeSituation, type Situation } from './situation.ts'
import { type Traffic, type TrafficCurve, trafficWith, waitingTrafficAt } from './traffic.ts'
import { carriedAt, type TrafficCurves, trafficCurves } from './traffic-curve.ts'

/** The context of a prediction for a real service: full capacity, with bursts. */
const plainContext: PredictionContext = { capacityScale: 1, allowsBurst: true }

/** The numbers of a prediction, with the values that they were computed from. */
export type Solution = {
  readonly situation: Situation
  /** Traffic at any load factor. */
  readonly trafficAt: TrafficCurve
  /** The traffic that decides `headroom`. On hosts it has full batches, because saturated brokers make clients wait. */
  readonly waitingAt: TrafficCurve
  /**
   * The traffic of a deployment whose limit is at a factor. Below 1 its clients wait, even if they need not wait at the
   * declared limit; from 1 on it carries the offered load.
   */
  readonly limitedAt: TrafficCurve
  readonly models: readonly ConstraintModel[]
  readonly parties: Parties
  /** Traffic at the offered load. */
  readonly offered: Traffic
  /** Traffic at the offered load if no client waits. Utilisations and smallest sizes are those of this traffic. */
  readonly demanded: Traffic
  /** The largest factor at which all constraints hold and no client waits: 1 if the offered load fills one exactly. */
  readonly growth: Headroom
  /**
   * The largest factor that saturated brokers carry while clients wait. On hosts it is above `growth`, because waiting
   * fills batches; otherwise it is the same.
   */
  readonly headroom: Headroom
  /** The headroom of producers: above `headroom` if limits on reading alone set that. */
  readonly writing: Writing
  /** The groups that limits on reading alone hold back, in the order in which they fall behind as the load grows. */
  readonly held: readonly HeldReaders[]
  /** The limits that decide what producers, and the groups that nothing holds back, get. */
  readonly growing: Filling['growing']
  readonly late: Filling['late']
  /** Traffic at the achieved load: what producers and consumers get of the offered load. */
  readonly reached: Traffic
  readonly refusals: readonly string[]
  /** Terms of the constraints that bind first, and of those that bind producers; one list if these are the same. */
  readonly terms: readonly BandTermModel[]
  readonly writingTerms: readonly BandTermModel[]
  /** Load factors of the achievable band, and its figures. */
  readonly factors: DirectionFactors
  readonly achievable: FigureBands
}

/**
 * The situation of a scenario. Its limits are those of its date, or the oldest. A caller that needs no rates, such as a search
 * for a size, calls this instead of `solve`, which takes ten times as long.
 */
export function situationOf(scenario: Scenario, offering: Offering, context?: Partial<PredictionContext>): Situation {
  const whole: PredictionContext = context === undefined ? plainContext : { ...plainContext, ...context }
  const limits = limitSetAt(offering, scenario.deployment) ?? earliestLimitSet(offering, scenario.deployment.tier)
  return describeSituation(scenario, offering, limits, { context: whole, size: scenario.deployment.size })
}

/**
 * Computes the numbers of a prediction without texts and other sizes, as a sweep needs them at each of its points.
 *
 * Pure, and never throws for parsed values: what is not available (a size, a date, too many partitions) is a refusal in
 * the result. `context` describes where the workload will run: the capacity scale, whether bursts are allowed, and the
 * number of brokers. Left out: the real service.
 */
export function solve(scenario: Scenario, offering: Offering, context?: Partial<PredictionContext>): Solution {
  const situation = situationOf(scenario, offering, context)
  const models = allConstraints(situation)
  const parties = partiesOf(models)
  const { growing } = parties
  const curves = trafficCurves(situation, parties)
  const { usualAt, waitingAt } = curves
  const offered = usualAt(1)
  const refused = overfull(parties.vetoing, offered)
  const headroom = refused.length > 0 ? { factor: 0, binding: refused } : curves.headroom
  const growth = headroom.factor === 0 ? headroom : curves.growth
  // The headroom can be 0 without a veto, if requests that do not depend on the load, such as empty fetches, exceed a
  // limit.
  const refusing = headroom.factor === 0 ? headroom.binding : []
  const refusals = deploymentRefusals(scenario, offering, situation.limits, situation.context.allowsBurst)
  for (const refusal of limitRefusals(refusing, offered)) refusals.push(refusal)
  const filling = fillReaders(situation, waitingAt, parties, { whole: headroom })
  const { writing, held } = filling
  const reached = reachedTraffic(situation, curves, filling, onWriters(parties))
  const terms = bandTerms({ situation, models, deciding: growing, headroom, waitingAt, reached })
  // A law on consumers alone widens the band of reads, not of writes.
  const isSameBand = writing.headroom === headroom && !hasLawOnReaders(situation, parties)
  const writingTerms = isSameBand
    ? terms
    : bandTerms({ situation, models, deciding: onWriters(parties), ...writing, reached })
  const limitedAt = limitedTraffic(situation, { waitingAt, offered, reached }, filling)
  const bounded = { situation, waitingAt, models, parties, headroom, ...filling, reached, terms, writingTerms }
  const factors = achievableFactors(bounded)
  return {
    situation,
    trafficAt: usualAt,
    waitingAt,
    limitedAt,
    models,
    parties,
    offered,
    demanded: curves.atOnceAt(1),
    growth,
    headroom,
    writing,
    held,
    growing: filling.growing,
    late: filling.late,
    reached,
    refusals,
    terms,
    writingTerms,
    factors,
    achievable: figureBandsAt(situation, limitedAt, factors),
  }
}

function hasLawOnReaders({ hardware }: Situation, { onReadersAlone }: Parties): boolean {
  const hasLaws = hardware !== null && hardware.lawBands !== null
  return hasLaws && onReadersAlone.some((model) => lawOfConstraint(model) !== null)
}

/** `limitedAt` of a solution: consumers get all that is written. */
function limitedTraffic(
  situation: Situation,
  { waitingAt, offered, reached }: Pick<Solution, 'waitingAt' | 'offered' | 'reached'>,
  { late }: Filling,
): TrafficCurve {
  if (late === null || late.from >= 1) return (factor) => (factor < 1 ? waitingAt(factor) : offered)
  const carried = reached.factor < 1 ? waitingTrafficAt(situation, 1) : trafficWith(situation, 1, reached.waitingShare)
  return (factor) => {
    if (factor <= late.from) return waitingAt(factor)
    return factor < 1 ? waitingTrafficAt(situation, factor) : carried
  }
}

/** Traffic at the achieved load. Consumers are held back only if their limits let them read less than is written. */
function reachedTraffic(
  situation: Situation,
  { usualAt, waitingAt, readsHeldAt }: TrafficCurves,
  filling: Filling,
  limits: readonly ConstraintModel[],
): Traffic {
  const written = Math.min(1, filling.writing.headroom.factor)
  const read = readFactors(filling, situation)
  if (read.every(({ factor }) => factor >= written)) return usualAt(written)
  const readLimits = read.map((limit) =>
    limit.factor < written ? limit : { ...limit, factor: Number.POSITIVE_INFINITY },
  )
  const { late } = filling
  if (late !== null && written > late.from)
    return carriedAt(situation, written, { reads: late.reads, onWriters: limits })
  return readsHeldAt(written, readsAt(situation, waitingAt, readLimits))
}

/** The expected band of the records/s that each consumer group reads; of several groups, those of the slowest. */
export function readRecordsBand(solution: Solution): Band {
  const { writing, reading } = solution.headroom.factor === 0 ? solution.factors : expectedFactors(solution)
  const { low, likely, high } = slowestOf(reading) ?? writing
  const at = (factor: number) => roundFigures(solution.trafficAt(Math.min(1, factor)).figures).recordsPerSec
  return { low: at(low), likely: at(likely), high: at(high) }
}

/** The factors of the consumer entry whose groups read least of what is written; null if nothing is read. */
export function slowestOf(reading: DirectionFactors['reading']): Factors | null {
  return reading.reduce<Factors | null>(
    (slowest, factors) => (slowest === null || factors.likely < slowest.likely ? factors : slowest),
    null,
  )
}

/**
 * The expected band: what a run will likely measure, with bursts. Not part of `solve`, because sweeps do not need it.
 */
export function expectedBands(solution: Solution): FigureBands {
  return solution.headroom.factor === 0
    ? solution.achievable
    : figureBandsAt(solution.situation, solution.limitedAt, expectedFactors(solution))
}
