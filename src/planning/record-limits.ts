/**
 * Kafka's default limits on the sizes of records and batches, and the higher limits that a workload needs. Above a default, a
 * topic or producer refuses the record or batch, and a consumer reads batches one at a time.
 */

import { recordBytes } from '../capacity/record-batch.ts'
import { largestLikelySize } from '../capacity/record-sizes.ts'
import { batchHeaderBytes } from '../contracts/batch-header.ts'
import type { Producer, Workload } from '../contracts/workload.ts'

/** Defaults of limits on sizes, in bytes, by Kafka's names. */
export const defaultSizeLimits = {
  /** Of a topic: the largest record batch, after compression. */
  'max.message.bytes': 1_048_588,
  /** Of a Java producer: the largest record, before compression. A larger batch of small records is sent nevertheless. */
  'max.request.size': 1_048_576,
  /** Of a producer over librdkafka: the largest record and the largest batch, before compression. */
  'message.max.bytes': 1_000_000,
  /** Of a consumer: what it fetches of a partition. A larger batch is read nevertheless, but alone. */
  'max.partition.fetch.bytes': 1_048_576,
} as const
export type SizeLimit = keyof typeof defaultSizeLimits

/** A size limit that has to be above its default. */
export type RaisedLimit = {
  /** What a producer may send, in bytes. */
  readonly neededBytes: number
  /** The value to set: the needed bytes, rounded up to whole MiB. */
  readonly bytes: number
}

const mebibyte = 1_048_576

/** The value to set for a limit that must allow `neededBytes`; null if its default is enough. */
export function raisedLimit(limit: SizeLimit, neededBytes: number): RaisedLimit | null {
  if (neededBytes <= defaultSizeLimits[limit]) return null
  return { neededBytes, bytes: Math.ceil(neededBytes / mebibyte) * mebibyte }
}

/** Bytes of the largest likely record of a producer in a batch of its own, before compression. */
export function largestRecordBytes(producer: Producer): number {
  const recordValueBytes = Math.ceil(largestLikelySize(producer.recordValueBytes, producer.recordSizes))
  return batchHeaderBytes + recordBytes({ ...producer, recordValueBytes })
}

/** Bytes of the largest batch that a producer may send, before compression, because its effect on one batch is not certain. */
export function largestBatchBytes(producer: Producer): number {
  return Math.max(producer.batchBytes, largestRecordBytes(producer))
}

/** The producer that may send the largest batch to a topic; null if none writes to it. */
export function largestWriter({ producers }: Workload, topic: string): Producer | null {
  let largest: Producer | null = null
  for (const producer of producers) {
    if (producer.topic !== topic) continue
    if (largest === null || largestBatchBytes(producer) > largestBatchBytes(largest)) largest = producer
  }
  return largest
}
