/**
 * Writes samples as CSV: one row per second, summed over producers and groups, with units in the headings.
 */
import type { ConsumerSample, ProducerSample, Sample } from '../../contracts/sample.ts'
import { type CsvCell, csvText } from '../../units/csv.ts'
import { p99Us } from './second-percentile.ts'

/** One column: its name, and its value for a sample. */
export type SampleColumn = { readonly name: string; readonly value: (sample: Sample) => CsvCell }

function sumOf<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0)
}

function largest(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : Math.max(...known)
}

function producers(name: string, value: (producer: ProducerSample) => number): SampleColumn {
  return { name, value: (sample) => sumOf(sample.producers, value) }
}

function consumers(name: string, value: (group: ConsumerSample) => number): SampleColumn {
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
  producers('offeredRecords', (producer) => producer.offeredRecords),
  producers('acceptedRecords', (producer) => producer.acceptedRecords),
  producers('ackedRecords', (producer) => producer.ackedRecords),
  producers('rejectedRecords', (producer) => producer.rejectedRecords),
  producers('unknownRecords', (producer) => producer.unknownRecords),
  producers('backlogRecords', (producer) => producer.backlogRecords),
  producers('outstandingRecords', (producer) => producer.outstandingRecords),
  producers('queueFullRetries', (producer) => producer.queueFullRetries),
  producers('ackedPayloadBytes', (producer) => producer.ackedPayloadBytes),
  producers('ingressWireBytes', (producer) => producer.wireBytes),
  producers('produceRequests', (producer) => producer.requests),
  consumers('consumedRecords', (group) => group.records),
  consumers('duplicateRecords', (group) => group.duplicateRecords),
  consumers('consumedPayloadBytes', (group) => group.payloadBytes),
  consumers('egressWireBytes', (group) => group.wireBytes),
  { name: 'largestLagRecords', value: (sample) => largest(sample.consumers.map((group) => group.lagRecords)) },
  { name: 'producerThrottleMaxMs', value: (sample) => largest(sample.producers.map((entry) => entry.throttleMs)) },
  { name: 'consumerThrottleMaxMs', value: (sample) => largest(sample.consumers.map((group) => group.throttleMs)) },
  { name: 'serviceP99Us', value: (sample) => p99Us(sample.producers.map((entry) => entry.serviceHistogram)) },
  { name: 'responseP99Us', value: (sample) => p99Us(sample.producers.map((entry) => entry.responseHistogram)) },
  { name: 'endToEndP99Us', value: (sample) => p99Us(sample.consumers.map((group) => group.endToEndHistogram)) },
  { name: 'workerCpuMaxCores', value: (sample) => largest(sample.workers.map((worker) => worker.cpuCores)) },
  { name: 'eventLoopLagMaxMs', value: (sample) => largest(sample.workers.map((worker) => worker.eventLoopLagMaxMs)) },
  { name: 'brokerCpuCores', value: (sample) => sumOf(sample.brokers, (broker) => broker.cpuCores) },
  { name: 'hostCpuFraction', value: (sample) => sample.hostCpu },
  { name: 'errors', value: (sample) => errorsOf([...sample.producers, ...sample.consumers]) },
]

/** Samples as CSV. Counters are for the second, gauges are at its end. Names say whether bytes are wire or payload. */
export function samplesCsv(samples: readonly Sample[]): string {
  const rows = samples.map((sample) => sampleColumns.map((column) => column.value(sample)))
  return csvText([sampleColumns.map((column) => column.name), ...rows])
}
