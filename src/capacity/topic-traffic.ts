/**
 * Traffic into one topic entry at a load factor.
 */
export type TopicTraffic = {
  readonly wireBytesPerSec: number
  /** Bytes read / bytes written: the number of groups that read it, less what a limit holds some of them back by. */
  readonly timesRead: number
  /** The part of it that comes from disk, by groups that lag too far behind for the page cache. */
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
