/**
 * Fits the records of a scenario to the bytes on the wire that were observed: batch headers and the framing of records are
 * the model's, so the value is what is left.
 */
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
}

/** Rounds of the fit. Each takes off the error of the last; batches change little with the size of their records. */
const rounds = 6

/**
 * The scenario whose producers, in order, send as many wire bytes per record as their targets say. A measured size before
 * compression stays, and the ratio is fitted; otherwise the size is.
 */
export function fitRecordSizes(scenario: Scenario, offering: Offering, targets: readonly FitTarget[]): Scenario {
  let fitted = scenario
  for (let round = 0; round < rounds; round += 1) {
    const sizes = wireBytesOf(fitted, offering)
    const producers = fitted.workload.producers.map((producer, index) => {
      const [target, sent] = [targets[index], sizes[index]]
      return target === undefined || sent === undefined ? producer : nearer(producer, target, sent)
    })
    fitted = { ...fitted, workload: { ...fitted.workload, producers } }
  }
  return fitted
}

/** Wire bytes of a record of each producer entry at the offered load. */
function wireBytesOf(scenario: Scenario, offering: Offering): number[] {
  const { deployment } = scenario
  const limits = limitSetAt(offering, deployment) ?? earliestLimitSet(offering, deployment.tier)
  const context = { capacityScale: 1, allowsBurst: false }
  const situation = describeSituation(scenario, offering, limits, { context, size: deployment.size })
  const traffic = atOnceTrafficAt(situation, 1)
  return situation.producers.map((load) => sentBytesPerRecordOf(load, traffic))
}

function nearer(producer: Producer, { wireBytesPerRecord, hasMeasuredSize }: FitTarget, sent: number): Producer {
  const missing = wireBytesPerRecord - sent
  if (!hasMeasuredSize) {
    const recordValueBytes = Math.max(1, Math.round(producer.recordValueBytes + missing))
    return { ...producer, recordValueBytes: Math.min(20_000_000, recordValueBytes) }
  }
  if (producer.compression === 'none') return producer
  const { recordValueBytes, recordKeyBytes } = producer
  const step = missing / Math.max(1, recordValueBytes + recordKeyBytes)
  return { ...producer, compressionRatio: Math.min(1, Math.max(0.01, producer.compressionRatio + step)) }
}
