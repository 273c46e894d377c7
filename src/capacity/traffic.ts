/**
 * Traffic of the workload at a load factor: the offered rates x factor, and everything that follows from them.
 */
import type { Figures } from '../contracts/figures.ts'
import { type Batches, batchesAt, waitingBatchesAt } from './batching.ts'
import { type BrokerLoad, brokerLoadAt } from './hardware/broker-load.ts'
import { addHeldReads, addReads, type Reads } from './reads.ts'
import { withBatchHeader } from './record-batch.ts'
import type { ProducerLoad, Situation } from './situation.ts'
import { emptyTopicSum, loggedBytesPerSec, type TopicSum, type TopicTraffic } from './topic-traffic.ts'
import { commitsAt, transactionLoad } from './transactions.ts'

/** Traffic of a workload at a load factor. */
export type Traffic = {
  /** Factor on the offered rates. */
  readonly factor: number
  /** Share of the records that wait until their batch is full: 0 none, 1 all. */
  readonly waitingShare: number
  readonly figures: Figures
  /** Produce and fetch requests, and those of transactions. */
  readonly requestsPerSec: number
  /** The produce requests among them. */
  readonly produceRequestsPerSec: number
  /** By the index of the topic entry. */
  readonly topics: readonly TopicTraffic[]
  /** Load of the busiest broker; null if the offering does not compute its limits from hosts. */
  readonly broker: BrokerLoad | null
}

/** Traffic of a situation as a function of the load factor. */
export type TrafficCurve = (factor: number) => Traffic

/** Tolerance of the utilisation 1 at which the search for the waiting share ends. */
const fullTolerance = 1e-6

/**
 * Traffic at `factor` times the offered rates. Every rate grows with the factor; requests grow more slowly.
 *
 * Clients that send at once make many small batches, which cost CPU time, requests and batch headers. Saturated brokers
 * respond later, and quotas delay requests, so waiting records fill the batches until the load is carried. The load is
 * over capacity only if it is too much even in full batches.
 *
 * `reads`: what consumers get at most. Left out: they get all that is written.
 * `fullnessOf`: utilisation of the resource that makes producers wait. Left out: of the busiest broker.
 */
export function trafficAt(
  situation: Situation,
  factor: number,
  reads?: Reads,
  fullnessOf: Fullness = brokerFullness,
): Traffic {
  const atOnce = trafficWith(situation, factor, 0, reads)
  if (fullnessOf(atOnce) <= 1) return atOnce
  const waiting = waitingTrafficAt(situation, factor, reads)
  if (fullnessOf(waiting) >= 1 - fullTolerance) return waiting
  return justCarried(situation, factor, { atOnce, waiting, reads, fullnessOf })
}

/** Utilisation of the resource that makes producers wait if it is above 1. */
export type Fullness = (traffic: Traffic) => number

/** Utilisation of the busiest broker; 0 if its hosts are not known. */
function brokerFullness({ broker }: Traffic): number {
  return broker?.utilisation ?? 0
}

