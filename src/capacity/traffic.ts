/**
 * What the workload asks of the cluster at a load factor: offered rates x factor, everything else follows.
 */
import type { Figures } from '../contracts/figures.ts'
import { type Batches, batchesAt, waitingBatchesAt } from './batching.ts'
import { fetchRequestsPerSec } from './fetching.ts'
import { type BrokerLoad, brokerLoadAt } from './hardware/broker-load.ts'
import { withBatchHeader } from './record-batch.ts'
import type { ProducerLoad, Situation, TopicLoad } from './situation.ts'

/** Traffic into one topic entry. */
type TopicTraffic = {
  readonly wireBytesPerSec: number
  /** The same as producers send it: in an older message format it is larger than what is stored. */
  readonly sentWireBytesPerSec: number
  /** Wire bytes a second into its fullest partition. */
  readonly hottestWireBytesPerSec: number
  readonly batchesPerSec: number
}

/** Traffic of a workload at a load factor. */
export type Traffic = {
  /** Offered rates x this. */
  readonly factor: number
  /** Share of the records that waits for full batches: 0 none, 1 all. */
  readonly waitingShare: number
  readonly figures: Figures
  /** Produce and fetch requests, and the produce requests among them. */
  readonly requestsPerSec: number
  readonly produceRequestsPerSec: number
  /** Of each topic entry, at its index. */
  readonly topics: readonly TopicTraffic[]
  /** What the broker that has most of it is asked; null where the offering computes nothing from hosts. */
  readonly broker: BrokerLoad | null
}

type Sum = {
  wireBytesPerSec: number
  sentWireBytesPerSec: number
  payloadBytesPerSec: number
  hottestWireBytesPerSec: number
  batchesPerSec: number
  produceRequestsPerSec: number
  fetchRequestsPerSec: number
}

/** How far brokers may be from full where just as many records wait as it takes. */
const fullTolerance = 1e-6

/**
 * Traffic at `factor` times the offered rates. Every rate grows with the factor, requests slower than it.
 *
 * Clients that send at once make many small batches, which cost processor time and headers. Brokers that are full answer
 * later: records that wait fill batches, until the brokers carry what is left. Only where full batches are too much for
 * them too are they over their capacity.
 */
export function trafficAt(situation: Situation, factor: number): Traffic {
  const atOnce = trafficWith(situation, factor, 0)
  if (atOnce.broker === null || atOnce.broker.utilisation <= 1) return atOnce
  const waiting = waitingTrafficAt(situation, factor)
  if (waiting.broker === null || waiting.broker.utilisation >= 1 - fullTolerance) return waiting
  return justCarried(situation, factor, { atOnce, waiting })
}

/** Traffic with the smallest share of waiting records that brokers carry: between none, too few, and all, enough. */
function justCarried(
  situation: Situation,
  factor: number,
  { atOnce, waiting }: { readonly atOnce: Traffic; readonly waiting: Traffic },
): Traffic {
  let [low, high] = [0, 1]
  let [lowExcess, highExcess] = [excessOf(atOnce), excessOf(waiting)]
  let carried = waiting
  for (let round = 1; round <= 60 && highExcess < -fullTolerance; round++) {
    // False position, halved now and then: fetches do not follow the batches in proportion.
    const step = round % 3 === 0 ? 0.5 : lowExcess / (lowExcess - highExcess)
    const share = low + (high - low) * step
    const traffic = trafficWith(situation, factor, share)
    const excess = excessOf(traffic)
    if (excess > 0) {
      low = share
      lowExcess = excess
    } else {
      high = share
      highExcess = excess
      carried = traffic
    }
  }
  return carried
}

/** By how much the busiest broker is more than full; below 0 where it is not. */
function excessOf({ broker }: Traffic): number {
  return (broker?.utilisation ?? 0) - 1
}

/** The same with batches as full as waiting makes them: what decides how much can be carried. */
export function waitingTrafficAt(situation: Situation, factor: number): Traffic {
  return trafficWith(situation, factor, 1)
}

/** The traffic where a share of the records waits for full batches: 0 none, 1 all. */
function trafficWith(situation: Situation, factor: number, waitingShare: number): Traffic {
  // Mapped, not pushed: the first push into an empty array makes room for sixteen more.
  const topics = situation.topics.map(emptySum)
  let recordsPerSec = 0
  for (const load of situation.producers) {
    const rate = load.peakRecordsPerSec * factor
    recordsPerSec += rate
    const sum = topics[load.topic.index]
    if (sum && rate > 0) addProducer(sum, load, rate, waitingShare)
  }
  let produceRequestsPerSec = 0
  for (const sum of topics) produceRequestsPerSec += sum.produceRequestsPerSec
  let requestsPerSec = produceRequestsPerSec
  for (const load of situation.consumers) {
    const sum = topics[load.topic.index]
    if (sum === undefined) continue
    const fetches = fetchRequestsPerSec(load, sum, situation)
    sum.fetchRequestsPerSec += fetches
    requestsPerSec += fetches
  }
  const figures = addFigures(situation.topics, topics, recordsPerSec)
  const { hardware } = situation
  const broker = hardware === null ? null : brokerLoadAt(situation, hardware, { factor, topics })
  return { factor, waitingShare, figures, requestsPerSec, produceRequestsPerSec, topics, broker }
}

