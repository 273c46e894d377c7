/**
 * Counters and histograms of one producer for the present second.
 */
import type { PlannedProducer } from '../../contracts/run-plan.ts'
import type { ProducerSample } from '../../contracts/sample.ts'
import { createLatencyRecorder, type LatencyRecorder } from '../../measurement/histogram.ts'
import type { StatisticsSecond } from './client-statistics.ts'
import type { NativeProducerSecond } from './native-engine.ts'
import type { Fate } from './rdkafka-errors.ts'

/** Gauges at the end of a second. */
export type ProducerGauges = {
  readonly offeredRecords: number
  readonly backlogRecords: number
  readonly outstandingRecords: number
}

const noTransactions: NonNullable<ProducerSample['transactions']> = {
  committed: 0,
  commitMs: 0,
  aborted: 0,
  markers: 0,
  abortedRecords: 0,
}

/** Counts what a producer did since the last `take`. */
export class ProducerSecond {
  acceptedRecords = 0
  queueFullRetries = 0
  readonly serviceUs: LatencyRecorder
  readonly responseUs: LatencyRecorder
  readonly scheduleDelayUs: LatencyRecorder
  private readonly producerId: string
  private readonly ackedByPartition: Int32Array
  private ackedRecords = 0
  private ackedPayloadBytes = 0
  private rejectedRecords = 0
  private unknownRecords = 0
  private errors = new Map<string, number>()
  private readonly hasTransactions: boolean
  private transactions = noTransactions

  /** @param timedEvery latencies of one record out of this many are recorded */
  constructor({ id, transactionMs }: PlannedProducer, partitions: number, timedEvery: number) {
    this.producerId = id
    this.hasTransactions = transactionMs !== undefined
    this.serviceUs = createLatencyRecorder(timedEvery)
    this.responseUs = createLatencyRecorder(timedEvery)
    this.scheduleDelayUs = createLatencyRecorder(timedEvery)
    this.ackedByPartition = new Int32Array(partitions)
  }

  noteAcked(partition: number, payloadBytes: number): void {
    this.ackedRecords += 1
    this.ackedPayloadBytes += payloadBytes
    this.ackedByPartition[partition] = (this.ackedByPartition[partition] ?? 0) + 1
  }

  noteFailed(codeName: string, fate: Fate, records = 1): void {
    if (fate === 'rejected') this.rejectedRecords += records
    else this.unknownRecords += records
    this.noteError(codeName, records)
  }

  /** Counts transactions that were committed. @param tookMs sum of the times that their commits took */
  noteCommitted(count: number, tookMs: number): void {
    const { committed, commitMs, ...rest } = this.transactions
    this.transactions = { ...rest, committed: committed + count, commitMs: commitMs + tookMs }
  }

  /** Counts transactions that were aborted. @param records those of them that had been acknowledged */
  noteAborted(count: number, records: number): void {
    const { aborted, abortedRecords, ...rest } = this.transactions
    this.transactions = { ...rest, aborted: aborted + count, abortedRecords: abortedRecords + records }
  }

  /** Counts the markers of transactions that ended. */
  noteMarkers(count: number): void {
    this.transactions = { ...this.transactions, markers: this.transactions.markers + count }
  }

  /** Counts errors, which need not belong to records. */
  noteError(codeName: string, count = 1): void {
    this.errors.set(codeName, (this.errors.get(codeName) ?? 0) + count)
  }

  /** Adds what the load engine counted since the last call, except failures. */
  addCounters(counted: NativeProducerSecond): void {
    this.acceptedRecords += counted.acceptedRecords
    this.queueFullRetries += counted.queueFullRetries
    this.ackedRecords += counted.ackedRecords
    this.ackedPayloadBytes += counted.ackedPayloadBytes
    this.noteCommitted(counted.committedTransactions, counted.commitMs)
    this.noteAborted(counted.abortedTransactions, counted.abortedRecords)
    this.noteMarkers(counted.markers)
    const pairs = counted.ackedByPartition
    for (let at = 0; at < pairs.length; at += 2) {
      const partition = pairs[at] ?? 0
      this.ackedByPartition[partition] = (this.ackedByPartition[partition] ?? 0) + (pairs[at + 1] ?? 0)
    }
    this.serviceUs.addCounts(counted.service.indexes, counted.service.counts)
    this.responseUs.addCounts(counted.response.indexes, counted.response.counts)
    this.scheduleDelayUs.addCounts(counted.scheduleDelay.indexes, counted.scheduleDelay.counts)
  }

  /** Returns the sample of the second and resets all counters. */
  take(gauges: ProducerGauges, statistics: StatisticsSecond): ProducerSample {
    const second: ProducerSample = {
      producerId: this.producerId,
      offeredRecords: gauges.offeredRecords,
      acceptedRecords: this.acceptedRecords,
      ackedRecords: this.ackedRecords,
      rejectedRecords: this.rejectedRecords,
      unknownRecords: this.unknownRecords,
      backlogRecords: gauges.backlogRecords,
      outstandingRecords: gauges.outstandingRecords,
      queueFullRetries: this.queueFullRetries,
      ackedPayloadBytes: this.ackedPayloadBytes,
      wireBytes: statistics.sentBytes,
      requests: statistics.produceRequests,
      brokerConnections: statistics.brokerConnections,
      ackedRecordsByPartition: this.takePartitions(),
      throttleMs: statistics.throttleMs,
      roundTripMedianUs: statistics.roundTripMedianUs,
      internalLatencyP99Us: statistics.internalLatencyP99Us,
      recordsPerBatch: statistics.recordsPerBatch,
      batches: statistics.batches,
      ...(this.hasTransactions ? { transactions: this.transactions } : {}),
      serviceHistogram: this.serviceUs.takeEncoded(),
      responseHistogram: this.responseUs.takeEncoded(),
      scheduleDelayHistogram: this.scheduleDelayUs.takeEncoded(),
      errors: Object.fromEntries(this.errors),
    }
    this.acceptedRecords = 0
    this.ackedRecords = 0
    this.ackedPayloadBytes = 0
    this.rejectedRecords = 0
    this.unknownRecords = 0
    this.queueFullRetries = 0
    this.errors = new Map()
    this.transactions = noTransactions
    return second
  }

  private takePartitions(): Record<string, number> {
    const seen: Record<string, number> = {}
    for (const [partition, records] of this.ackedByPartition.entries()) if (records > 0) seen[partition] = records
    this.ackedByPartition.fill(0)
    return seen
  }
}
