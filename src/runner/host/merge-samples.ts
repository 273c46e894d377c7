/**
 * Reports of all workers as one sample a second. Pure.
 */
import type { BrokerSample, ConsumerSample, ProducerSample, Sample } from '../../contracts/sample.ts'
import { mergeEncodedHistograms } from '../../measurement/histogram.ts'
import type { WorkerReport } from './worker-messages.ts'

/** What the host itself adds to a second. */
export type HostSecond = {
  readonly second: number
  /** Start of the second by the agreed clock. */
  readonly startedAtEpochMs: number
  readonly brokers: readonly BrokerSample[]
  readonly hostCpu: number | null
}

/**
 * One sample of the reports that belong to it.
 *
 * A worker that was held up may have sent two reports by now: they add up, its gauges are those of the later. The
 * sample's time is that of the report that began last: a straggler that covers more must not stretch everybody's second.
 */
export function mergeReports(host: HostSecond, reports: readonly WorkerReport[]): Sample {
  const ordered = [...reports].sort((left, right) => left.startedAtEpochMs - right.startedAtEpochMs)
  const last = ordered.at(-1)
  return {
    second: host.second,
    startedAtEpochMs: last?.startedAtEpochMs ?? host.startedAtEpochMs,
    durationMs: last?.durationMs ?? 1000,
    producers: mergeBy(
      ordered.flatMap((report) => report.producers),
      (entry) => entry.producerId,
      addProducers,
    ),
    consumers: mergeBy(
      ordered.flatMap((report) => report.consumers),
      (entry) => entry.groupId,
      addConsumers,
    ),
    workers: mergeBy(
      ordered.map((report) => report.worker),
      (entry) => entry.workerId,
      (earlier, later) => ({
        ...later,
        cpuCores: Math.max(earlier.cpuCores, later.cpuCores),
        eventLoopLagMaxMs: Math.max(earlier.eventLoopLagMaxMs, later.eventLoopLagMaxMs),
      }),
    ),
    brokers: [...host.brokers],
    hostCpu: host.hostCpu,
  }
}

function mergeBy<T>(entries: readonly T[], keyOf: (entry: T) => string, add: (earlier: T, later: T) => T): T[] {
  const merged = new Map<string, T>()
  for (const entry of entries) {
    const earlier = merged.get(keyOf(entry))
    merged.set(keyOf(entry), earlier === undefined ? entry : add(earlier, entry))
  }
  return [...merged.values()]
}

function addProducers(earlier: ProducerSample, later: ProducerSample): ProducerSample {
  return {
    producerId: later.producerId,
    offeredRecords: earlier.offeredRecords + later.offeredRecords,
    acceptedRecords: earlier.acceptedRecords + later.acceptedRecords,
    ackedRecords: earlier.ackedRecords + later.ackedRecords,
    rejectedRecords: earlier.rejectedRecords + later.rejectedRecords,
    unknownRecords: earlier.unknownRecords + later.unknownRecords,
    backlogRecords: later.backlogRecords,
    outstandingRecords: later.outstandingRecords,
    queueFullRetries: earlier.queueFullRetries + later.queueFullRetries,
    ackedPayloadBytes: earlier.ackedPayloadBytes + later.ackedPayloadBytes,
    wireBytes: earlier.wireBytes + later.wireBytes,
    requests: earlier.requests + later.requests,
    ackedRecordsByPartition: addCounts(earlier.ackedRecordsByPartition, later.ackedRecordsByPartition),
    throttleMs: Math.max(earlier.throttleMs, later.throttleMs),
    roundTripMedianUs: later.roundTripMedianUs ?? earlier.roundTripMedianUs,
    internalLatencyP99Us: largestOf(earlier.internalLatencyP99Us, later.internalLatencyP99Us),
    recordsPerBatch: later.recordsPerBatch ?? earlier.recordsPerBatch,
    batches: addBatches(earlier.batches, later.batches),
    serviceHistogram: mergeEncodedHistograms([earlier.serviceHistogram, later.serviceHistogram]),
    responseHistogram: mergeEncodedHistograms([earlier.responseHistogram, later.responseHistogram]),
    scheduleDelayHistogram: mergeEncodedHistograms([earlier.scheduleDelayHistogram, later.scheduleDelayHistogram]),
    errors: addCounts(earlier.errors, later.errors),
  }
}

function addConsumers(earlier: ConsumerSample, later: ConsumerSample): ConsumerSample {
  return {
    groupId: later.groupId,
    records: earlier.records + later.records,
    duplicateRecords: earlier.duplicateRecords + later.duplicateRecords,
    payloadBytes: earlier.payloadBytes + later.payloadBytes,
    wireBytes: earlier.wireBytes + later.wireBytes,
    lagRecords: later.lagRecords ?? earlier.lagRecords,
    throttleMs: Math.max(earlier.throttleMs, later.throttleMs),
    rebalances: later.rebalances,
    endToEndHistogram: mergeEncodedHistograms([earlier.endToEndHistogram, later.endToEndHistogram]),
    negativeLatencies: earlier.negativeLatencies + later.negativeLatencies,
    errors: addCounts(earlier.errors, later.errors),
  }
}

type Batches = ProducerSample['batches']

function addBatches(earlier: Batches, later: Batches): Batches {
  if (earlier === undefined || later === undefined) return later ?? earlier
  return {
    count: earlier.count + later.count,
    records: earlier.records + later.records,
    bytes: earlier.bytes + later.bytes,
  }
}

function addCounts(left: Readonly<Record<string, number>>, right: Readonly<Record<string, number>>) {
  const sum: Record<string, number> = { ...left }
  for (const [name, count] of Object.entries(right)) sum[name] = (sum[name] ?? 0) + count
  return sum
}

function largestOf(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right
  return Math.max(left, right)
}
