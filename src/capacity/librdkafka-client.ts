/**
 * Assumed ceilings of one client over librdkafka, for scenarios that do not state one. The application's thread calls
 * the library, and one thread of the library serves a broker. docs/laws/clients.md has the measurement.
 */
import type { Workload } from '../contracts/workload.ts'
import { formatCount } from '../units/count.ts'
import { groupDigits } from '../units/number-text.ts'
import { type Compression, compressionByteNs } from './compression-cost.ts'
import { ownSource } from './constraint-model.ts'

/** Language of an application over librdkafka. */
type ClientLanguage = NonNullable<Workload['clientLanguage']>

/** Processor time of a record in the busier of the two threads: per record, and per byte of its key and value. */
type RecordTime = { readonly recordUs: number; readonly byteNs: number }

/** Measured by `npm run lab clients`. */
const recordTimes: Readonly<Record<ClientLanguage, Readonly<Record<'producer' | 'consumer', RecordTime>>>> = {
  c: { producer: { recordUs: 0.65, byteNs: 0.37 }, consumer: { recordUs: 0.25, byteNs: 0.41 } },
  python: { producer: { recordUs: 1.8, byteNs: 0.8 }, consumer: { recordUs: 0.42, byteNs: 0.43 } },
  node: { producer: { recordUs: 3.4, byteNs: 0.82 }, consumer: { recordUs: 4.05, byteNs: 0.31 } },
}

/** Names of the languages for users. */
export const languageNames: Readonly<Record<ClientLanguage, string>> = { c: 'C', python: 'Python', node: 'Node' }

/** The source of the times. */
export const librdkafkaSource = ownSource(
  'ceiling of a client over librdkafka',
  'Computed from the processor time of the busier thread in bare loops that only send or read (docs/laws/clients.md). An application that makes or processes its records reaches less.',
)

/** A client over librdkafka: its language, and the bytes of key and value of its records. */
export type LibrdkafkaClient = {
  readonly role: 'producer' | 'consumer'
  readonly language: ClientLanguage | undefined
  readonly recordBytes: number
  /** How a producer compresses, taken to cost what it costs a Java producer. Left out: it does not, or it is a consumer. */
  readonly codec?: Compression
}

/** Records/s of one client at most: 1 / (time per record + bytes x time per byte). */
export function librdkafkaCeiling({ role, language = 'c', recordBytes, codec }: LibrdkafkaClient): number {
  const { recordUs, byteNs } = recordTimes[language][role]
  const codecNs = codec === undefined ? 0 : compressionByteNs(codec)
  return 1e6 / (recordUs + (recordBytes * (byteNs + codecNs)) / 1000)
}

/** "Python: 1 record / (1.4 us + 512 B x 0.3 ns)". */
export function librdkafkaFormula({ role, language = 'c', recordBytes, codec }: LibrdkafkaClient): string {
  const { recordUs, byteNs } = recordTimes[language][role]
  const codecNs = codec === undefined ? 0 : compressionByteNs(codec)
  const time = codecNs === 0 ? `${byteNs} ns` : `(${byteNs} + ${groupDigits(codecNs, 1)} for ${codec?.compression}) ns`
  return `${languageNames[language]}: 1 record / (${recordUs} us + ${formatCount(recordBytes)} B x ${time})`
}
