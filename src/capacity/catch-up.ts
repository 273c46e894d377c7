import type { Offering } from '../contracts/offering.ts'
import type { PredictionContext } from '../contracts/prediction.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { formatDuration } from '../units/duration.ts'
import { groupDigits } from '../units/number-text.ts'
import { roleOf } from './constraint-model.ts'
import { allConstraints } from './constraints/all-constraints.ts'
import { tailInCacheMs } from './hardware/page-cache.ts'
import type { Situation, TopicLoad } from './situation.ts'
import { solve } from './solve.ts'
import { trafficAt } from './traffic.ts'

/** How a backlog drains. */
export type Drain = {
  /** The most that the deployment takes, as factor of the offered load; the backlog gets what is over 1. */
  readonly mostFactor: number
  /** Time until the backlog is gone, in ms; null where nothing is to spare, so that it never is. */
  readonly drainMs: number | null
  /** The formula with the numbers filled in. */
  readonly formula: string
}

/** What comes after an outage at the peak load. */
export type CatchUp = {
  readonly outageMs: number
  /** The cluster was away: producers held their records back, then write them, and consumers read them. */
  readonly cluster: Drain
  /** All consumers were away: they read what was written meanwhile, while producers go on. Null where nobody reads. */
  readonly consumers: Drain | null
  /** How long records stay in memory, in ms: what consumers missed before that comes from disk. Null where not known. */
  readonly tailInCacheMs: number | null
  /** Topics that keep their records for less than the outage: what consumers missed is deleted. */
  readonly lostTopics: readonly string[]
}

/** Most that reads can grow by before the search calls it unlimited. */
const mostReads = 1e6

/**
 * Time to drain after an outage of T at the peak load: T x load waits, and load x (most - 1) is to spare for it, so
 * T / (most - 1). For the cluster, most is the headroom of the whole mix; for consumers, that of reads alone.
 */
export function catchUp(
  scenario: Scenario,
  offering: Offering,
  outageMs: number,
  context: Partial<PredictionContext> = {},
): CatchUp {
  const { situation, reached, headroom } = solve(scenario, offering, context)
  const isRead = situation.topics.some((topic) => topic.readers > 0)
  const tail = tailInCacheMs(situation, reached)
  const isOnDisk = tail !== null && outageMs > tail
  const reads = () => readHeadroom(situation, isOnDisk)
  return {
    outageMs,
    tailInCacheMs: tail,
    cluster: drainOf(outageMs, headroom.factor),
    consumers: isRead ? drainOf(outageMs, headroom.factor <= 1 ? headroom.factor : reads()) : null,
    lostTopics: situation.topics
      .filter(({ topic, readers }) => readers > 0 && topic.retentionMs !== undefined && topic.retentionMs < outageMs)
      .map(({ topic }) => topic.name),
  }
}

function drainOf(outageMs: number, mostFactor: number): Drain {
  const factor = groupDigits(mostFactor, 3)
  if (mostFactor <= 1.0005)
    return { mostFactor, drainMs: null, formula: `${factor} times the load: nothing is to spare` }
  const drainMs = outageMs / (mostFactor - 1)
  return { mostFactor, drainMs, formula: `${formatDuration(outageMs)} / (${factor} - 1) = ${formatDuration(drainMs)}` }
}

/**
 * The largest factor by which what is read can grow, writes as offered; requests are taken to grow in size, not number.
 * Readers `isOnDisk` read all of it from there, until they have caught up.
 */
function readHeadroom(situation: Situation, isOnDisk: boolean): number {
  const holds = (factor: number) => {
    const reading = withReads(situation, factor, isOnDisk)
    const traffic = trafficAt(reading, 1)
    return allConstraints(reading).every(
      (model) => roleOf(model) !== 'grows' || model.demandAt(traffic) <= model.capacity,
    )
  }
  let [low, high] = [0, 1]
  while (high < mostReads && holds(high)) [low, high] = [high, high * 2]
  if (high >= mostReads) return low
  for (let round = 0; round < 50; round++) {
    const middle = (low + high) / 2
    if (holds(middle)) low = middle
    else high = middle
  }
  return low
}

/** The situation with more readers of every topic, and nothing else changed. */
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
