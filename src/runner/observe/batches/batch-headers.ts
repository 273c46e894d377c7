/**
 * Splits the records of one partition in a Fetch response into batches, and reads their headers of 61 bytes.
 *
 * Layout: clients/src/main/java/org/apache/kafka/common/record/DefaultRecordBatch.java of Apache Kafka.
 */
import { batchHeaderBytes } from '../../../contracts/batch-header.ts'

/** Bytes of the base offset and of the length itself, which the length does not include. */
const lengthPrefixBytes = 12

const codecs = ['none', 'gzip', 'snappy', 'lz4', 'zstd'] as const

/** Compression of a batch. */
export type Codec = (typeof codecs)[number]

/** The header of a batch, and its records as they are stored. */
export type RecordBatch = {
  readonly baseOffset: number
  /** Size of the whole batch in bytes, header included. */
  readonly wireBytes: number
  readonly codec: Codec
  readonly isLogAppendTime: boolean
  readonly isTransactional: boolean
  readonly isControl: boolean
  /** Offset of the last record that was sent, minus the base offset. Compaction does not change it. */
  readonly lastOffsetDelta: number
  /**
   * Null if the log cleaner has put the time at which it may delete the batch in its place (KIP-534, in compacted topics).
   */
  readonly baseTimestamp: number | null
  readonly maxTimestamp: number
  /** -1 if the producer is not idempotent. */
  readonly producerId: bigint
  readonly recordCount: number
  readonly records: Buffer
}

/** What is known of an incomplete batch, from its header. */
export type CutBatch = Pick<RecordBatch, 'recordCount' | 'wireBytes'>

/** The batches of one partition in a Fetch response. */
export type SplitBatches = {
  readonly batches: readonly RecordBatch[]
  /**
   * The last batch, if the byte limit of the fetch cut it off after its header; otherwise null. Large batches are more likely
   * to be cut off, so a mean without them is too small.
   */
  readonly cut: CutBatch | null
  /** Number of complete messages in the formats before Kafka 0.11. */
  readonly oldFormats: number
  /** Number of batches with an invalid header. */
  readonly unreadable: number
}

/** The complete batches of a response. A last batch that the response cuts off is left out. */
export function splitBatches(bytes: Buffer): SplitBatches {
  const batches: RecordBatch[] = []
  let oldFormats = 0
  let unreadable = 0
  for (let start = 0; start + batchHeaderBytes <= bytes.length; ) {
    const end = start + lengthPrefixBytes + bytes.readInt32BE(start + 8)
    if (end > bytes.length)
      return { batches, cut: cutBatch(bytes.subarray(start), end - start), oldFormats, unreadable }
    const magic = bytes.readInt8(start + 16)
    // A length below 1 is invalid, and one of -12 or less would make this loop endless.
    if (end <= start + lengthPrefixBytes) return { batches, cut: null, oldFormats, unreadable: unreadable + 1 }
    const batch = magic === 2 ? readBatch(bytes.subarray(start, end)) : null
    if (batch !== null) batches.push(batch)
    else if (magic === 0 || magic === 1) oldFormats += 1
    else unreadable += 1
    start = end
  }
  return { batches, cut: null, oldFormats, unreadable }
}

/** Null for transaction markers, invalid headers and the formats before Kafka 0.11. */
function cutBatch(bytes: Buffer, wireBytes: number): CutBatch | null {
  const batch = bytes.readInt8(16) === 2 ? readBatch(bytes) : null
  return batch === null || batch.isControl ? null : { recordCount: batch.recordCount, wireBytes }
}

function readBatch(bytes: Buffer): RecordBatch | null {
  if (bytes.length < batchHeaderBytes) return null
  const attributes = bytes.readInt16BE(21)
  const codec = codecs[attributes & 7]
  const recordCount = bytes.readInt32BE(57)
  if (codec === undefined || recordCount < 0) return null
  return {
    baseOffset: Number(bytes.readBigInt64BE(0)),
    wireBytes: bytes.length,
    codec,
    isLogAppendTime: (attributes & 8) !== 0,
    isTransactional: (attributes & 16) !== 0,
    isControl: (attributes & 32) !== 0,
    lastOffsetDelta: bytes.readInt32BE(23),
    baseTimestamp: (attributes & 64) !== 0 ? null : Number(bytes.readBigInt64BE(27)),
    maxTimestamp: Number(bytes.readBigInt64BE(35)),
    producerId: bytes.readBigInt64BE(43),
    recordCount,
    records: bytes.subarray(batchHeaderBytes),
  }
}
