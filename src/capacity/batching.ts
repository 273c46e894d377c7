/**
 * How records become batches and requests, by client family.
 */
import { distinctOf } from './client-keys.ts'
import { javaRequestBytes } from './full-request.ts'
import type { ProducerLoad } from './situation.ts'
import { commitsAt, cutBatchesPerSec, cutRequestsPerSec } from './transactions.ts'

/** Bytes of records that a Java client buffers, all partitions together (`buffer.memory`). */
const javaBufferBytes = 33_554_432

/**
 * Maximum time, in seconds, that a record waits in a Java client before it fails (`delivery.timeout.ms`). Clients over
 * librdkafka wait up to 300 s.
 */
const longestWaitSec = 120

/** Batches and requests of one producer entry at one rate; `recordsPerBatch` is a mean. */
export type Batches = {
  readonly recordsPerBatch: number
  readonly batchesPerSec: number
  readonly requestsPerSec: number
}

/**
 * Batches and requests at a rate of records, of all clients of the entry together.
 *
 * Without keys a client fills the batch of one partition after another (sticky partitioner). A batch closes when it is
 * full or its linger is over, and each is a request. With keys, librdkafka sends one partition per request: partitions
 * / (1 / rate + linger) requests/s, which predicts 7,013 where 6,612 were measured (20,000 records/s, 108 partitions,
 * linger 10 ms). A Java client sends all partitions of a broker together: one request per linger and broker, which
 * predicts 100 where 85 were measured.
 */
export function batchesAt(load: ProducerLoad, recordsPerSec: number): Batches {
  return cutAtCommits(load, recordsPerSec, uncutBatchesAt(load, recordsPerSec))
}

function uncutBatchesAt(load: ProducerLoad, recordsPerSec: number): Batches {
  if (!load.isKeyed) return sticky(load, recordsPerSec)
  return load.family === 'librdkafka' ? partitionByPartition(load, recordsPerSec) : brokerByBroker(load, recordsPerSec)
}

/**
 * Batches and requests if brokers respond late or throttle: waiting records fill the batches, and a Java request holds
 * a batch of each partition of its broker. A Java client with keys buffers at most `buffer.memory` for all partitions,
 * and no record waits longer than `delivery.timeout.ms`.
 */
export function waitingBatchesAt(load: ProducerLoad, recordsPerSec: number): Batches {
  return cutAtCommits(load, recordsPerSec, uncutWaitingBatchesAt(load, recordsPerSec))
}

function uncutWaitingBatchesAt(load: ProducerLoad, recordsPerSec: number): Batches {
  const { topic, reach, fullBatchRecords, payloadBytesPerRecord } = load
  const isOneByOne = !load.isKeyed || load.family === 'librdkafka'
  const buffered = isOneByOne
    ? fullBatchRecords
    : Math.min(fullBatchRecords, Math.max(1, javaBufferBytes / reach.partitions / payloadBytesPerRecord))
  // Without keys the batches of a topic fill one after another; with keys all partitions fill theirs at the same time.
  const fillingAtOnce = load.isKeyed ? reach.partitions : topic.topic.count
  const gathered = 1 + (recordsPerSec / load.clients / fillingAtOnce) * longestWaitSec
  const maxRecordsPerBatch = Math.min(buffered, gathered)
  const unsaturated = uncutBatchesAt(load, recordsPerSec)
  const recordsPerBatch = Math.max(unsaturated.recordsPerBatch, maxRecordsPerBatch)
  const batchesPerSec = recordsPerSec / recordsPerBatch
  const batchesPerRequest = isOneByOne ? 1 : reach.partitions / reach.leaderBrokers
  const bySize = (recordsPerSec * payloadBytesPerRecord) / javaRequestBytes
  const requestsPerSec = isOneByOne ? batchesPerSec : Math.max(batchesPerSec / batchesPerRequest, bySize)
  return { recordsPerBatch, batchesPerSec, requestsPerSec: Math.min(unsaturated.requestsPerSec, requestsPerSec) }
}

/** Cuts batches at commits, because a commit sends all open batches. Returns `uncut` if there are no transactions. */
function cutAtCommits(load: ProducerLoad, recordsPerSec: number, uncut: Batches): Batches {
  const commits = commitsAt(load, recordsPerSec)
  if (commits === null) return uncut
  const batchesPerSec = cutBatchesPerSec(commits, uncut.recordsPerBatch)
  const isOneByOne = !load.isKeyed || load.family === 'librdkafka'
  const requestsPerSec = isOneByOne
    ? batchesPerSec
    : Math.min(batchesPerSec, cutRequestsPerSec(commits, load, uncut.requestsPerSec))
  return { recordsPerBatch: recordsPerSec / batchesPerSec, batchesPerSec, requestsPerSec }
}

