/**
 * Assumed ceiling of one Java consumer, for groups that do not state one. The thread that polls reads the records.
 */
import { formatCount } from '../units/count.ts'
import { ownSource } from './constraint-model.ts'

/** Processor time of a record in the thread that polls. */
const recordUs = 0.12

/** Time per byte of key and value, added to the time per record. */
const byteNs = 1.1

/** The source of both numbers. */
export const javaConsumerSource = ownSource(
  'ceiling of a Java consumer',
  'Computed from the processor time of the thread that polls, in bare loops that only count, with Kafka 4.3.1 (docs/laws/clients.md). An application that processes its records reaches less.',
)

/** Records/s that one member reads at most: 1 / (time per record + bytes x time per byte). */
export function javaConsumerCeiling(recordBytes: number): number {
  return 1e6 / (recordUs + (recordBytes * byteNs) / 1000)
}

/** "1 record / (0.12 us + 512 B x 1.1 ns)". */
export function javaConsumerFormula(recordBytes: number): string {
  return `1 record / (${recordUs} us + ${formatCount(recordBytes)} B x ${byteNs} ns)`
}
