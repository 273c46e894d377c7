/**
 * Computes how long a backlog takes to drain after an outage of the cluster, or of all consumers.
 */
import { dimensionRecords } from '../contracts/dimensions.ts'
import type { Offering } from '../contracts/offering.ts'
import type { PredictionContext } from '../contracts/prediction-context.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { formatByteRate } from '../units/byte-rate.ts'
import { formatDuration } from '../units/duration.ts'
import { groupDigits } from '../units/number-text.ts'
import { type ConstraintModel, roleOf } from './constraint-model.ts'
import { allConstraints } from './constraints/all-constraints.ts'
import { tailInCacheMs } from './hardware/page-cache.ts'
import type { Situation, TopicLoad } from './situation.ts'
import { type Solution, solve } from './solve.ts'
import { type Traffic, trafficAt, trafficWith } from './traffic.ts'

/** How a backlog drains after an outage. */
export type Drain = {
  /** The highest rate that the deployment carries / the offered load; what exceeds 1 drains the backlog. */
  readonly mostFactor: number
  /** Time until the backlog is drained, in ms; null if it never drains, because there is no spare capacity. */
  readonly drainMs: number | null
  /** The formula with the numbers filled in. */
  readonly formula: string
}

/** Recovery from an outage at the peak load. */
export type CatchUp = {
  readonly outageMs: number
  /** After an outage of the cluster: producers have buffered their records, then write them, and consumers read them. */
  readonly cluster: Drain
  /** After an outage of all consumers: they read the backlog while producers continue. Null if nothing is read. */
  readonly consumers: Drain | null
  /** Time in ms for which records stay in the page cache. An older backlog is read from disk. Null if not known. */
  readonly tailInCacheMs: number | null
  /** Topics with a retention shorter than the outage: part of the backlog is deleted. */
  readonly lostTopics: readonly string[]
}

/** Factor on the reads from which the search treats them as unlimited. */
const unlimitedReads = 1e6

/**
 * Time to drain after an outage of duration T at the peak load: the backlog is T x load, the spare rate load x (f - 1), so
 * it takes T / (f - 1). For the cluster, f is the headroom of the whole mix; for consumers, that of reads alone. If a limit
 * on producers alone is full, the backlog of consumers is what is written, and f a multiple of that.
 */
export function catchUp(
  scenario: Scenario,
  offering: Offering,
  outageMs: number,
  context: Partial<PredictionContext> = {},
): CatchUp {
  const solution = solve(scenario, offering, context)
  const { situation, reached, headroom } = solution
  const isRead = situation.topics.some((topic) => topic.readers > 0)
  const tail = tailInCacheMs(situation, reached)
  const isOnDisk = tail !== null && outageMs > tail
  return {
    outageMs,
    tailInCacheMs: tail,
    cluster: drainOf(outageMs, headroom.factor),
    consumers: isRead ? consumersDrain(outageMs, solution, isOnDisk) : null,
    lostTopics: situation.topics
      .filter(({ topic, readers }) => readers > 0 && topic.retentionMs !== undefined && topic.retentionMs < outageMs)
      .map(({ topic }) => topic.name),
  }
}

function drainOf(outageMs: number, mostFactor: number): Drain {
  const factor = groupDigits(mostFactor, 3)
  if (mostFactor <= 1.0005)
    return { mostFactor, drainMs: null, formula: `${factor} times the load: there is no spare capacity` }
  const drainMs = outageMs / (mostFactor - 1)
  return { mostFactor, drainMs, formula: `${formatDuration(outageMs)} / (${factor} - 1) = ${formatDuration(drainMs)}` }
}

/** Relative difference of two searches for the same factor. */
const rounding = 1e-6

/** A group, and the factor on the offered load that its members can read. */
type GroupSpeed = { readonly name: string; readonly factor: number }

/** The group whose own members read least of a traffic; null if no ceiling of a member is known. */
function slowestGroup({ situation, models }: Solution, written: Traffic): GroupSpeed | null {
  let slowest: GroupSpeed | null = null
  for (const { readers, capacity, demandAt } of models) {
    if (readers === undefined || !('consumer' in readers)) continue
    const factor = capacity / demandAt(written)
    const name = situation.consumers[readers.consumer]?.group.name ?? ''
    if (slowest === null || factor < slowest.factor) slowest = { name, factor }
  }
  return slowest
}

