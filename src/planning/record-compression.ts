/**
 * Computes how much of a value must be random for a codec to compress its records to a stated ratio.
 *
 * A value consists of the run's own 24 bytes, random bytes, and one repeated byte. The effect of codecs was measured
 * with librdkafka 2.12 for values of 100 B to 10 KB in batches of 16 KiB: random bytes are not compressed, and there is
 * a cost per record, per batch, and per repeated byte.
 */
import { recordBytes } from '../capacity/record-batch.ts'
import { minRunRecordValueBytes } from '../contracts/run-plan.ts'
import type { Producer } from '../contracts/workload.ts'

/** Compressed bytes of a codec in addition to the random bytes of a record. */
type CodecCost = { readonly recordBytes: number; readonly batchBytes: number; readonly repeatedByteRatio: number }

const costs: Readonly<Record<Exclude<Producer['compression'], 'none'>, CodecCost>> = {
  lz4: { recordBytes: 20, batchBytes: 100, repeatedByteRatio: 0.004 },
  snappy: { recordBytes: 19, batchBytes: 50, repeatedByteRatio: 0.047 },
  gzip: { recordBytes: 15, batchBytes: 150, repeatedByteRatio: 0.001 },
  zstd: { recordBytes: 9, batchBytes: 70, repeatedByteRatio: 0 },
}

/** Compressed bytes of the headers of a record. They are equal on all records, so they become a reference. */
const repeatedHeaderBytes = 4

/** The random share of a value, and the resulting ratio: the stated one, or the lowest that a run can reach. */
export type Compressibility = { readonly randomBytesRatio: number; readonly reachedRatio: number }

/** Computes both for a producer's values in batches of this number of records. */
export function compressibilityOf(producer: Producer, recordsPerBatch: number): Compressibility {
  if (producer.compression === 'none') return { randomBytesRatio: 1, reachedRatio: 1 }
  const cost = costs[producer.compression]
  const plainBytes = recordBytes(producer)
  const fillBytes = Math.max(0, producer.recordValueBytes - minRunRecordValueBytes)
  const headerBytes = producer.headers === undefined ? 0 : repeatedHeaderBytes
  // A key of a run consists of 8 bytes that differ and zeros.
  const keyBytes = producer.keys.kind === 'none' ? 0 : Math.min(8, producer.recordKeyBytes)
  const ownBytes = cost.recordBytes + cost.batchBytes / recordsPerBatch + headerBytes + keyBytes
  const targetBytes = producer.compressionRatio * plainBytes
  const randomBytes = (targetBytes - ownBytes - cost.repeatedByteRatio * fillBytes) / (1 - cost.repeatedByteRatio)
  const plannedRandomBytes = Math.min(fillBytes, Math.max(0, randomBytes))
  const reachedBytes = ownBytes + plannedRandomBytes + cost.repeatedByteRatio * (fillBytes - plannedRandomBytes)
  return {
    randomBytesRatio: (minRunRecordValueBytes + plannedRandomBytes) / producer.recordValueBytes,
    reachedRatio: Math.min(1, reachedBytes / plainBytes),
  }
}
