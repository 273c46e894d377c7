/**
 * Adds up samples of the same client, such as two reports of a delayed worker, or a late report of an agent. Pure.
 */
import type { ConsumerSample, ProducerSample, WorkerSample } from '../contracts/sample.ts'
import { mergeEncodedHistograms } from './histogram.ts'

/** Merges entries with the same key. The result is in the order in which keys first appear. */
export function mergeBy<T>(entries: readonly T[], keyOf: (entry: T) => string, add: (earlier: T, later: T) => T): T[] {
  const merged = new Map<string, T>()
  for (const entry of entries) {
    const earlier = merged.get(keyOf(entry))
    merged.set(keyOf(entry), earlier === undefined ? entry : add(earlier, entry))
  }
  return [...merged.values()]
}

/** Adds counters and takes gauges from the later sample. */
export function addProducers(earlier: ProducerSample, later: ProducerSample): ProducerSample {
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
    ...(later.brokerConnections === undefined ? {} : { brokerConnections: later.brokerConnections }),
    ackedRecordsByPartition: addCounts(earlier.ackedRecordsByPartition, later.ackedRecordsByPartition),
    throttleMs: Math.max(earlier.throttleMs, later.throttleMs),
    roundTripMedianUs: later.roundTripMedianUs ?? earlier.roundTripMedianUs,
    internalLatencyP99Us: maxOf(earlier.internalLatencyP99Us, later.internalLatencyP99Us),
    recordsPerBatch: later.recordsPerBatch ?? earlier.recordsPerBatch,
    batches: addBatches(earlier.batches, later.batches),
    ...addTransactions(earlier.transactions, later.transactions),
    serviceHistogram: mergeEncodedHistograms([earlier.serviceHistogram, later.serviceHistogram]),
    responseHistogram: mergeEncodedHistograms([earlier.responseHistogram, later.responseHistogram]),
    scheduleDelayHistogram: mergeEncodedHistograms([earlier.scheduleDelayHistogram, later.scheduleDelayHistogram]),
    errors: addCounts(earlier.errors, later.errors),
  }
}

/** Adds counters and takes gauges from the later sample. */
export function addConsumers(earlier: ConsumerSample, later: ConsumerSample): ConsumerSample {
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

/**
 * Adds the samples of one group from several hosts, each of which reads a part of its partitions. The lag is null
 * unless all parts have reported one, because the sum of only some would be too small.
 *
 * @throws RangeError if there are no parts
 */
export function addGroupParts(parts: readonly ConsumerSample[], expectedParts: number): ConsumerSample {
  const [only, ...others] = parts
  if (only === undefined) throw new RangeError('there is no part of the group to add')
  const isWhole = parts.length >= expectedParts && parts.every(({ lagRecords }) => lagRecords !== null)
  if (others.length === 0) return isWhole ? only : { ...only, lagRecords: null }
  const sum = (read: (part: ConsumerSample) => number) => parts.reduce((all, part) => all + read(part), 0)
  return {
    groupId: only.groupId,
    records: sum(({ records }) => records),
    duplicateRecords: sum(({ duplicateRecords }) => duplicateRecords),
    payloadBytes: sum(({ payloadBytes }) => payloadBytes),
    wireBytes: sum(({ wireBytes }) => wireBytes),
    lagRecords: isWhole ? sum(({ lagRecords }) => lagRecords ?? 0) : null,
    throttleMs: Math.max(...parts.map(({ throttleMs }) => throttleMs)),
    rebalances: Math.max(...parts.map(({ rebalances }) => rebalances)),
    endToEndHistogram: mergeEncodedHistograms(parts.map(({ endToEndHistogram }) => endToEndHistogram)),
    negativeLatencies: sum(({ negativeLatencies }) => negativeLatencies),
    errors: parts.reduce<ConsumerSample['errors']>((all, { errors }) => addCounts(all, errors), {}),
  }
}

/** The later sample, with the higher CPU and event loop lag of the two. */
export function addWorkers(earlier: WorkerSample, later: WorkerSample): WorkerSample {
  return {
    ...later,
    cpuCores: Math.max(earlier.cpuCores, later.cpuCores),
    eventLoopLagMaxMs: Math.max(earlier.eventLoopLagMaxMs, later.eventLoopLagMaxMs),
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

function addTransactions(
  earlier: ProducerSample['transactions'],
  later: ProducerSample['transactions'],
): Pick<ProducerSample, 'transactions'> {
  if (earlier === undefined || later === undefined) {
    const transactions = later ?? earlier
    return transactions === undefined ? {} : { transactions }
  }
  return {
    transactions: {
      committed: earlier.committed + later.committed,
      commitMs: earlier.commitMs + later.commitMs,
      aborted: earlier.aborted + later.aborted,
      markers: earlier.markers + later.markers,
      abortedRecords: earlier.abortedRecords + later.abortedRecords,
    },
  }
}

function addCounts(left: Readonly<Record<string, number>>, right: Readonly<Record<string, number>>) {
  const sum: Record<string, number> = { ...left }
  for (const [name, count] of Object.entries(right)) sum[name] = (sum[name] ?? 0) + count
  return sum
}

function maxOf(left: number | null, right: number | null): number | null {
  if (left === null || right === null) return left ?? right
  return Math.max(left, right)
}
