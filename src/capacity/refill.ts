/**
 * How a returning broker fetches its missing records while the load continues.
 */
import { formatByteRate } from '../units/byte-rate.ts'
import { formatBytes } from '../units/bytes.ts'
import { formatDuration } from '../units/duration.ts'
import type { ConstraintModel } from './constraint-model.ts'
import type { Solution } from './solve.ts'
import { storedBytesOfReplicas } from './stored-bytes.ts'
import { replicationWireBytesPerSec } from './traffic.ts'

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
  /** Bytes written while it was away; null if the question has no outage. */
  readonly returning: RefillPart | null
  /** All bytes that it stores; null if a topic states no retention. */
  readonly replaced: RefillPart | null
}

/** Number of all brokers, and of those left to fetch from. */
type Brokers = { readonly brokers: number; readonly left: number }

/**
 * Missing bytes / spare bandwidth. The latter is the smallest of the broker's spare network in and disk bandwidth, and the
 * other brokers' spare network out (and disk bandwidth, for bytes too old for the page cache). Null without hosts.
 */
export function refillOf(solution: Solution, { brokers, left }: Brokers, outageMs?: number): Refill | null {
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
  const written = reached.figures.ingressWireBytesPerSec + replicationWireBytesPerSec(situation, reached)
  const isKnown = situation.topics.every(({ topic }) => topic.retentionMs !== undefined)
  return {
    returning: outageMs === undefined ? null : partOf(((written / brokers) * outageMs) / 1000, fromCache),
    replaced: isKnown ? partOf(storedBytesOfReplicas(situation) / brokers, fromDisk) : null,
  }
}

function partOf(bytes: number, spareBytesPerSec: number): RefillPart {
  const spare = formatByteRate(spareBytesPerSec)
  const refillMs = spareBytesPerSec < 1 ? null : (bytes / spareBytesPerSec) * 1000
  const formula =
    refillMs === null
      ? `${formatBytes(bytes)}, and nothing to spare`
      : `${formatBytes(bytes)} / ${spare} to spare = ${formatDuration(refillMs)}`
  return { bytes, spareBytesPerSec, refillMs, formula }
}
