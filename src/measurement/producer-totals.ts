/**
 * Totals of each producer over a whole run.
 */
import type { ProducerSample, Sample } from '../contracts/sample.ts'

/** Totals of one producer, and its gauges in the last second. */
export interface ProducerTotals {
  readonly producerId: string
  offeredRecords: number
  acceptedRecords: number
  ackedRecords: number
  /** The acknowledged records of transactions that were aborted. */
  abortedRecords: number
  rejectedRecords: number
  /** Records of unknown fate, as the producer counts them. The accounting adds those without a response at the end. */
  unknownRecords: number
  queueFullRetries: number
  /** Records that were due and not handed to the client library at the end of the last second. */
  unsentRecords: number
  /** Records that were handed over and had no response at the end of the last second. */
  outstandingRecords: number
}

/** Totals of each producer over a set of seconds, in the order in which producers first appear. */
export function totalsByProducer(seconds: readonly Sample[]): ProducerTotals[] {
  const totals = new Map<string, ProducerTotals>()
  for (const sample of seconds) {
    for (const producer of sample.producers) {
      const total = totals.get(producer.producerId) ?? emptyTotals(producer.producerId)
      addSecond(total, producer)
      totals.set(producer.producerId, total)
    }
  }
  return [...totals.values()]
}

function addSecond(total: ProducerTotals, producer: ProducerSample): void {
  total.offeredRecords += producer.offeredRecords
  total.acceptedRecords += producer.acceptedRecords
  total.ackedRecords += producer.ackedRecords
  total.abortedRecords += producer.transactions?.abortedRecords ?? 0
  total.rejectedRecords += producer.rejectedRecords
  total.unknownRecords += producer.unknownRecords
  total.queueFullRetries += producer.queueFullRetries
  total.unsentRecords = producer.backlogRecords
  total.outstandingRecords = producer.outstandingRecords
}

function emptyTotals(producerId: string): ProducerTotals {
  return {
    producerId,
    offeredRecords: 0,
    acceptedRecords: 0,
    ackedRecords: 0,
    abortedRecords: 0,
    rejectedRecords: 0,
    unknownRecords: 0,
    queueFullRetries: 0,
    unsentRecords: 0,
    outstandingRecords: 0,
  }
}
