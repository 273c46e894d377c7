/**
 * Finds the clients' batch size (`batch.size`) from batches that are observed to be full.
 */
import { batchBytesOfFull } from '../capacity/record-batch.ts'
import type { ClientFamily } from '../contracts/workload.ts'

/** Batches that are observed to be full, before compression. */
export interface FullBatches {
  /** Bytes of the records in the largest batch. */
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

/** Share of a record by which a full batch may be smaller than computed, because fields vary in length by a byte. */
const fieldTolerance = 0.05

/** With this many records per batch, one byte more per record changes their number by more than one. A rule of thumb. */
const manyRecords = 100

/**
 * The batch sizes with which clients of a library send such full batches: a usual value (null if none fits), and the
 * middle of all that fit. The observed bytes are not taken as the batch size: with one more byte per record, the last record
 * would not fit any more.
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