/** True if waiting saves no request, because each is already a full batch. Java requests hold several batches. */
export function hasFullRequests(load: ProducerLoad, recordsPerSec: number): boolean {
  if (load.isKeyed && load.family === 'java') return false
  return batchesAt(load, recordsPerSec).recordsPerBatch >= load.fullBatchRecords
}

function sticky(load: ProducerLoad, recordsPerSec: number): Batches {
  const lingeredPerSec = recordsPerSec / lingered(load, recordsPerSec / load.clients / load.topic.topic.count)
  const connections = load.clients * load.topic.leaderBrokers
  const batchesPerSec = sentOneByOne(load, connections, recordsPerSec, lingeredPerSec)
  return { recordsPerBatch: recordsPerSec / batchesPerSec, batchesPerSec, requestsPerSec: batchesPerSec }
}

function partitionByPartition(load: ProducerLoad, recordsPerSec: number): Batches {
  const { clients, reach } = load
  const clientRate = recordsPerSec / clients
  const others = reach.partitions - 1
  const hotRate = clientRate * reach.hottestShare
  const otherRate = others === 0 ? 0 : (clientRate - hotRate) / others
  const hotBatches = hotRate / lingered(load, hotRate)
  const otherBatches = otherRate === 0 ? 0 : otherRate / lingered(load, otherRate)
  // The connection to the leader of the hottest partition has its own limit: idle connections to others do not help.
  const besideHottest = reach.partitions / reach.leaderBrokers - 1
  const elsewhere = others - besideHottest
  const ofBusiest = sentOneByOne(
    load,
    1,
    hotRate + besideHottest * otherRate,
    hotBatches + besideHottest * otherBatches,
  )
  const ofOthers = sentOneByOne(load, reach.leaderBrokers - 1, elsewhere * otherRate, elsewhere * otherBatches)
  const batchesPerSec = clients * (ofBusiest + ofOthers)
  return { recordsPerBatch: recordsPerSec / batchesPerSec, batchesPerSec, requestsPerSec: batchesPerSec }
}

function brokerByBroker(load: ProducerLoad, recordsPerSec: number): Batches {
  const { clients, reach, fullBatchRecords } = load
  const clientRate = recordsPerSec / clients
  const brokerRate = clientRate / reach.leaderBrokers
  const partitionRate = clientRate / reach.partitions
  const lingerSec = load.lingerMs / 1000 + 1 / brokerRate
  const everySec = Math.max(load.requestTimeMs / 1000, Math.min(lingerSec, fullBatchRecords / partitionRate))
  const gathered = partitionRate * everySec
  const recordsPerBatch = Math.min(fullBatchRecords, gathered / filledShare(load, gathered))
  const batchesPerSec = recordsPerSec / recordsPerBatch
  const bySize = (recordsPerSec * load.payloadBytesPerRecord) / javaRequestBytes
  const byLinger = Math.min(batchesPerSec, (clients * reach.leaderBrokers) / everySec)
  return { recordsPerBatch, batchesPerSec, requestsPerSec: Math.max(byLinger, bySize) }
}

/**
 * Share of a client's partitions on a broker that have a record in a request, if `gathered` are in it for each on average.
 *
 * A client with own keys has few partitions on a broker, often one, and the record that opens the request is in one of
 * them. Among the partitions of a whole topic that record is taken as one of many.
 */
function filledShare({ producer, reach }: ProducerLoad, gathered: number): number {
  if (producer.keysPerClient === undefined) return -Math.expm1(-gathered)
  const ofBroker = reach.partitions / reach.leaderBrokers
  return distinctOf(ofBroker, gathered * ofBroker) / ofBroker
}

/**
 * Records per batch at `batchRate` records/s into its partition: the first and those of one linger after it, at most a
 * full batch.
 */
function lingered(load: ProducerLoad, batchRate: number): number {
  return Math.min(load.fullBatchRecords, 1 + (batchRate * load.lingerMs) / 1000)
}

/**
 * Batches/s if each batch is a request: as linger sends them, but no more than the connections carry. Records that wait
 * for a connection fill its batches, so the number of batches is lowest if all are full.
 */
function sentOneByOne(load: ProducerLoad, connections: number, recordsPerSec: number, lingeredPerSec: number): number {
  const maxByConnections = (connections * 1000) / load.requestTimeMs
  return Math.min(lingeredPerSec, Math.max(maxByConnections, recordsPerSec / load.fullBatchRecords))
}
