/**
 * Fits the records of a scenario to the bytes on the wire that were observed: batch headers and the framing of records are
 * the model's, so the value is what is left.
 */
import { batchesAt } from '../capacity/batching.ts'
import { earliestLimitSet, limitSetAt } from '../capacity/limit-set.ts'
import { describeSituation } from '../capacity/situation.ts'
import { atOnceTrafficAt, sentBytesPerRecordOf } from '../capacity/traffic.ts'
import type { Offering } from '../contracts/offering.ts'
import type { Scenario } from '../contracts/scenario.ts'
import type { Producer } from '../contracts/workload.ts'

/** What the records of a producer entry should come to. */
export interface FitTarget {
  readonly wireBytesPerRecord: number
  readonly hasMeasuredSize: boolean
  /** Records in a batch; null if not known: then batches are as the settings make them. */
  readonly recordsPerBatch: number | null
}

/** What they come to in the scenario as it is. */
interface Sent {
  readonly wireBytesPerRecord: number
  readonly recordsPerBatch: number
  readonly fullBatchRecords: number
}

/** Rounds of the fit. Each takes off the error of the last; batches change little with the size of their records. */
const rounds = 8

/**
 * The scenario whose producers, in order, send as many wire bytes per record as their targets say, in batches of as many
 * records. A measured size before compression stays, and the ratio is fitted; otherwise the size is.
 */
export function fitRecordSizes(scenario: Scenario, offering: Offering, targets: readonly FitTarget[]): Scenario {
  let fitted = scenario
  for (let round = 0; round < rounds; round += 1) {
    const all = sentBy(fitted, offering)
    const producers = fitted.workload.producers.map((producer, index) => {
      const [target, sent] = [targets[index], all[index]]
      if (target === undefined || sent === undefined) return producer
      return { ...producer, ...nearerSize(producer, target, sent), ...nearerBatch(producer, target, sent) }
    })
    fitted = { ...fitted, workload: { ...fitted.workload, producers } }
  }
  return fitted
}

/** What the producer entries send at the offered load. */
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

/** Longest linger of a fit. */
const longestLingerMs = 60_000
/** Records of a batch are met this near. */
const nearEnough = 0.01

/** A larger batch if the full one has too few records, else the linger in which it gets as many. */
function nearerBatch(producer: Producer, { recordsPerBatch }: FitTarget, sent: Sent): Partial<Producer> {
  if (recordsPerBatch === null || Math.abs(sent.recordsPerBatch / recordsPerBatch - 1) <= nearEnough) return {}
  if (sent.fullBatchRecords < recordsPerBatch * (1 - nearEnough)) {
    const batchBytes = Math.ceil((producer.batchBytes * recordsPerBatch * 1.05) / sent.fullBatchRecords)
    return { batchBytes: Math.min(2 ** 31 - 1, batchBytes) }
  }
  if (recordsPerBatch <= 1) return { lingerMs: 0 }
  const factor = (recordsPerBatch - 1) / Math.max(0.01, sent.recordsPerBatch - 1)
  return { lingerMs: Math.min(longestLingerMs, Math.max(0.01, producer.lingerMs) * factor) }
}
