/**
 * Bytes of a record batch in Kafka's message format v2 (KIP-98). Batches have the same bytes written, stored and read.
 *
 * The framing of requests and responses around batches is not included.
 */
import { batchHeaderBytes } from '../contracts/batch-header.ts'
import type { RecordHeaders, RecordSizes, Workload } from '../contracts/workload.ts'
import { partsUpTo, relativeDeviation, type SizesUpTo } from './record-sizes.ts'

/** The fields of a producer that decide the size of its records and batches. */
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
 * Mean uncompressed bytes of one record: length, attributes (1), timestamp delta, offset delta, key length, key, value
 * length, value, header count, and name and value of each header with their lengths.
 *
 * The offset delta is that of a full batch. In a smaller batch this is at most a byte too much, but it keeps the size of a
 * record from growing with the batch.
 */
export function recordBytes(shape: RecordShape): number {
  const keyBytes = shape.recordKeyBytes === 0 ? 1 : varintBytes(shape.recordKeyBytes) + shape.recordKeyBytes
  const valueBytes = varintBytes(shape.recordValueBytes) + shape.recordValueBytes
  const contentBytes = keyBytes + valueBytes + headersBytes(shape.headers)
  // The other fields take at least 4 bytes.
  const maxRecords = Math.max(1, (shape.batchBytes - batchHeaderBytes) / (contentBytes + 4))
  const body = 1 + varintBytes(Math.round(shape.lingerMs)) + offsetDeltaBytes(maxRecords) + contentBytes
  return body + varintBytes(Math.round(body))
}

/** The count of headers, and each one's name and value with their lengths. */
function headersBytes(headers: RecordHeaders | undefined): number {
  if (headers === undefined) return varintBytes(0)
  const { count, nameBytes, valueBytes } = headers
  return varintBytes(count) + count * (varintBytes(nameBytes) + nameBytes + varintBytes(valueBytes) + valueBytes)
}

/** Bytes that headers add to a record; 0 without any. */
export function bytesOfHeaders(headers: RecordHeaders | undefined): number {
  return headersBytes(headers) - headersBytes(undefined)
}

/** Safety factor of the Java client on its estimated compression ratio (`COMPRESSION_RATE_ESTIMATION_FACTOR`). */
const javaEstimateFactor = 1.05

/**
 * Records of a full batch, at least one; a mean if sizes differ.
 *
 * librdkafka limits a batch before compression. The Java client estimates its compressed size: 61 + uncompressed bytes x
 * estimated ratio x 1.05, and the next record must fit in uncompressed (MemoryRecordsBuilder.hasRoomFor of Apache Kafka
 * 4). The estimate is assumed to have converged to the real ratio.
 *
 * With equal sizes it is the whole part of room / record. With different sizes a batch ends before the first record that
 * does not fit, and by renewal theory the unused room is on average E(x²) / 2E(x) = (1 + v²) / 2 records, where v is the
 * standard deviation of the record sizes relative to their mean. Records larger than a batch are batches by themselves.
 */
export function recordsPerFullBatch(
  shape: RecordShape,
  family: Workload['clientFamily'] = 'librdkafka',
  bytes = recordBytes(shape),
): number {
  const maxRecords = 1 + (shape.batchBytes - batchHeaderBytes - bytes) / (bytes * estimatedRatioOf(shape, family))
  const deviation = (relativeDeviation(shape.recordSizes) * shape.recordValueBytes) / bytes
  if (deviation === 0) return Math.max(1, Math.floor(maxRecords))
  const restBytes = bytes - shape.recordValueBytes
  const parts = partsUpTo(Math.max(0, maxRecords * bytes - restBytes), shape.recordValueBytes, shape.recordSizes)
  if (parts.share === 1) return Math.max(1, maxRecords - (1 + deviation ** 2) / 2)
  return withLargerThanBatch({ ...parts, roomBytes: maxRecords * bytes, restBytes })
}

/** The ratio at which a client expects the records in its batch to compress; 1 if it limits them before compression. */
function estimatedRatioOf(
  { compressionRatio }: Pick<RecordShape, 'compressionRatio'>,
  family: Workload['clientFamily'],
): number {
  return family === 'java' && compressionRatio < 1 ? compressionRatio * javaEstimateFactor : 1
}

/**
 * The batch sizes with which a full batch has this many records of equal size: at least `from`, and less than `below`.
 * The inverse of `recordsPerFullBatch`.
 */
export function batchBytesOfFull(
  shape: { readonly bytesPerRecord: number; readonly compressionRatio: number },
  family: Workload['clientFamily'],
  records: number,
): { readonly from: number; readonly below: number } {
  const { bytesPerRecord } = shape
  const eachBytes = bytesPerRecord * estimatedRatioOf(shape, family)
  const from = batchHeaderBytes + bytesPerRecord + (records - 1) * eachBytes
  // A single record makes a full batch even if it is larger than the batch size.
  return { from: records <= 1 ? 1 : Math.ceil(from), below: Math.ceil(from + eachBytes) }
}

/**
 * Records of a full batch, a mean, if some records are larger than a batch. Each of those is a batch by itself, and ends the
 * batch before it, which is half full on average. The others fill batches as usual.
 */
function withLargerThanBatch({
  share,
  meanBytes,
  meanSquare,
  roomBytes,
  restBytes,
}: SizesUpTo & { readonly roomBytes: number; readonly restBytes: number }): number {
  const larger = 1 - share
  if (share === 0) return 1
  const mean = meanBytes + restBytes
  const square = meanSquare + 2 * restBytes * meanBytes + restBytes ** 2
  const fitting = Math.max(1, roomBytes / mean - square / (2 * mean ** 2))
  // No more batches of them than there are such records.
  const batchesOfOthers = Math.min(share, share / fitting + larger / 2)
  return 1 / (larger + batchesOfOthers)
}

/** Wire bytes of one record in batches of `recordsPerBatch` (a mean, not necessarily whole), after compression. */
export function wireBytesPerRecord(shape: RecordShape, recordsPerBatch: number): number {
  return withBatchHeader(shape.compressionRatio * recordBytes(shape), recordsPerBatch)
}

/** Wire bytes of a record: its compressed bytes and its share of the batch header. */
export function withBatchHeader(compressedRecordBytes: number, recordsPerBatch: number): number {
  return batchHeaderBytes / Math.max(1, recordsPerBatch) + compressedRecordBytes
}

/** Mean bytes of the offset deltas 0 ... n-1: one byte up to 63, two up to 8191, three beyond. */
function offsetDeltaBytes(recordsPerBatch: number): number {
  if (recordsPerBatch <= 64) return 1
  return 1 + (recordsPerBatch - 64) / recordsPerBatch + Math.max(0, recordsPerBatch - 8192) / recordsPerBatch
}
