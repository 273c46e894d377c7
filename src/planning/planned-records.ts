/**
 * Plans the records of a producer: sizes, headers, compressibility, and distribution over partitions.
 */

import { recordBytes, recordsPerFullBatch } from '../capacity/record-batch.ts'
import { likelySizes, percentileFactor } from '../capacity/record-sizes.ts'
import { batchHeaderBytes } from '../contracts/batch-header.ts'
import { minRunRecordValueBytes, type PlannedProducer } from '../contracts/run-plan.ts'
import type { Producer } from '../contracts/workload.ts'
import { formatBytes } from '../units/bytes.ts'
import { significantDigits } from '../units/number-text.ts'
import { formatPercent } from '../units/ratio.ts'
import { compressibilityOf } from './record-compression.ts'
import { shuffled } from './shuffled.ts'

/**
 * To decide whether one more record fits into a batch, librdkafka counts the request header and the largest possible
 * framing of each record.
 */
const librdkafkaRequestBytes = 256
const librdkafkaRecordOverhead = 36

/**
 * Bounds of the value sizes that a producer prepares. It keeps values of all sizes in memory, so large values get
 * fewer.
 */
const maxSizes = 256
const minSizes = 16
const maxSizesBytes = 16_777_216

/** Seed of the order of sizes. Any random order would do. */
const sizeOrderSeed = 1

/**
 * A note is added above this share of raised sizes, or this relative difference of compression ratios. A rule of thumb.
 */
const notedFraction = 0.03

/** The fields of a planned producer that describe its records. */
export type PlannedRecords = Pick<
  PlannedProducer,
  | 'recordValueBytes'
  | 'recordValueSizesBytes'
  | 'recordKeyBytes'
  | 'headers'
  | 'batchedRecordBytes'
  | 'partitioning'
  | 'compressionRatio'
  | 'randomBytesRatio'
>

/** Plans the records of a producer entry that writes to this number of topics. */
export function planRecords(producer: Producer, topics: number): PlannedRecords {
  const sizes = plannedSizes(producer)
  const perTurn = recordsPerTurn(producer, topics)
  const isKeyed = producer.keys.kind !== 'none'
  const perBatch = isKeyed ? recordsPerFullBatch(producer) : perTurn
  return {
    recordValueBytes: producer.recordValueBytes,
    ...(sizes === null ? {} : { recordValueSizesBytes: sizes }),
    recordKeyBytes: producer.recordKeyBytes,
    ...(producer.headers === undefined ? {} : { headers: producer.headers }),
    batchedRecordBytes: recordBytes(producer),
    partitioning: isKeyed
      ? { kind: 'keys', keys: producer.keys }
      : {
          kind: 'turns',
          recordsPerTurn: perTurn,
          ...(sizes === null ? {} : { bytesPerTurn: Math.max(1, librdkafkaRoom(producer)) }),
        },
    compressionRatio: producer.compression === 'none' ? 1 : producer.compressionRatio,
    randomBytesRatio: compressibilityOf(producer, perBatch).randomBytesRatio,
  }
}

/** Notes on how the records of a run differ from the scenario. */
export function recordNotes(producer: Producer, records: PlannedRecords): string[] {
  const notes: string[] = []
  const { name, compression, compressionRatio, recordSizes, recordValueBytes } = producer
  const perBatch =
    records.partitioning.kind === 'turns' ? records.partitioning.recordsPerTurn : recordsPerFullBatch(producer)
  const { reachedRatio } = compressibilityOf(producer, perBatch)
  if (compression !== 'none' && reachedRatio > compressionRatio * (1 + notedFraction)) {
    const share = (ratio: number) => formatPercent(ratio)
    notes.push(
      `"${name}" compresses to ${share(compressionRatio)}; a run's records carry sender, number and time, so records of ${formatBytes(recordValueBytes)} compress to about ${share(reachedRatio)} with ${compression}.`,
    )
  }
  const raised = records.recordValueSizesBytes?.filter((size) => size === minRunRecordValueBytes).length ?? 0
  const raisedShare = raised / (records.recordValueSizesBytes?.length ?? 1)
  if (raisedShare > notedFraction) {
    notes.push(
      `${formatPercent(raisedShare)} of the values of "${name}" are sent with ${minRunRecordValueBytes} B, the smallest size that a run can send. The others are made smaller to keep the mean.`,
    )
  }
  if (producer.keys.kind !== 'none' && producer.recordKeyBytes === 0) {
    notes.push(
      `Keys of "${name}" have 0 B: its records are sent without a key, to the partitions to which such keys would go.`,
    )
  }
  if (producer.messageFormat !== undefined) {
    notes.push(
      `"${name}" sends message format ${producer.messageFormat} in the scenario; a run sends the current one, v2.`,
    )
  }
  const factor = percentileFactor(recordValueBytes, recordSizes)
  if (Math.abs(factor - 1) > notedFraction) {
    notes.push(
      `The percentile sizes of "${name}" are multiplied by ${significantDigits(factor)}, so that their mean is recordValueBytes, ${formatBytes(recordValueBytes)}.`,
    )
  }
  return notes
}

