/**
 * How much of a value must be random, so that a codec compresses its records to a stated ratio.
 *
 * A value begins with the run's own 24 bytes, then random bytes, then one byte over and over. What codecs make of that was
 * measured with librdkafka 2.12 over values of 100 B to 10 KB in batches of 16 KiB: random bytes stay, and there is a cost
 * of each record, of each batch, and of each byte of the run.
 */

import { recordBytes } from '../capacity/record-batch.ts'
import { smallestRunRecordValueBytes } from '../contracts/run-plan.ts'
import type { Producer } from '../contracts/workload.ts'

/** What a codec adds to the random bytes of a record. */
type CodecCost = { readonly recordBytes: number; readonly batchBytes: number; readonly repeatedByteRatio: number }

const costs: Readonly<Record<Exclude<Producer['compression'], 'none'>, CodecCost>> = {
  lz4: { recordBytes: 20, batchBytes: 100, repeatedByteRatio: 0.004 },
  snappy: { recordBytes: 19, batchBytes: 50, repeatedByteRatio: 0.047 },
  gzip: { recordBytes: 15, batchBytes: 150, repeatedByteRatio: 0.001 },
  zstd: { recordBytes: 9, batchBytes: 70, repeatedByteRatio: 0 },
}

/** A header that is the same on each record costs one reference to the one before. */
const repeatedHeaderBytes = 4

/** Share of a value that is random, and the ratio that comes of it: the stated one, or the lowest that a run can make. */
export type Compressibility = { readonly randomBytesRatio: number; readonly reachedRatio: number }

/** Of a producer's values, in batches of so many records. */
export function compressibilityOf(producer: Producer, recordsPerBatch: number): Compressibility {
  if (producer.compression === 'none') return { randomBytesRatio: 1, reachedRatio: 1 }
  const cost = costs[producer.compression]
  const plainBytes = recordBytes(producer)
  const fillBytes = Math.max(0, producer.recordValueBytes - smallestRunRecordValueBytes)
  const headerBytes = producer.headers === undefined ? 0 : repeatedHeaderBytes
  // Keys of a run are 8 bytes that differ and then zeros.
  const keyBytes = producer.keys.kind === 'none' ? 0 : Math.min(8, producer.recordKeyBytes)
  const ownBytes = cost.recordBytes + cost.batchBytes / recordsPerBatch + headerBytes + keyBytes
  const wantedBytes = producer.compressionRatio * plainBytes
  const randomBytes = (wantedBytes - ownBytes - cost.repeatedByteRatio * fillBytes) / (1 - cost.repeatedByteRatio)
  const possibleBytes = Math.min(fillBytes, Math.max(0, randomBytes))
  const reachedBytes = ownBytes + possibleBytes + cost.repeatedByteRatio * (fillBytes - possibleBytes)
  return {
    randomBytesRatio: (smallestRunRecordValueBytes + possibleBytes) / producer.recordValueBytes,
    reachedRatio: Math.min(1, reachedBytes / plainBytes),
  }
}
