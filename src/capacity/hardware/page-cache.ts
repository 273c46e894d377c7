/**
 * Computes how long records stay in the page cache of a broker, where consumers read them without disk access.
 */
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatBytes } from '../../units/bytes.ts'
import { formatDuration } from '../../units/duration.ts'
import type { Situation } from '../situation.ts'
import { type Traffic, trafficAt } from '../traffic.ts'

/**
 * How long records stay in the page cache of the busiest broker, in ms: page cache / bytes/s written to the broker as
 * leader and follower. Null if the memory of the hosts is not known, or nothing is written.
 */
export function tailInCacheMs(situation: Situation, traffic: Traffic): number | null {
  const cacheBytes = situation.hardware?.pageCacheBytes ?? null
  const writtenBytesPerSec = traffic.broker?.writtenBytesPerSec ?? 0
  return cacheBytes !== null && writtenBytesPerSec > 0 ? (cacheBytes / writtenBytesPerSec) * 1000 : null
}

/** A sentence on how long records stay in the page cache at the offered load, with the formula; null if it is not known. */
export function tailInCacheSentence(situation: Situation): string | null {
  const { hardware } = situation
  const traffic = trafficAt(situation, 1)
  const tail = tailInCacheMs(situation, traffic)
  if (tail === null || traffic.broker === null || hardware === null || hardware.pageCacheBytes === null) return null
  const written = formatByteRate(traffic.broker.writtenBytesPerSec)
  return `The page cache keeps the last ${formatDuration(tail)}: ${formatBytes(hardware.pageCacheBytes)} of memory without the heap / ${written} written to the busiest broker.`
}