/** Records a second of a producer entry, all clients together. */
export function recordsPerSecOf({ peakRecordsPerSec }: ProducerLoad, { factor }: Traffic): number {
  return peakRecordsPerSec * factor
}

/** Wire bytes of a record as a producer entry sends it, with its part of the header of its batch; 0 where there are none. */
export function sentBytesPerRecordOf(load: ProducerLoad, traffic: Traffic): number {
  const recordsPerSec = recordsPerSecOf(load, traffic)
  if (recordsPerSec === 0) return 0
  if (load.sentBytesPerRecord !== null) return load.sentBytesPerRecord
  const { recordsPerBatch } = batchesBetween(load, recordsPerSec, traffic.waitingShare)
  return withBatchHeader(load.compressedRecordBytes, recordsPerBatch)
}

function addProducer(sum: Sum, load: ProducerLoad, recordsPerSec: number, waitingShare: number): void {
  const batches = batchesBetween(load, recordsPerSec, waitingShare)
  const wireBytesPerRecord = withBatchHeader(load.compressedRecordBytes, batches.recordsPerBatch)
  const wire = recordsPerSec * wireBytesPerRecord
  sum.wireBytesPerSec += wire
  sum.sentWireBytesPerSec += load.sentBytesPerRecord === null ? wire : recordsPerSec * load.sentBytesPerRecord
  sum.payloadBytesPerSec += recordsPerSec * load.payloadBytesPerRecord
  sum.hottestWireBytesPerSec += wire * load.hottest.share
  sum.batchesPerSec += batches.batchesPerSec
  sum.produceRequestsPerSec += batches.requestsPerSec
}

function batchesBetween(load: ProducerLoad, recordsPerSec: number, waitingShare: number): Batches {
  if (waitingShare === 0) return batchesAt(load, recordsPerSec)
  const waiting = waitingBatchesAt(load, recordsPerSec)
  if (waitingShare === 1) return waiting
  const atOnce = batchesAt(load, recordsPerSec)
  const between = (one: number, other: number) => one + (other - one) * waitingShare
  const batchesPerSec = between(atOnce.batchesPerSec, waiting.batchesPerSec)
  return {
    recordsPerBatch: recordsPerSec / batchesPerSec,
    batchesPerSec,
    requestsPerSec: between(atOnce.requestsPerSec, waiting.requestsPerSec),
  }
}

/** Wire bytes a second that followers fetch from leaders: ingress x (replication factor - 1). */
export function replicationWireBytesPerSec(situation: Situation, traffic: Traffic): number {
  let total = 0
  for (const { topic, index } of situation.topics) {
    total += (traffic.topics[index]?.wireBytesPerSec ?? 0) * (topic.replicationFactor - 1)
  }
  return total
}

/** Every group reads every record, so a topic's egress is its ingress x the groups that read it. */
function addFigures(loads: readonly TopicLoad[], sums: readonly Sum[], recordsPerSec: number): Figures {
  let ingressWireBytesPerSec = 0
  let ingressPayloadBytesPerSec = 0
  let egressWireBytesPerSec = 0
  let egressPayloadBytesPerSec = 0
  for (const { index, readers } of loads) {
    const sum = sums[index]
    if (sum === undefined) continue
    ingressWireBytesPerSec += sum.wireBytesPerSec
    ingressPayloadBytesPerSec += sum.payloadBytesPerSec
    egressWireBytesPerSec += sum.wireBytesPerSec * readers
    egressPayloadBytesPerSec += sum.payloadBytesPerSec * readers
  }
  return {
    ingressWireBytesPerSec,
    ingressPayloadBytesPerSec,
    egressWireBytesPerSec,
    egressPayloadBytesPerSec,
    recordsPerSec,
  }
}

function emptySum(): Sum {
  return {
    wireBytesPerSec: 0,
    sentWireBytesPerSec: 0,
    payloadBytesPerSec: 0,
    hottestWireBytesPerSec: 0,
    batchesPerSec: 0,
    produceRequestsPerSec: 0,
    fetchRequestsPerSec: 0,
  }
}
