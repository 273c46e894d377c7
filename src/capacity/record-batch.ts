/**
 * Bytes of a record batch as brokers store it: Kafka's message format v2 (KIP-98), the same when it is written and read.
 *
 * Request and answer framing around batches is not part of it.
 */

/** Header of a batch: offsets, length, epoch, magic, crc, attributes, timestamps, producer id and epoch, counts. */
export const batchHeaderBytes = 61

/** What the size of a record depends on. */
export type RecordShape = {
  readonly recordValueBytes: number
  readonly recordKeyBytes: number
  readonly lingerMs: number
  readonly batchBytes: number
  readonly compressionRatio: number
}

/** Bytes of a signed number as a zigzag varint. */
export function varintBytes(value: number): number {
  const zigzag = value < 0 ? -2 * value - 1 : 2 * value
  let bytes = 1
  for (let limit = 128; zigzag >= limit && bytes < 10; limit *= 128) bytes += 1
  return bytes
}

/**
 * Mean uncompressed bytes of one record.
 *
 * length, attributes (1), timestamp delta, offset delta, key length, key, value length, value, header count (1). The
 * offset delta is that of a full batch, at most a byte too much in a smaller one: so that larger batches never cost more.
 */
export function recordBytes(shape: RecordShape): number {
  const keyBytes = shape.recordKeyBytes === 0 ? 1 : varintBytes(shape.recordKeyBytes) + shape.recordKeyBytes
  const valueBytes = varintBytes(shape.recordValueBytes) + shape.recordValueBytes
  const most = Math.max(1, (shape.batchBytes - batchHeaderBytes) / (keyBytes + valueBytes + 5))
  const body = 2 + varintBytes(Math.round(shape.lingerMs)) + offsetDeltaBytes(most) + keyBytes + valueBytes
  return body + varintBytes(Math.round(body))
}

/** Records of a batch that is as large as the producer makes it; at least one. */
export function recordsPerFullBatch(shape: RecordShape): number {
  return Math.max(1, Math.floor((shape.batchBytes - batchHeaderBytes) / recordBytes(shape)))
}

/** Wire bytes of one record in batches of `recordsPerBatch` (a mean, not necessarily whole), after compression. */
export function wireBytesPerRecord(shape: RecordShape, recordsPerBatch: number): number {
  return withBatchHeader(shape.compressionRatio * recordBytes(shape), recordsPerBatch)
}

/** Wire bytes of a record whose own, compressed bytes are known: with its part of the header of its batch. */
export function withBatchHeader(compressedRecordBytes: number, recordsPerBatch: number): number {
  return batchHeaderBytes / Math.max(1, recordsPerBatch) + compressedRecordBytes
}

/** Mean bytes of the offset deltas 0 ... n-1: one byte up to 63, two up to 8191, three beyond. */
function offsetDeltaBytes(recordsPerBatch: number): number {
  if (recordsPerBatch <= 64) return 1
  return 1 + (recordsPerBatch - 64) / recordsPerBatch + Math.max(0, recordsPerBatch - 8192) / recordsPerBatch
}
