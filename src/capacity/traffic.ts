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
  /** Wire bytes a second into its fullest partition. */
  readonly hottestWireBytesPerSec: number
  readonly batchesPerSec: number
}

/** Traffic of a workload at a load factor. */
export type Traffic = {
  readonly figures: Figures
  /** Produce and fetch requests, and the produce requests among them. */
  readonly requestsPerSec: number
  readonly produceRequestsPerSec: number
  /** Of each topic entry, at its index. */
  readonly topics: readonly TopicTraffic[]
  /** Records a second of each producer entry, all clients together. */
  readonly producerRecordsPerSec: readonly number[]
  /** Wire bytes of a record of each producer entry, with its part of the header of its batch. */
  readonly producerWireBytesPerRecord: readonly number[]
  /** What the broker that has most of it is asked; null where the offering computes nothing from hosts. */
  readonly broker: BrokerLoad | null
}

type Sum = {
  wireBytesPerSec: number
  payloadBytesPerSec: number
  hottestWireBytesPerSec: number
  batchesPerSec: number
  produceRequestsPerSec: number
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
  if (atOnce.broker === null || atOnce.broker.fullness <= 1) return atOnce
  const waiting = waitingTrafficAt(situation, factor)
  if (waiting.broker === null || waiting.broker.fullness >= 1 - fullTolerance) return waiting
  return justCarried(situation, factor, [
    { share: 0, excess: atOnce.broker.fullness - 1 },
    { share: 1, excess: waiting.broker.fullness - 1 },
  ])
}

/** A share of records that wait, and by how much brokers are more than full with it. */
type Tried = { readonly share: number; readonly excess: number }

/** Traffic with the smallest share of waiting records that brokers carry, between one that they do not and one that they do. */
function justCarried(situation: Situation, factor: number, [tooFew, enough]: readonly [Tried, Tried]): Traffic {
  let [low, high] = [tooFew, enough]
  let carried = waitingTrafficAt(situation, factor)
  for (let round = 1; round <= 60 && high.excess < -fullTolerance; round++) {
    // False position, halved now and then: fetches do not follow the batches in proportion.
    const step = round % 3 === 0 ? 0.5 : low.excess / (low.excess - high.excess)
    const share = low.share + (high.share - low.share) * step
    const traffic = trafficWith(situation, factor, share)
    const excess = (traffic.broker?.fullness ?? 0) - 1
    if (excess > 0) low = { share, excess }
    else {
      high = { share, excess }
      carried = traffic
    }
  }
  return carried
}

/** The same with batches as full as waiting makes them: what decides how much can be carried. */
export function waitingTrafficAt(situation: Situation, factor: number): Traffic {
  return trafficWith(situation, factor, 1)
}

/** The traffic where a share of the records waits for full batches: 0 none, 1 all. */
function trafficWith(situation: Situation, factor: number, waitingShare: number): Traffic {
  const topics: Sum[] = []
  for (let index = 0; index < situation.topics.length; index++) topics.push(emptySum())
  let recordsPerSec = 0
  const producerRecordsPerSec: number[] = []
  const producerWireBytesPerRecord: number[] = []
  for (const load of situation.producers) {
    const rate = load.producer.peakRecordsPerSec * factor
    recordsPerSec += rate
    producerRecordsPerSec.push(rate)
    const sum = topics[load.topic.index]
    producerWireBytesPerRecord.push(sum && rate > 0 ? addProducer(sum, load, rate, waitingShare) : 0)
  }
  let produceRequestsPerSec = 0
  for (const sum of topics) produceRequestsPerSec += sum.produceRequestsPerSec
  let requestsPerSec = produceRequestsPerSec
  for (const load of situation.consumers) {
    const sum = topics[load.topic.index]
    if (sum) requestsPerSec += fetchRequestsPerSec(load, sum, situation)
  }
  const figures = addFigures(situation.topics, topics, recordsPerSec)
  const cluster = { figures, requestsPerSec, produceRequestsPerSec, topics }
  const { hardware } = situation
  return {
    figures,
    requestsPerSec,
    produceRequestsPerSec,
    topics,
    producerRecordsPerSec,
    producerWireBytesPerRecord,
    broker: hardware === null ? null : brokerLoadAt(situation, hardware, cluster),
  }
}

/** Adds an entry's traffic; answers with the wire bytes of one of its records. */
function addProducer(sum: Sum, load: ProducerLoad, recordsPerSec: number, waitingShare: number): number {
  const batches = batchesBetween(load, recordsPerSec, waitingShare)
  const wireBytesPerRecord = withBatchHeader(load.compressedRecordBytes, batches.recordsPerBatch)
  const wire = recordsPerSec * wireBytesPerRecord
  sum.wireBytesPerSec += wire
  sum.payloadBytesPerSec += recordsPerSec * (load.producer.recordValueBytes + load.producer.recordKeyBytes)
  sum.hottestWireBytesPerSec += wire * load.hottest.share
  sum.batchesPerSec += batches.batchesPerSec
  sum.produceRequestsPerSec += batches.requestsPerSec
  return wireBytesPerRecord
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
    payloadBytesPerSec: 0,
    hottestWireBytesPerSec: 0,
    batchesPerSec: 0,
    produceRequestsPerSec: 0,
  }
}
