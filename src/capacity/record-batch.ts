/**
 * Bytes of a record batch as brokers store it: Kafka's message format v2 (KIP-98), the same when it is written and read.
 *
 * Request and answer framing around batches is not part of it.
 */
import type { RecordHeaders, RecordSizes, Workload } from '../contracts/workload.ts'
import { relativeDeviation } from './record-sizes.ts'

/** Header of a batch: offsets, length, epoch, magic, crc, attributes, timestamps, producer id and epoch, counts. */
export const batchHeaderBytes = 61

/** What the size of a record depends on. */
export type RecordShape = {
  /** Mean size of a value. */
  readonly recordValueBytes: number
  readonly recordSizes?: RecordSizes | undefined
  readonly headers?: RecordHeaders | undefined
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
 * length, attributes (1), timestamp delta, offset delta, key length, key, value length, value, header count, and name
 * and value of each header with their lengths. The
 * offset delta is that of a full batch, at most a byte too much in a smaller one: so that larger batches never cost more.
 */
export function recordBytes(shape: RecordShape): number {
  const keyBytes = shape.recordKeyBytes === 0 ? 1 : varintBytes(shape.recordKeyBytes) + shape.recordKeyBytes
  const valueBytes = varintBytes(shape.recordValueBytes) + shape.recordValueBytes
  const ownBytes = keyBytes + valueBytes + headersBytes(shape.headers)
  const most = Math.max(1, (shape.batchBytes - batchHeaderBytes) / (ownBytes + 4))
  const body = 1 + varintBytes(Math.round(shape.lingerMs)) + offsetDeltaBytes(most) + ownBytes
  return body + varintBytes(Math.round(body))
}

/** The count of headers, and each one's name and value with their lengths. */
function headersBytes(headers: RecordHeaders | undefined): number {
  if (headers === undefined) return varintBytes(0)
  const { count, nameBytes, valueBytes } = headers
  return varintBytes(count) + count * (varintBytes(nameBytes) + nameBytes + varintBytes(valueBytes) + valueBytes)
}

/** What the Java client takes its estimate of compression times, to be safe (`COMPRESSION_RATE_ESTIMATION_FACTOR`). */
const javaEstimateFactor = 1.05

/**
 * Records of a batch that is as large as the producer makes it; at least one. A mean, where sizes differ.
 *
 * librdkafka counts a batch before compression. The Java client counts what is in it as compressed: 61 + uncompressed bytes x
 * estimated ratio x 1.05, to which the next record must fit uncompressed (MemoryRecordsBuilder.hasRoomFor of Apache Kafka 4);
 * its estimate is taken to have come down to the real ratio.
 *
 * Alike records: the whole part of room / record. Sizes that differ: a batch ends before the first record that does not
 * fit, which begins the next one; by renewal theory the room left is E(x²) / 2E(x) = (1 + v²) / 2 records in the mean,
 * v being the standard deviation of the records' sizes relative to their mean.
 */
export function recordsPerFullBatch(
  shape: RecordShape,
  family: Workload['clientFamily'] = 'librdkafka',
  bytes = recordBytes(shape),
): number {
  const isCompressed = family === 'java' && shape.compressionRatio < 1
  const counted = isCompressed ? shape.compressionRatio * javaEstimateFactor : 1
  const most = 1 + (shape.batchBytes - batchHeaderBytes - bytes) / (bytes * counted)
  const deviation = (relativeDeviation(shape.recordSizes) * shape.recordValueBytes) / bytes
  return Math.max(1, deviation === 0 ? Math.floor(most) : most - (1 + deviation ** 2) / 2)
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
