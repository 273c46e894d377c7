/**
 * Assumed ceiling of one Java producer client, for scenarios that do not state one. One thread calls `send`, another
 * writes to the brokers.
 */
import type { Producer } from '../contracts/workload.ts'
import { ownSource } from './constraint-model.ts'

/** Time per record. */
const recordUs = 1.05

/** Time per byte of key and value, added to the time per record. */
const byteNs = 0.9

/** The source of both numbers. */
export const javaProducerSource = ownSource(
  'ceiling of a Java producer',
  "A byte: measured, the thread of Kafka 4.3.1's producer that writes to brokers takes 0.94 ns of an AMD EPYC's time. A record: what that leaves of 877,024 records/s of 100 bytes, one producer of Kafka 1.0 beside its broker (smfrpc/smf, pull request 196, 2018). A fast processor's threads allow three times as much: 0.28 us a record of 100 bytes was measured.",
)

type RecordBytes = Pick<Producer, 'recordValueBytes' | 'recordKeyBytes'>

/** Records/s of one Java producer client at most: 1 / (time per record + bytes x time per byte). */
export function javaProducerCeiling({ recordValueBytes, recordKeyBytes }: RecordBytes): number {
  return 1e6 / (recordUs + ((recordValueBytes + recordKeyBytes) * byteNs) / 1000)
}

/** Formats the time per record: "a record in 1.05 us + 512 B x 0.9 ns". */
export function javaProducerFormula({ recordValueBytes, recordKeyBytes }: RecordBytes): string {
  return `a record in ${recordUs} us + ${recordValueBytes + recordKeyBytes} B x ${byteNs} ns`
}
