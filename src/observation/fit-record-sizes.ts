/**
 * Fits the records of a scenario to the observed wire bytes. The model adds batch headers and the framing of records, so
 * the fitted size of the value is what remains.
 */

import { batchesAt } from '../capacity/batching.ts'
import { earliestLimitSet, limitSetAt } from '../capacity/limit-set.ts'
import { recordBytes } from '../capacity/record-batch.ts'
import { describeSituation } from '../capacity/situation.ts'
import { atOnceTrafficAt, sentBytesPerRecordOf } from '../capacity/traffic.ts'
import { batchHeaderBytes } from '../contracts/batch-header.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'
import type { ClientFamily, Producer } from '../contracts/workload.ts'
import { batchSizesOf } from './full-batches.ts'

/** The figures that a producer entry's records should have. */
export interface FitTarget {
  readonly wireBytesPerRecord: number
  /** True if the size before compression is known. Then the compression ratio is fitted instead of the value's size. */
  readonly hasMeasuredSize: boolean
  /** Records per batch; null if unknown. Then the batches follow from the producer's settings. */
  readonly recordsPerBatch: number | null
  /** Bytes of full batches before compression; null if none are known to be full. */
  readonly fullBatchBytes: number | null
}

/** What a producer entry sends in the scenario of the current round of the fit. */
interface Sent {
  readonly wireBytesPerRecord: number
  readonly recordsPerBatch: number
  readonly fullBatchRecords: number
}

/** Rounds of the fit. Each corrects the error that the last one left. A rule of thumb. */
const rounds = 8

/**
 * Changes the producers so that their records have the wire bytes, and their batches the number of records, of the targets.
 * If the size before compression was measured, the compression ratio is fitted; otherwise the size of the value.
 * @param targets one per producer, in the same order
 */
export function fitRecordSizes(scenario: Scenario, offering: Offering, targets: readonly FitTarget[]): Scenario {
  let fitted = scenario
  for (let round = 0; round < rounds; round += 1) {
    const sentByProducer = sentBy(fitted, offering)
    const producers = fitted.workload.producers.map((producer, index) => {
      const [target, sent] = [targets[index], sentByProducer[index]]
      if (target === undefined || sent === undefined) return producer
      const sized = { ...producer, ...nearerSize(producer, target, sent) }
      const full = fullBatch(sized, target, scenario.workload.clientFamily)
      return { ...sized, ...(full ?? nearerBatch(producer, target, sent)), ...nearerLinger(producer, target, sent) }
    })
    fitted = { ...fitted, workload: { ...fitted.workload, producers } }
  }
  return fitted
}

/** The figures of each producer entry at the offered load. */
function sentBy(scenario: Scenario, offering: Offering): Sent[] {
  const { deployment } = scenario
  const limits = limitSetAt(offering, deployment) ?? earliestLimitSet(offering, deployment.tier)
  const context = { capacityScale: 1, allowsBurst: false }
  const situation = describeSituation(scenario, offering, limits, { context, size: deployment.size })
  const traffic = atOnceTrafficAt(situation, 1)
  return situation.producers.map((load) => ({
    wireBytesPerRecord: sentBytesPerRecordOf(load, traffic),
    recordsPerBatch: batchesAt(load, load.peakRecordsPerSec).recordsPerBatch,
    fullBatchRecords: load.fullBatchRecords,
  }))
}

/** The size of the value or the compression ratio, corrected by the difference in wire bytes. */
function nearerSize(
  producer: Producer,
  { wireBytesPerRecord, hasMeasuredSize }: FitTarget,
  sent: Sent,
): Partial<Producer> {
  const missing = wireBytesPerRecord - sent.wireBytesPerRecord
  const { recordValueBytes, recordKeyBytes, compression, compressionRatio } = producer
  if (!hasMeasuredSize) {
    return { recordValueBytes: Math.min(20_000_000, Math.max(1, Math.round(recordValueBytes + missing))) }
  }
  if (compression === 'none') return {}
  const step = missing / Math.max(1, recordValueBytes + recordKeyBytes)
  return { compressionRatio: Math.min(1, Math.max(0.01, compressionRatio + step)) }
}

/** Upper bound of a fitted linger. */
const maxLingerMs = 60_000
/** Records per batch count as fitted within this relative difference. */
const fitTolerance = 0.001

/** The batch size with which full batches have the records that were observed; null if none are known to be full. */
function fullBatch(
  producer: Producer,
  { fullBatchBytes, recordsPerBatch }: FitTarget,
  family: ClientFamily,
): Pick<Producer, 'batchBytes'> | null {
  if (fullBatchBytes === null) return null
  const full = {
    recordsBytes: fullBatchBytes - batchHeaderBytes,
    bytesPerRecord: recordBytes(producer),
    compressionRatio: producer.compressionRatio,
    leastRecords: Math.round(recordsPerBatch ?? 1),
  }
  const { usual, middle } = batchSizesOf(full, family)
  return { batchBytes: Math.min(maxBatchBytes, usual ?? middle) }
}

/** Upper bound of `batch.size`. */
const maxBatchBytes = 2 ** 31 - 1

/** A larger batch size if even a full batch has too few records. */
function nearerBatch(
  producer: Producer,
  { recordsPerBatch }: FitTarget,
  { fullBatchRecords }: Sent,
): Partial<Producer> {
  if (recordsPerBatch === null || fullBatchRecords >= recordsPerBatch * (1 - fitTolerance)) return {}
  const batchBytes = Math.ceil((producer.batchBytes * recordsPerBatch * 1.05) / fullBatchRecords)
  return { batchBytes: Math.min(maxBatchBytes, batchBytes) }
}

/** The linger that gathers as many records as batches have, if full batches have room for them. */
function nearerLinger(producer: Producer, { recordsPerBatch }: FitTarget, sent: Sent): Partial<Producer> {
  if (recordsPerBatch === null || Math.abs(sent.recordsPerBatch / recordsPerBatch - 1) <= fitTolerance) return {}
  if (sent.fullBatchRecords < recordsPerBatch * (1 - fitTolerance)) return {}
  if (recordsPerBatch <= 1) return { lingerMs: 0 }
  const factor = (recordsPerBatch - 1) / Math.max(0.01, sent.recordsPerBatch - 1)
  return { lingerMs: Math.min(maxLingerMs, Math.max(0.01, producer.lingerMs) * factor) }
}
