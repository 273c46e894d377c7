/**
 * How a broker that comes back gets the records that it missed, beside the load that goes on.
 */
import { formatByteRate } from '../units/byte-rate.ts'
import { formatBytes } from '../units/bytes.ts'
import { formatDuration } from '../units/duration.ts'
import type { ConstraintModel } from './constraint-model.ts'
import type { Solution } from './solve.ts'
import { storedBytes } from './stored-bytes.ts'
import { replicationWireBytesPerSec } from './traffic.ts'

/** What a broker fetches from the others until its copies are whole. */
export type RefillPart = {
  readonly bytes: number
  /** What is to spare for it at the offered load, or as much of it as is carried; null where no bandwidth is known. */
  readonly spareBytesPerSec: number
  /** Null where nothing is to spare. */
  readonly refillMs: number | null
  /** The formula with the numbers filled in. */
  readonly formula: string
}

/** A broker that returns with its data, and one that is replaced by an empty one. */
export type Refill = {
  /** What was written while it was away; null where no outage was asked about. */
  readonly returning: RefillPart | null
  /** All that it keeps; null where a topic says no retention. */
  readonly replaced: RefillPart | null
}

/** Brokers in all, and those that are left to fetch from. */
type Brokers = { readonly brokers: number; readonly left: number }

/**
 * Bytes that are missing / what is to spare: the smallest of its network in, its disks, and what the others have left of
 * their network out (and of their disks, where the bytes are too old for the page cache). Null where there are no hosts.
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
    replaced: isKnown ? partOf(storedBytes(situation, true) / brokers, fromDisk) : null,
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
