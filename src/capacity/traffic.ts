/**
 * What the workload asks of the cluster at a load factor: offered rates x factor, everything else follows.
 */
import type { Figures } from '../contracts/figures.ts'
import { batchesAt } from './batching.ts'
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

/** Traffic at `factor` times the offered rates. Every rate grows with the factor, requests slower than it. */
export function trafficAt(situation: Situation, factor: number): Traffic {
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
    producerWireBytesPerRecord.push(sum && rate > 0 ? addProducer(sum, load, rate) : 0)
  }
  let produceRequestsPerSec = 0
  for (const sum of topics) produceRequestsPerSec += sum.produceRequestsPerSec
  let requestsPerSec = produceRequestsPerSec
  for (const load of situation.consumers) {
    const sum = topics[load.topic.index]
    if (sum) requestsPerSec += fetchRequestsPerSec(load, sum, situation)
  }
  const figures = addFigures(situation.topics, topics, recordsPerSec)
  const { hardware } = situation
  const cluster = { figures, requestsPerSec, produceRequestsPerSec, topics }
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
function addProducer(sum: Sum, load: ProducerLoad, recordsPerSec: number): number {
  const batches = batchesAt(load, recordsPerSec)
  const wireBytesPerRecord = withBatchHeader(load.compressedRecordBytes, batches.recordsPerBatch)
  const wire = recordsPerSec * wireBytesPerRecord
  sum.wireBytesPerSec += wire
  sum.payloadBytesPerSec += recordsPerSec * (load.producer.recordValueBytes + load.producer.recordKeyBytes)
  sum.hottestWireBytesPerSec += wire * load.hottest.share
  sum.batchesPerSec += batches.batchesPerSec
  sum.produceRequestsPerSec += batches.requestsPerSec
  return wireBytesPerRecord
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