/** The backlog is gone when the slowest group has read it. */
function consumersDrain(outageMs: number, solution: Solution, isOnDisk: boolean): Drain {
  if (isWritingHeldAlone(solution)) return drainOfWritten(outageMs, solution, isOnDisk)
  const { situation, headroom, offered } = solution
  const shared = headroom.factor <= 1 ? headroom.factor : readHeadroom(offeredReads(situation, isOnDisk))
  return drainOfGroups(outageMs, shared, slowestGroup(solution, offered))
}

/**
 * True if nothing but limits on producers keeps the load from being carried: then less is written than offered, all of it is
 * read, and reads alone can still grow.
 */
function isWritingHeldAlone({ headroom, held }: Solution): boolean {
  if (headroom.factor === 0 || headroom.factor >= 1 || held.length > 0) return false
  return headroom.binding.every(isOnProducersAlone)
}

function isOnProducersAlone({ dimension }: ConstraintModel): boolean {
  return dimensionRecords[dimension].slows === 'producers'
}

/** After an outage of consumers while a limit on producers is full. */
function drainOfWritten(outageMs: number, solution: Solution, isOnDisk: boolean): Drain {
  const { reached } = solution
  const shared = readHeadroom(reachedReads(solution, isOnDisk))
  const { formula, ...drain } = drainOfGroups(outageMs, shared, slowestGroup(solution, reached))
  const written = formatByteRate(reached.figures.ingressWireBytesPerSec)
  return { ...drain, formula: `${formula}, in multiples of the ${written} that are written` }
}

function drainOfGroups(outageMs: number, shared: number, slowest: GroupSpeed | null): Drain {
  if (slowest === null || slowest.factor > shared * (1 + rounding)) return drainOf(outageMs, shared)
  const { formula, ...drain } = drainOf(outageMs, slowest.factor)
  return { ...drain, formula: `${formula}, as the members of "${slowest.name}" read it` }
}

/** True if all limits but those of members hold while each group reads this many times what is written. */
type ReadsHold = (times: number) => boolean

/** Reads that grow while writes stay as offered. */
function offeredReads(situation: Situation, isOnDisk: boolean): ReadsHold {
  return (times) => {
    const reading = withReads(situation, times, isOnDisk)
    return allHold(allConstraints(reading), trafficAt(reading, 1))
  }
}

/** The same while writes stay at what a full limit on producers lets pass. That limit does not depend on reads. */
function reachedReads({ situation, reached }: Solution, isOnDisk: boolean): ReadsHold {
  const { factor, waitingShare } = reached
  return (times) => {
    const reading = withReads(situation, times, isOnDisk)
    const models = allConstraints(reading).filter((model) => !isOnProducersAlone(model))
    return allHold(models, trafficWith(reading, factor, waitingShare))
  }
}

function allHold(models: readonly ConstraintModel[], traffic: Traffic): boolean {
  return models.every(
    (model) => roleOf(model) !== 'grows' || isOfMembers(model) || model.demandAt(traffic) <= model.capacity,
  )
}

/**
 * The largest factor by which reads can grow while writes stay as they are, for members without a ceiling of their own.
 * Fetches are assumed to grow in size, not in number.
 */
function readHeadroom(holds: ReadsHold): number {
  let [low, high] = [0, 1]
  while (high < unlimitedReads && holds(high)) [low, high] = [high, high * 2]
  if (high >= unlimitedReads) return low
  for (let round = 0; round < 50; round++) {
    const middle = (low + high) / 2
    if (holds(middle)) low = middle
    else high = middle
  }
  return low
}

/** True if the limit is what the members of one group can read. */
function isOfMembers({ readers }: ConstraintModel): boolean {
  return readers !== undefined && 'consumer' in readers
}

/**
 * The situation with the reads of every topic x factor, and nothing else changed. `isOnDisk`: the consumers read everything
 * from disk until they have caught up.
 */
function withReads(situation: Situation, factor: number, isOnDisk: boolean): Situation {
  const topics = new Map<TopicLoad, TopicLoad>()
  for (const topic of situation.topics) {
    const laggingReaders = (isOnDisk ? topic.readers : topic.laggingReaders) * factor
    topics.set(topic, { ...topic, readers: topic.readers * factor, laggingReaders })
  }
  const changed = (topic: TopicLoad) => topics.get(topic) ?? topic
  return {
    ...situation,
    topics: [...topics.values()],
    producers: situation.producers.map((load) => ({ ...load, topic: changed(load.topic) })),
    consumers: situation.consumers.map((load) => ({ ...load, topic: changed(load.topic) })),
  }
}
