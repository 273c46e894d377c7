/**
 * Records on their way from clients older than Kafka 0.11: larger than what brokers make of them and store.
 */
import type { Producer } from '../contracts/workload.ts'

/**
 * Bytes around each record: offset 8, size 4, checksum 4, version 1, attributes 1, lengths of key and value 4 + 4; v1 has a
 * timestamp of 8 more. There is no header of a batch.
 */
const bytesAround = { v0: 26, v1: 34 } as const

/**
 * Wire bytes of a record as an older client sends it; null where records are stored as they come.
 *
 * Such formats have no record headers. The record around a compressed set, one a batch, is left out.
 */
export function sentBytesPerRecord(
  producer: Pick<Producer, 'messageFormat' | 'recordKeyBytes' | 'recordValueBytes' | 'compressionRatio'>,
): number | null {
  if (producer.messageFormat === undefined) return null
  const bytes = bytesAround[producer.messageFormat] + producer.recordKeyBytes + producer.recordValueBytes
  return bytes * producer.compressionRatio
}
