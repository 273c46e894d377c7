/**
 * Records from clients older than Kafka 0.11, whose message format is larger than the one in which brokers store them.
 */
import type { Producer } from '../contracts/workload.ts'

/**
 * Overhead per record: offset 8, size 4, checksum 4, version 1, attributes 1, lengths of key and value 4 + 4; v1 also has
 * a timestamp of 8. There is no batch header.
 */
const overheadBytes = { v0: 26, v1: 34 } as const

/**
 * Wire bytes of a record as an older client sends it; null for the current format, which brokers store unchanged.
 *
 * The older formats have no record headers. The record that wraps a compressed set, one per batch, is neglected.
 */
export function sentBytesPerRecord(
  producer: Pick<Producer, 'messageFormat' | 'recordKeyBytes' | 'recordValueBytes' | 'compressionRatio'>,
): number | null {
  if (producer.messageFormat === undefined) return null
  const bytes = overheadBytes[producer.messageFormat] + producer.recordKeyBytes + producer.recordValueBytes
  return bytes * producer.compressionRatio
}
