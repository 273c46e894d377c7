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
  /** Share of the hottest partition. */
  readonly hottestShare: number
}

/**
 * Records per request on a saturated connection, where waiting records fill the batches.
 *
 * A librdkafka request carries one full batch. A Java request carries a batch of each partition of the broker. The batch
 * of the hottest partition is full, and the others fill in proportion to their shares, so the request has share / share of
 * the hottest partition times the records of a full batch.
 *
 * @param share the connection's share of the producer's records, 0 to 1
 */
export function recordsPerFullRequest(parts: RequestParts, share: number): number {
  const { family, fullBatchRecords, payloadBytesPerRecord, hottestShare } = parts
  if (family === 'librdkafka') return fullBatchRecords
  const bySize = Math.max(fullBatchRecords, javaRequestBytes / payloadBytesPerRecord)
  return Math.min((fullBatchRecords * share) / hottestShare, bySize)
}
