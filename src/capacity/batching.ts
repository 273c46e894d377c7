/**
 * How records become batches and requests, by client family.
 */
import type { ProducerLoad } from './situation.ts'

/** Largest produce request of a Java client (`max.request.size`). */
const javaRequestBytes = 1_048_576

/** Means of one producer entry at one rate. */
export type Batches = {
  readonly recordsPerBatch: number
  readonly batchesPerSec: number
  readonly requestsPerSec: number
}

/**
 * Batches and requests at a rate of records, all clients of the entry together.
 *
 * Without keys a client fills one partition's batch after another: it closes when it is full or after linger, and each
 * is a request. With keys, librdkafka sends one partition a request: partitions / (1 / rate + linger) requests/s
 * (7,013 where 6,612 were measured: 20,000 records/s, 108 partitions, linger 10 ms). A Java client sends all partitions
 * of a broker together: one request per linger and broker (100 where 85 were measured).
 */
export function batchesAt(load: ProducerLoad, recordsPerSec: number): Batches {
  if (load.producer.keys.kind === 'none') return sticky(load, recordsPerSec)
  return load.family === 'librdkafka' ? partitionByPartition(load, recordsPerSec) : brokerByBroker(load, recordsPerSec)
}

function sticky(load: ProducerLoad, recordsPerSec: number): Batches {
  const clientRate = recordsPerSec / load.producer.clients
  const recordsPerBatch = filled(load, clientRate, clientRate)
  const batchesPerSec = recordsPerSec / recordsPerBatch
  return { recordsPerBatch, batchesPerSec, requestsPerSec: batchesPerSec }
}

function partitionByPartition(load: ProducerLoad, recordsPerSec: number): Batches {
  const clientRate = recordsPerSec / load.producer.clients
  const others = load.topic.partitions - 1
  const hotRate = clientRate * load.hottest.share
  const otherRate = others === 0 ? 0 : (clientRate - hotRate) / others
  const perClient =
    hotRate / filled(load, clientRate, hotRate) +
    (otherRate === 0 ? 0 : (others * otherRate) / filled(load, clientRate, otherRate))
  const batchesPerSec = perClient * load.producer.clients
  return { recordsPerBatch: recordsPerSec / batchesPerSec, batchesPerSec, requestsPerSec: batchesPerSec }
}

function brokerByBroker(load: ProducerLoad, recordsPerSec: number): Batches {
  const { producer, topic, fullBatchRecords } = load
  const clientRate = recordsPerSec / producer.clients
  const brokerRate = clientRate / topic.leaderBrokers
  const partitionRate = clientRate / topic.partitions
  const lingerSec = producer.lingerMs / 1000 + 1 / brokerRate
  const everySec = Math.max(load.requestTimeMs / 1000, Math.min(lingerSec, fullBatchRecords / partitionRate))
  const gathered = partitionRate * everySec
  const recordsPerBatch = Math.min(fullBatchRecords, gathered / -Math.expm1(-gathered))
  const batchesPerSec = recordsPerSec / recordsPerBatch
  const bySize = (recordsPerSec * (producer.recordValueBytes + producer.recordKeyBytes)) / javaRequestBytes
  const byLinger = Math.min(batchesPerSec, (producer.clients * topic.leaderBrokers) / everySec)
  return { recordsPerBatch, batchesPerSec, requestsPerSec: Math.max(byLinger, bySize) }
}

/** Records of a batch: those of one linger after the first, more where the connections are busy, never over full. */
function filled(load: ProducerLoad, clientRate: number, partitionRate: number): number {
  const lingered = 1 + (partitionRate * load.producer.lingerMs) / 1000
  const held = (clientRate * load.requestTimeMs) / 1000 / load.topic.leaderBrokers
  return Math.min(load.fullBatchRecords, Math.max(lingered, held))
}
