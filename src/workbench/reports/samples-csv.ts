/**
 * Writes samples as CSV: one row per second, summed over producers and groups. The headings contain the units.
 */
import type { ConsumerSample, ProducerSample, Sample } from '../../contracts/sample.ts'
import { type CsvCell, csvText } from '../../units/csv.ts'
import { p99Us } from './second-percentile.ts'

/** A column of the table: its name, and the function that reads its value from a sample. */
export type SampleColumn = { readonly name: string; readonly value: (sample: Sample) => CsvCell }

function sumOf<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0)
}

/** The cores that all brokers used; null if no broker reported them, as on a cluster of the user's. */
function brokerCoresOf({ brokers }: Sample): number | null {
  return brokers.length === 0 ? null : sumOf(brokers, ({ cpuCores }) => cpuCores)
}

/** Returns the largest known value; null if none is known. */
function maxOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : Math.max(...known)
}

function producerSum(name: string, value: (producer: ProducerSample) => number): SampleColumn {
  return { name, value: (sample) => sumOf(sample.producers, value) }
}

function consumerSum(name: string, value: (group: ConsumerSample) => number): SampleColumn {
  return { name, value: (sample) => sumOf(sample.consumers, value) }
}

function errorsOf(items: readonly { readonly errors: Readonly<Record<string, number>> }[]): number {
  return sumOf(items, (item) => sumOf(Object.values(item.errors), (count) => count))
}

/** The columns of the table. */
export const sampleColumns: readonly SampleColumn[] = [
  { name: 'second', value: (sample) => sample.second },
  { name: 'startedAtEpochMs', value: (sample) => sample.startedAtEpochMs },
  { name: 'durationMs', value: (sample) => sample.durationMs },
  producerSum('offeredRecords', (producer) => producer.offeredRecords),
  producerSum('acceptedRecords', (producer) => producer.acceptedRecords),
  producerSum('ackedRecords', (producer) => producer.ackedRecords),
  producerSum('rejectedRecords', (producer) => producer.rejectedRecords),
  producerSum('unknownRecords', (producer) => producer.unknownRecords),
  producerSum('backlogRecords', (producer) => producer.backlogRecords),
  producerSum('outstandingRecords', (producer) => producer.outstandingRecords),
  producerSum('queueFullRetries', (producer) => producer.queueFullRetries),
  producerSum('ackedPayloadBytes', (producer) => producer.ackedPayloadBytes),
  producerSum('ingressWireBytes', (producer) => producer.wireBytes),
  producerSum('produceRequests', (producer) => producer.requests),
  consumerSum('consumedRecords', (group) => group.records),
  consumerSum('duplicateRecords', (group) => group.duplicateRecords),
  consumerSum('consumedPayloadBytes', (group) => group.payloadBytes),
  consumerSum('egressWireBytes', (group) => group.wireBytes),
  { name: 'largestLagRecords', value: (sample) => maxOf(sample.consumers.map((group) => group.lagRecords)) },
  { name: 'producerThrottleMaxMs', value: (sample) => maxOf(sample.producers.map((entry) => entry.throttleMs)) },
  { name: 'consumerThrottleMaxMs', value: (sample) => maxOf(sample.consumers.map((group) => group.throttleMs)) },
  { name: 'serviceP99Us', value: (sample) => p99Us(sample.producers.map((entry) => entry.serviceHistogram)) },
  { name: 'responseP99Us', value: (sample) => p99Us(sample.producers.map((entry) => entry.responseHistogram)) },
  { name: 'endToEndP99Us', value: (sample) => p99Us(sample.consumers.map((group) => group.endToEndHistogram)) },
  { name: 'workerCpuMaxCores', value: (sample) => maxOf(sample.workers.map((worker) => worker.cpuCores)) },
  { name: 'eventLoopLagMaxMs', value: (sample) => maxOf(sample.workers.map((worker) => worker.eventLoopLagMaxMs)) },
  { name: 'brokerCpuCores', value: brokerCoresOf },
  { name: 'hostCpuFraction', value: (sample) => sample.hostCpu },
  { name: 'errors', value: (sample) => errorsOf([...sample.producers, ...sample.consumers]) },
]

/**
 * Writes samples as CSV. Counters count one second, gauges are values at its end. Names distinguish wire and payload.
 */
export function samplesCsv(samples: readonly Sample[]): string {
  const rows = samples.map((sample) => sampleColumns.map((column) => column.value(sample)))
  return csvText([sampleColumns.map((column) => column.name), ...rows])
}
