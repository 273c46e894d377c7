/**
 * Traffic into one topic entry at a load factor, and the bytes that reach its log.
 */
import { markerBytes } from '../contracts/transaction-marker.ts'
import type { TransactionLoad } from './transactions.ts'

/** Traffic into one topic entry. Wire bytes and batches are those of producers, without the markers of transactions. */
export type TopicTraffic = TransactionLoad & {
  readonly recordsPerSec: number
  readonly wireBytesPerSec: number
  /** Bytes read / bytes written: the number of groups that read it, minus the part that limits withhold from them. */
  readonly timesRead: number
  /** The part of `timesRead` that comes from disk, by groups that lag too far behind for the page cache. */
  readonly timesReadFromDisk: number
  /** Wire bytes/s as producers send them; an older message format is larger than what is stored. */
  readonly sentWireBytesPerSec: number
  readonly payloadBytesPerSec: number
  /** Wire bytes/s into its hottest partition. */
  readonly hottestWireBytesPerSec: number
  /** Records/s into its hottest partition, and the batches/s that they come in. */
  readonly hottestRecordsPerSec: number
  readonly hottestBatchesPerSec: number
  readonly batchesPerSec: number
  readonly produceRequestsPerSec: number
  readonly fetchRequestsPerSec: number
}

/** The same with mutable fields, to which the traffic of producers and groups is added. */
export type TopicSum = { -readonly [Field in keyof TopicTraffic]: TopicTraffic[Field] }

/** A sum without traffic. */
export function emptyTopicSum(): TopicSum {
  return {
    recordsPerSec: 0,
    wireBytesPerSec: 0,
    timesRead: 0,
    timesReadFromDisk: 0,
    sentWireBytesPerSec: 0,
    payloadBytesPerSec: 0,
    hottestWireBytesPerSec: 0,
    hottestRecordsPerSec: 0,
    hottestBatchesPerSec: 0,
    batchesPerSec: 0,
    produceRequestsPerSec: 0,
    fetchRequestsPerSec: 0,
    markersPerSec: 0,
    markerRequestsPerSec: 0,
    commitRequestsPerSec: 0,
  }
}

/** Wire bytes/s that reach the log of a topic entry, for consumers and followers to read: records and markers. */
export function loggedBytesPerSec(
  traffic: Pick<TopicTraffic, 'wireBytesPerSec' | 'markersPerSec'> | undefined,
): number {
  return traffic === undefined ? 0 : traffic.wireBytesPerSec + traffic.markersPerSec * markerBytes
}

/** The part of these bytes that goes to the hottest partition. All partitions get the same number of markers. */
export function hottestLoggedBytesPerSec(
  traffic: Pick<TopicTraffic, 'hottestWireBytesPerSec' | 'markersPerSec'> | undefined,
  partitions: number,
): number {
  if (traffic === undefined) return 0
  return traffic.hottestWireBytesPerSec + (traffic.markersPerSec / partitions) * markerBytes
}
