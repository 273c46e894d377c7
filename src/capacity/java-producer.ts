/**
 * Assumed ceiling of one Java producer client, for scenarios that do not state one. One thread calls `send`, another
 * writes to the brokers.
 */
import type { Producer } from '../contracts/workload.ts'
import { formatCount } from '../units/count.ts'
import { groupDigits } from '../units/number-text.ts'
import { compressionByteNs } from './compression-cost.ts'
import { ownSource } from './constraint-model.ts'

/** Time per record. */
const recordUs = 1.05

/** Time per byte of key and value, added to the time per record. */
const byteNs = 0.9

/** The source of both numbers. */
export const javaProducerSource = ownSource(
  'ceiling of a Java producer',
  "Time per byte: measured, the network thread of Kafka 4.3.1's producer takes 0.94 ns on an AMD EPYC. Time per record: derived from 877,024 records/s of 100 bytes, which one producer of Kafka 1.0 sent on the host of its broker (smfrpc/smf, pull request 196, 2018). Threads of a fast processor reach three times that rate: 0.28 us per record of 100 bytes was measured. What a codec adds: docs/laws/compression.md.",
)

type SentRecord = Pick<Producer, 'recordValueBytes' | 'recordKeyBytes' | 'compression' | 'compressionRatio'>

/** Records/s of one Java producer client at most: 1 / (time per record + bytes x time per byte, its codec included). */
export function javaProducerCeiling(record: SentRecord): number {
  const bytes = record.recordValueBytes + record.recordKeyBytes
  return 1e6 / (recordUs + (bytes * (byteNs + compressionByteNs(record))) / 1000)
}

/** "1 record / (1.05 us + 512 B x 0.9 ns)", with gzip "x (0.9 + 12.7 for gzip) ns". */
export function javaProducerFormula(record: SentRecord): string {
  const codecNs = compressionByteNs(record)
  const time = codecNs === 0 ? `${byteNs} ns` : `(${byteNs} + ${groupDigits(codecNs, 1)} for ${record.compression}) ns`
  return `1 record / (${recordUs} us + ${formatCount(record.recordValueBytes + record.recordKeyBytes)} B x ${time})`
}
