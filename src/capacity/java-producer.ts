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
  "Time per byte: measured, the network thread of Kafka 4.3.1's producer takes 0.94 ns on an AMD EPYC. Time per record: derived from 877,024 records/s of 100 bytes, which one producer of Kafka 1.0 sent on the host of its broker (smfrpc/smf, pull request 196, 2018). Threads of a fast processor reach three times that rate: 0.28 us per record of 100 bytes was measured.",
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
