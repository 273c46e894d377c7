/**
 * Computes what a deployment carries while one of its brokers, or a zone, is down.
 */
import type { Figures } from '../contracts/figures.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Scenario } from '../contracts/scenario.ts'
import type { Source } from '../contracts/source.ts'
import { targetUtilisation } from '../contracts/target-utilisation.ts'
import type { Topic } from '../contracts/workload.ts'
import { roundFigures } from './band.ts'
import { largestSize, leastUnits, sellsBrokers, smallestBuyableSize } from './limit-set.ts'
import { minInsyncReplicas } from './min-insync-replicas.ts'
import { type Refill, refillOf, type StoppedTopics } from './refill.ts'
import { deploymentRefusals } from './refusals.ts'
import { atSize } from './size-answers.ts'
import { type Fullest, fullestOf, searchSize } from './smallest-size.ts'
import { type Solution, solve } from './solve.ts'

/** The part that is down. */
export type LostPart = 'broker' | 'zone'

/** Number of zones over which brokers and replicas are spread, unless the deployment has a single zone. */
const assumedZones = 3

/** What a deployment carries with a part of it down. */
export type Survival = {
  readonly lost: LostPart
  /** `computed` if brokers are bought; otherwise `published` by the vendor, or `not-published`. */
  readonly basis: 'computed' | 'published' | 'not-published'
  /** Number of all brokers, and of those left; null if the offering hides them. */
  readonly brokers: { readonly all: number; readonly left: number } | null
  /** Topics that cannot be written or read during the outage, each as a sentence with the reason. */
  readonly stops: readonly string[]
  /** Headroom during the outage, with clients that do not wait; 0 if a topic stops, null if it is not published. */
  readonly headroom: number | null
  /** Headroom during the outage, with clients that wait and so fill their batches; 0 and null as for `headroom`. */
  readonly saturation: number | null
  /** What the offered load achieves during the outage; null if it is not published. */
  readonly achievable: Figures | null
  readonly binding: Prediction['binding']
  /** The smallest size that keeps every dimension at or below the target during the outage; null if none is known. */
  readonly smallest: Prediction['smallest']
  /** How a returning broker catches up; null if its bandwidth is not known, or no broker is left. */
  readonly refill: Refill | null
  /** Assumptions, each as a sentence. */
  readonly assumptions: readonly string[]
  /** Source of a published answer. */
  readonly source: Source | null
}

/** The outage in question. */
export type SurvivalQuestion = {
  readonly lost: LostPart
  readonly targetUtilisation?: number
  /** Duration of the outage, which decides how much the broker missed. */
  readonly outageMs?: number
}

/**
 * What the deployment can carry with one broker, or one zone, down.
 *
 * Leaders move to the remaining brokers. Partitions stay under-replicated, because Kafka creates no new replicas. If a
 * service hides its brokers, the answer is what its vendor publishes, and nothing is computed.
 */
export function survive(scenario: Scenario, offering: Offering, question: SurvivalQuestion): Survival {
  const own = solve(scenario, offering)
  if (!sellsBrokers(offering)) return asPublished(own, question.lost)
  const loss = lossAt(scenario, own.situation.brokers, question.lost)
  const stops = stoppedTopics(scenario, loss)
  const without = stops.length > 0 ? null : solveWithout(scenario, offering, loss)
  const worse = without === null ? own : worst([own, without, ...withoutBroker(scenario, offering, loss)])
  const target = question.targetUtilisation ?? targetUtilisation
  return {
    lost: question.lost,
    basis: 'computed',
    brokers: { all: loss.brokers, left: loss.left },
    stops: stops.map(({ text }) => text),
    headroom: without === null ? 0 : worse.growth.factor,
    saturation: without === null ? 0 : worse.headroom.factor,
    achievable: roundFigures(without === null ? own.trafficAt(0).figures : worse.reached.figures),
    binding: without === null ? [] : worse.growth.binding.map(({ id, dimension, layer }) => ({ id, dimension, layer })),
    smallest: stops.length > 0 ? null : smallestWithout(scenario, own, question.lost, target),
    refill: loss.left < 1 ? null : refillOf(own, loss, { outageMs: question.outageMs, stopped: stoppedOf(stops) }),
    assumptions: assumptionsOf(scenario, question.lost),
    source: null,
  }
}

/**
 * The cluster without one broker of a lost zone. With a zone down fewer replicas are written, which can leave slightly
 * more capacity than with one broker down. The answer promises no more than with one broker down.
 */
function withoutBroker(scenario: Scenario, offering: Offering, { lost, brokers }: Loss): Solution[] {
  return lost === 'broker' ? [] : [solveWithout(scenario, offering, lossAt(scenario, brokers, 'broker'))]
}

function worst(solutions: readonly [Solution, ...Solution[]]): Solution {
  return solutions.reduce((least, each) => (each.growth.factor < least.growth.factor ? each : least))
}

/** The lost part, and the number of brokers before and after. */
type Loss = { readonly lost: LostPart; readonly brokers: number; readonly left: number }

