/**
 * Which batch sizes of clients explain batches that are observed to be full.
 */
import { batchBytesOfFull } from '../capacity/record-batch.ts'
import type { ClientFamily } from '../contracts/workload.ts'

/** Batches that are observed to be full, before compression. */
export interface FullBatches {
  /** Bytes of the largest one's records. */
  readonly recordsBytes: number
  /** Mean bytes of a record. */
  readonly bytesPerRecord: number
  readonly compressionRatio: number
  /** Full batches have at least this many records. */
  readonly leastRecords: number
}

/**
 * Values of `batch.size` that clients usually set, and the defaults of Java's clients and of librdkafka. Such a value is
 * likelier than its neighbours.
 */
const usualBatchBytes = [16_384, 32_768, 65_536, 131_072, 262_144, 524_288, 1_000_000, 1_048_576]

/** Part of a record by which a full batch may be smaller than the model computes it, because fields vary by a byte. */
const fieldTolerance = 0.05

/** In batches of so many records, a byte more or less a record changes their number by more than one. A rule of thumb. */
const manyRecords = 100

/**
 * The batch size of clients of a library whose full batches are these: a usual value, or null if none would give such
 * batches, and the middle of all that would. The bytes of the batches themselves are no batch size: with them, one byte more
 * a record would leave no room for the last record.
 */
export function batchSizesOf(
  { recordsBytes, bytesPerRecord, compressionRatio, leastRecords }: FullBatches,
  family: ClientFamily,
): { readonly usual: number | null; readonly middle: number } {
  const records = Math.max(1, leastRecords, Math.floor(recordsBytes / bytesPerRecord + fieldTolerance))
  const { from, below } = batchBytesOfFull({ bytesPerRecord, compressionRatio }, family, records)
  const tolerance = records >= manyRecords ? 1 / manyRecords : 0
  const usual = usualBatchBytes.find((each) => each >= from * (1 - tolerance) && each < below * (1 + tolerance))
  return { usual: usual ?? null, middle: Math.round((from + below) / 2) }
}
