/**
 * How many records a produce request carries if all of its batches are as full as they can be.
 */
import type { Workload } from '../contracts/workload.ts'

/** Maximum size of a produce request of a Java client (`max.request.size`). */
export const javaRequestBytes = 1_048_576

/** The values that decide how many records a request of full batches carries. */
type RequestParts = {
  readonly family: Workload['clientFamily']
  /** Records of a batch as large as `batch.size` allows. */
  readonly fullBatchRecords: number
  readonly payloadBytesPerRecord: number
  /** Share of the producer's records that go to its hottest partition, 0 to 1. */
  readonly hottestShare: number
}

/**
 * Records per request on a saturated connection, where waiting records fill the batches.
 *
 * A librdkafka request carries one full batch. A Java request carries a batch of each partition that the broker leads. It is sent
 * when the batch of the hottest partition is full; the other batches hold fewer records, in proportion to their partitions'
 * shares. So it carries a full batch's records times (share of the broker's partitions / share of the hottest partition).
 *
 * @param share share of the producer's records that go over the connection, 0 to 1
 */
export function recordsPerFullRequest(parts: RequestParts, share: number): number {
  const { family, fullBatchRecords, payloadBytesPerRecord, hottestShare } = parts
  if (family === 'librdkafka') return fullBatchRecords
  const bySize = Math.max(fullBatchRecords, javaRequestBytes / payloadBytesPerRecord)
  return Math.min((fullBatchRecords * share) / hottestShare, bySize)
}