function lossAt({ deployment }: Scenario, brokers: number, lost: LostPart): Loss {
  if (lost === 'broker') return { lost, brokers, left: brokers - 1 }
  const zones = deployment.zones === 'single' ? 1 : assumedZones
  return { lost, brokers, left: brokers - Math.ceil(brokers / zones) }
}

/**
 * Maximum number of replicas of a partition that can be lost. Rack awareness spreads them over zones as far as
 * possible.
 */
function lostReplicas(topic: Topic, { lost, left }: Loss): number {
  if (left < 1) return topic.replicationFactor
  return lost === 'broker' ? 1 : Math.ceil(topic.replicationFactor / assumedZones)
}

/** A topic that stops, or whose writes with acks=all do, with the sentence that says why. */
type Stop = { readonly topic: string; readonly text: string; readonly hasReplica: boolean }

function stoppedTopics({ workload }: Scenario, loss: Loss): Stop[] {
  return workload.topics.flatMap((topic): Stop[] => {
    const replicas = topic.replicationFactor - lostReplicas(topic, loss)
    if (replicas < 1) {
      const which = topic.replicationFactor === 1 ? 'the only replica' : 'every replica'
      const text = `"${topic.name}" stops: ${which} of some of its partitions is down.`
      return [{ topic: topic.name, text, hasReplica: false }]
    }
    const least = minInsyncReplicas(topic)
    const isHeld = workload.producers.some((producer) => producer.topic === topic.name && producer.acks === 'all')
    if (replicas >= least || !isHeld) return []
    const text = `Writes to "${topic.name}" with acks=all stop: they need ${least} of ${topic.replicationFactor} replicas in sync, ${replicas} ${replicas === 1 ? 'is' : 'are'} left.`
    return [{ topic: topic.name, text, hasReplica: true }]
  })
}

function stoppedOf(stops: readonly Stop[]): StoppedTopics {
  const namesOf = (found: readonly Stop[]) => new Set(found.map(({ topic }) => topic))
  return {
    withoutReplica: namesOf(stops.filter(({ hasReplica }) => !hasReplica)),
    withoutAcksAll: namesOf(stops.filter(({ hasReplica }) => hasReplica)),
  }
}

/**
 * Solves the deployment with the remaining brokers: a partition has RF x left / all replicas on average, at least one.
 */
function solveWithout(scenario: Scenario, offering: Offering, { brokers, left }: Loss): Solution {
  const topics = scenario.workload.topics.map((topic) => ({
    ...topic,
    replicationFactor: Math.max(1, (topic.replicationFactor * left) / brokers),
  }))
  return solve(atSize({ ...scenario, workload: { ...scenario.workload, topics } }, left), offering, { brokers: left })
}

function smallestWithout(scenario: Scenario, own: Solution, lost: LostPart, target: number): Prediction['smallest'] {
  const { offering, limits } = own.situation
  const least = Math.max(leastUnits(offering, limits, scenario.workload), lost === 'broker' ? 2 : assumedZones)
  const low = smallestBuyableSize(limits, scenario.deployment, least)
  const high = largestSize(limits, scenario.deployment)
  const fullestAt = (size: number): Fullest => {
    const loss = lossAt(scenario, size, lost)
    const all = solve(atSize(scenario, size), offering)
    const left = solveWithout(scenario, offering, loss)
    const [one, other] = [fullestOf(all.models, all.demanded, target), fullestOf(left.models, left.demanded, target)]
    return other.utilisation > one.utilisation ? other : one
  }
  const found = searchSize({ low, high, target, sold: limits }, fullestAt)
  const isRefused = found !== null && deploymentRefusals(atSize(scenario, found.size), offering, limits).length > 0
  return isRefused ? null : found
}

function asPublished({ situation, growth, headroom, reached }: Solution, lost: LostPart): Survival {
  const nothing = { brokers: null, stops: [], binding: [], smallest: null, refill: null, assumptions: [] }
  const { resilience } = situation.limits
  if (resilience === undefined || !resilience.holdsWithout.includes(lost)) {
    return {
      lost,
      basis: 'not-published',
      headroom: null,
      saturation: null,
      achievable: null,
      source: null,
      ...nothing,
    }
  }
  return {
    ...nothing,
    lost,
    basis: 'published',
    headroom: growth.factor,
    saturation: headroom.factor,
    achievable: roundFigures(reached.figures),
    source: resilience.source,
  }
}

function assumptionsOf({ workload, deployment }: Scenario, lost: LostPart): string[] {
  const found: string[] = []
  if (lost === 'zone' && deployment.zones !== 'single') {
    found.push(
      `Brokers are spread evenly over ${assumedZones} zones, and so are the replicas of each partition (broker.rack): the scenario does not say.`,
    )
  }
  const open = workload.topics.filter((topic) => topic.minInsyncReplicas === undefined && topic.replicationFactor >= 2)
  const [first] = open
  if (first !== undefined) {
    const names = open.length === 1 ? `"${first.name}"` : `${open.length} topics`
    found.push(
      `min.insync.replicas of ${names} is not given (workload.topics.${workload.topics.indexOf(first)}.minInsyncReplicas): 2 of three or more replicas, else 1.`,
    )
  }
  return found
}