/**
 * Sizes of equal frequency in whole bytes, none below the smallest possible one, with the scenario's mean to a byte;
 * null if all records have one size.
 */
function plannedSizes({ recordSizes, recordValueBytes }: Producer): number[] | null {
  if (recordSizes === undefined || recordSizes.kind === 'fixed') return null
  const count = Math.min(maxSizes, Math.max(minSizes, Math.floor(maxSizesBytes / recordValueBytes)))
  const sizes = likelySizes(recordValueBytes, recordSizes, count)
  const small = sizes.filter((size) => size <= minRunRecordValueBytes)
  const large = sizes.filter((size) => size > minRunRecordValueBytes)
  const wanted = recordValueBytes * count - small.length * minRunRecordValueBytes
  const factor = large.length === 0 ? 1 : wanted / large.reduce((sum, size) => sum + size, 0)
  const whole = sizes.map((size) => Math.max(minRunRecordValueBytes, Math.round(size * factor)))
  return shuffled(whole, sizeOrderSeed)
}

/** Bytes in a batch that librdkafka leaves for the key, value and headers of the next record. */
function librdkafkaRoom(producer: Producer): number {
  return producer.batchBytes - batchHeaderBytes - librdkafkaRequestBytes - librdkafkaRecordOverhead
}

/**
 * Number of consecutive records that go to one partition: the batch that the prediction assumes for the scenario's
 * clients.
 *
 * It is the number that one client collects in a linger, up to the number that librdkafka puts into one request. With one
 * more record, librdkafka would send a full batch and a batch of one (measured: 32 records of 512 B are sent as 31 and 1,
 * in twice as many requests).
 */
function recordsPerTurn(producer: Producer, topics: number): number {
  const shape = recordBytes(producer)
  const room =
    librdkafkaRoom(producer) - (producer.recordValueBytes + producer.recordKeyBytes + headerPayload(producer))
  if (producer.recordSizes !== undefined && producer.recordSizes.kind !== 'fixed')
    return lingeredRecords(producer, topics)
  const fitting = room < 0 ? 1 : Math.floor(room / shape) + 1
  // Synchronous senders stay with a partition for a batch's worth of records, as with Java's sticky partitioner.
  if (isSynchronous(producer)) return Math.max(1, Math.min(fitting, recordsPerFullBatch(producer)))
  return Math.max(1, Math.min(fitting, recordsPerFullBatch(producer), lingeredRecords(producer, topics)))
}

function isSynchronous({ synchronousSenders, acks }: Producer): boolean {
  return synchronousSenders !== undefined && acks !== '0'
}

/** Records of one client for one topic in a linger, including the first one. */
function lingeredRecords(producer: Producer, topics: number): number {
  const rate = producer.peakRecordsPerSec / producer.clients / topics
  return Math.floor(1 + (rate * producer.lingerMs) / 1000)
}

/** Bytes of the names and values of a record's headers. */
function headerPayload({ headers }: Producer): number {
  return headers === undefined ? 0 : headers.count * (headers.nameBytes + headers.valueBytes)
}
