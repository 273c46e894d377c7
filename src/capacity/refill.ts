/**
 * How a returning broker fetches its missing records while the load continues.
 */
import { formatByteRate } from '../units/byte-rate.ts'
import { formatBytes } from '../units/bytes.ts'
import { formatDuration } from '../units/duration.ts'
import type { ConstraintModel } from './constraint-model.ts'
import type { Situation, TopicLoad } from './situation.ts'
import type { Solution } from './solve.ts'
import { storedBytesOfTopic } from './stored-bytes.ts'
import { loggedBytesPerSec } from './topic-traffic.ts'

/** The bytes that a broker fetches from others until its replicas are in sync. */
export type RefillPart = {
  readonly bytes: number
  /** Spare bandwidth for this at the achieved load. */
  readonly spareBytesPerSec: number
  /** Null if there is no spare bandwidth. */
  readonly refillMs: number | null
  /** The formula with the numbers filled in. */
  readonly formula: string
}

/** A broker that returns with its data, and one that is replaced by an empty one. */
export type Refill = {
  /** Bytes written while it was away; null if the question has no outage, or nothing was written to its partitions. */
  readonly returning: RefillPart | null
  /** All bytes that it stores and others have, too; null if there are none, or one of these topics states no retention. */
  readonly replaced: RefillPart | null
}

/** Names of topics that stop with the broker, so that it misses less of them. */
export type StoppedTopics = {
  /** It has the only replica of some partitions: nothing is written to these meanwhile, and no other broker has their records. */
  readonly withoutReplica: ReadonlySet<string>
  /** Writes with acks=all stop, because too few replicas are in sync. */
  readonly withoutAcksAll: ReadonlySet<string>
}

/** The outage of a broker: its duration, if that is asked for, and what stops. */
type Away = { readonly outageMs: number | undefined; readonly stopped: StoppedTopics }

/** Number of all brokers, and of those left to fetch from. */
type Brokers = { readonly brokers: number; readonly left: number }

/**
 * Missing bytes / spare bandwidth. The latter is the smallest of the broker's spare network in and disk bandwidth, and the
 * other brokers' spare network out (and disk bandwidth, for bytes too old for the page cache). Null without hosts.
 */
export function refillOf(solution: Solution, { brokers, left }: Brokers, { outageMs, stopped }: Away): Refill | null {
  const { situation, headroom, reached } = solution
  if (situation.hardware === null || headroom.factor === 0) return null
  const spareOf = (dimension: ConstraintModel['dimension']) => {
    const model = solution.models.find((each) => each.dimension === dimension)
    return model === undefined ? Number.POSITIVE_INFINITY : Math.max(0, model.capacity - model.demandAt(reached))
  }
  const others = left / (brokers - left)
  const fromCache = Math.min(spareOf('network-in'), spareOf('storage-bandwidth'), spareOf('network-out') * others)
  const fromDisk = Math.min(fromCache, spareOf('storage-bandwidth') * others)
  if (!Number.isFinite(fromCache)) return null
  const missed = (writtenWithout(solution, stopped) / brokers) * ((outageMs ?? 0) / 1000)
  const kept = situation.topics.filter(({ topic }) => !stopped.withoutReplica.has(topic.name))
  const isKnown = kept.every(({ topic }) => topic.retentionMs !== undefined)
  const keptBytes = kept.reduce(
    (sum, load) => sum + storedBytesOfTopic(situation, load) * load.topic.replicationFactor,
    0,
  )
  return {
    returning: partOf(missed, fromCache),
    replaced: isKnown ? partOf(keptBytes / brokers, fromDisk) : null,
  }
}

/** Bytes/s of all replicas that are written while a broker is away, to partitions that have one on it. */
function writtenWithout({ situation, reached }: Solution, { withoutReplica, withoutAcksAll }: StoppedTopics): number {
  let written = 0
  for (const load of situation.topics) {
    const { name, replicationFactor } = load.topic
    if (withoutReplica.has(name)) continue
    const share = withoutAcksAll.has(name) ? shareWithoutAcksAll(situation, load) : 1
    written += loggedBytesPerSec(reached.topics[load.index]) * replicationFactor * share
  }
  return written
}

/** The share of a topic's bytes from producers that do not wait for all replicas. */
function shareWithoutAcksAll({ producers }: Situation, { index }: TopicLoad): number {
  let [all, without] = [0, 0]
  for (const { producer, topic, peakRecordsPerSec, compressedRecordBytes } of producers) {
    if (topic.index !== index) continue
    const bytes = peakRecordsPerSec * compressedRecordBytes
    all += bytes
    if (producer.acks !== 'all') without += bytes
  }
  return all === 0 ? 0 : without / all
}

function partOf(bytes: number, spareBytesPerSec: number): RefillPart | null {
  if (bytes === 0) return null
  const spare = formatByteRate(spareBytesPerSec)
  const refillMs = spareBytesPerSec < 1 ? null : (bytes / spareBytesPerSec) * 1000
  const formula =
    refillMs === null
      ? `${formatBytes(bytes)}, and nothing to spare`
      : `${formatBytes(bytes)} / ${spare} to spare = ${formatDuration(refillMs)}`
  return { bytes, spareBytesPerSec, refillMs, formula }
}
