/**
 * What consumers read while a limit holds them back: as much as in the traffic in which that limit became full.
 */
import { fetchRequestsPerSec } from './fetching.ts'
import type { HeldReads, Reads } from './reads.ts'
import type { ConsumerLoad, Situation } from './situation.ts'
import { loggedBytesPerSec } from './topic-traffic.ts'
import type { Traffic, TrafficCurve } from './traffic.ts'

/** How far a limit lets the groups of a consumer entry read. */
export type ReadLimit = {
  /** Factor on the offered load at which the limit is full; infinite if nothing holds the groups. */
  readonly factor: number
  /** True if the limit counts records/s, false if it counts bytes/s. */
  readonly isInRecords: boolean
  /** The curve of the traffic in which the limit became full, if producers waited then. Left out: they did not. */
  readonly trafficAt?: TrafficCurve
}

/**
 * What the groups of each consumer entry get at most.
 *
 * @param readLimits by consumer entry
 */
export function readsAt(situation: Situation, trafficAt: TrafficCurve, readLimits: readonly ReadLimit[]): Reads {
  return situation.consumers.map((load, index) => {
    const readLimit = readLimits[index]
    if (readLimit === undefined || !Number.isFinite(readLimit.factor)) return null
    const { factor, isInRecords } = readLimit
    return readsOf(load, (readLimit.trafficAt ?? trafficAt)(factor), { situation, isInRecords })
  })
}

function readsOf(
  load: ConsumerLoad,
  traffic: Traffic,
  { situation, isInRecords }: { readonly situation: Situation; readonly isInRecords: boolean },
): HeldReads | null {
  const topic = traffic.topics[load.topic.index]
  if (topic === undefined) return null
  return {
    recordsFactor: isInRecords ? traffic.factor : null,
    wireBytesPerSec: loggedBytesPerSec(topic),
    fetchRequestsPerSec: fetchRequestsPerSec(load, topic, situation),
  }
}

/** What a group reads at one end of the band. */
export type ReadEnd = {
  /** Factors of the load: written at this end, read at this end, and likely written. */
  readonly written: number
  readonly read: number
  readonly likelyWritten: number
  readonly isInRecords: boolean
  /** Index of the topic entry. */
  readonly topic: number
}

/**
 * Wire and payload bytes/s that a group reads from a topic entry. A limit in bytes/s allows the bytes of the load at
 * its factor. A limit in records/s allows a number of records, each with the wire bytes that it likely has.
 */
export function readBytesAt(
  limitedAt: TrafficCurve,
  { written, read, likelyWritten, isInRecords, topic }: ReadEnd,
): { readonly wireBytesPerSec: number; readonly payloadBytesPerSec: number } {
  const whole = bytesOf(limitedAt(written), topic)
  if (read >= written) return whole
  const part = limitedAt(read)
  const { wireBytesPerSec, payloadBytesPerSec } = bytesOf(part, topic)
  const likely = limitedAt(likelyWritten)
  const wire = isInRecords ? (bytesOf(likely, topic).wireBytesPerSec * part.factor) / likely.factor : wireBytesPerSec
  return {
    wireBytesPerSec: Math.min(whole.wireBytesPerSec, wire),
    payloadBytesPerSec: Math.min(whole.payloadBytesPerSec, payloadBytesPerSec),
  }
}

function bytesOf({ topics }: Traffic, topic: number) {
  const { payloadBytesPerSec = 0 } = topics[topic] ?? {}
  return { wireBytesPerSec: loggedBytesPerSec(topics[topic]), payloadBytesPerSec }
}