/** Finds the smallest share of waiting records at which the brokers carry the traffic; 0 is too little, 1 is enough. */
function justCarried(
  situation: Situation,
  factor: number,
  {
    atOnce,
    waiting,
    reads,
    fullnessOf,
  }: {
    readonly atOnce: Traffic
    readonly waiting: Traffic
    readonly reads?: Reads | undefined
    readonly fullnessOf: Fullness
  },
): Traffic {
  const excessOf = (traffic: Traffic) => fullnessOf(traffic) - 1
  let [low, high] = [0, 1]
  let [lowExcess, highExcess] = [excessOf(atOnce), excessOf(waiting)]
  let carried = waiting
  for (let round = 1; round <= 60 && highExcess < -fullTolerance; round++) {
    // False position with a bisection every third round, because fetches are not proportional to batches.
    const step = round % 3 === 0 ? 0.5 : lowExcess / (lowExcess - highExcess)
    const share = low + (high - low) * step
    const traffic = trafficWith(situation, factor, share, reads)
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

/**
 * Traffic if records wait only for their linger. It may be over the capacity of brokers, which would make clients wait.
 */
export function atOnceTrafficAt(situation: Situation, factor: number): Traffic {
  return trafficWith(situation, factor, 0)
}

/** Traffic if all records wait for full batches, which decides how much brokers on hosts can carry. */
export function waitingTrafficAt(situation: Situation, factor: number, reads?: Reads): Traffic {
  return trafficWith(situation, factor, 1, reads)
}

/** Traffic if a given share of the records waits for full batches: 0 none, 1 all. */
export function trafficWith(situation: Situation, factor: number, waitingShare: number, reads?: Reads): Traffic {
  // `map` instead of `push`, because the first push into an empty array allocates room for sixteen more.
  const topics = situation.topics.map(emptyTopicSum)
  let recordsPerSec = 0
  for (const load of situation.producers) {
    const rate = load.peakRecordsPerSec * factor
    recordsPerSec += rate
    const sum = topics[load.topic.index]
    if (sum && rate > 0) addProducer(sum, load, rate, waitingShare)
  }
  let [produceRequestsPerSec, commitRequestsPerSec] = [0, 0]
  for (const sum of topics) {
    produceRequestsPerSec += sum.produceRequestsPerSec
    commitRequestsPerSec += sum.commitRequestsPerSec
  }
  const fetches = reads === undefined ? addReads(situation, topics) : addHeldReads(situation, topics, { reads, factor })
  const requestsPerSec = produceRequestsPerSec + fetches + commitRequestsPerSec
  const figures = addFigures(topics, recordsPerSec)
  const { hardware } = situation
  const broker = hardware === null ? null : brokerLoadAt(situation, hardware, { factor, topics })
  return { factor, waitingShare, figures, requestsPerSec, produceRequestsPerSec, topics, broker }
}

/** Records/s of a producer entry, all clients together. */
export function recordsPerSecOf({ peakRecordsPerSec }: ProducerLoad, { factor }: Traffic): number {
  return peakRecordsPerSec * factor
}

/** Wire bytes per record as a producer entry sends it, with its share of the batch header; 0 if it sends no records. */
export function sentBytesPerRecordOf(load: ProducerLoad, traffic: Traffic): number {
  const recordsPerSec = recordsPerSecOf(load, traffic)
  if (recordsPerSec === 0) return 0
  if (load.sentBytesPerRecord !== null) return load.sentBytesPerRecord
  return withBatchHeader(load.compressedRecordBytes, batchesOf(load, traffic).recordsPerBatch)
}

/** Batches and requests of a producer entry in a traffic. */
export function batchesOf(load: ProducerLoad, traffic: Traffic): Batches {
  return batchesBetween(load, recordsPerSecOf(load, traffic), traffic.waitingShare)
}

function addProducer(sum: TopicSum, load: ProducerLoad, recordsPerSec: number, waitingShare: number): void {
  const batches = batchesBetween(load, recordsPerSec, waitingShare)
  const wireBytesPerRecord = withBatchHeader(load.compressedRecordBytes, batches.recordsPerBatch)
  const wire = recordsPerSec * wireBytesPerRecord
  sum.recordsPerSec += recordsPerSec
  sum.wireBytesPerSec += wire
  sum.sentWireBytesPerSec += load.sentBytesPerRecord === null ? wire : recordsPerSec * load.sentBytesPerRecord
  sum.payloadBytesPerSec += recordsPerSec * load.payloadBytesPerRecord
  sum.hottestWireBytesPerSec += wire * load.hottest.share
  sum.hottestRecordsPerSec += recordsPerSec * load.hottest.share
  sum.hottestBatchesPerSec += batches.batchesPerSec * load.hottest.share
  sum.batchesPerSec += batches.batchesPerSec
  sum.produceRequestsPerSec += batches.requestsPerSec
  const commits = commitsAt(load, recordsPerSec)
  if (commits === null) return
  const { markersPerSec, markerRequestsPerSec, commitRequestsPerSec } = transactionLoad(
    commits,
    load,
    batches.batchesPerSec,
  )
  sum.markersPerSec += markersPerSec
  sum.markerRequestsPerSec += markerRequestsPerSec
  sum.commitRequestsPerSec += commitRequestsPerSec
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

/** Wire bytes/s that followers fetch from leaders: (ingress + markers) x (replication factor - 1). */
export function replicationWireBytesPerSec(situation: Situation, traffic: Traffic): number {
  let total = 0
  for (const { topic, index } of situation.topics) {
    total += loggedBytesPerSec(traffic.topics[index]) * (topic.replicationFactor - 1)
  }
  return total
}

/** The egress of a topic is what is written to it, markers included, x the times that it is read. */
function addFigures(sums: readonly TopicSum[], recordsPerSec: number): Figures {
  let ingressWireBytesPerSec = 0
  let ingressPayloadBytesPerSec = 0
  let egressWireBytesPerSec = 0
  let egressPayloadBytesPerSec = 0
  for (const sum of sums) {
    const { wireBytesPerSec, payloadBytesPerSec, timesRead } = sum
    ingressWireBytesPerSec += wireBytesPerSec
    ingressPayloadBytesPerSec += payloadBytesPerSec
    egressWireBytesPerSec += loggedBytesPerSec(sum) * timesRead
    egressPayloadBytesPerSec += payloadBytesPerSec * timesRead
  }
  return {
    ingressWireBytesPerSec,
    ingressPayloadBytesPerSec,
    egressWireBytesPerSec,
    egressPayloadBytesPerSec,
    recordsPerSec,
  }
}
