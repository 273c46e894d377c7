import { batchHeaderBytes, recordBytes, recordsPerFullBatch } from '../capacity/record-batch.ts'
import type { PlannedProducer } from '../contracts/run-plan.ts'
import type { Scenario } from '../contracts/scenario.ts'
import type { Producer } from '../contracts/workload.ts'
import { runName, shortName } from './run-names.ts'

/** Producer clients that a run starts at most: more only fight for the machine's cores. */
const mostProducers = 16

/** librdkafka counts the request's own header into a batch, and a record at its largest framing, when it looks whether one more fits. */
const librdkafkaRequestBytes = 256
const librdkafkaRecordOverhead = 36

/** Planned producers and what differs from the scenario. */
export type PlannedProducers = { readonly planned: readonly PlannedProducer[]; readonly notes: readonly string[] }

/** One planned producer a client and topic, merged where there are too many of them. */
export function planProducers(
  scenario: Scenario,
  runId: string,
  topicNames: ReadonlyMap<string, readonly string[]>,
): PlannedProducers {
  const { producers } = scenario.workload
  const wanted = producers.map((producer) => wantedClients(producer, topicNames.get(producer.topic) ?? []))
  const total = wanted.reduce((sum, count) => sum + count, 0)
  const share = Math.min(1, mostProducers / total)
  const planned: PlannedProducer[] = []
  const notes: string[] = []
  for (const [index, producer] of producers.entries()) {
    const topics = topicNames.get(producer.topic) ?? []
    const perTopic = Math.max(1, Math.floor(((wanted[index] ?? 1) * share) / topics.length))
    const clients = perTopic * topics.length
    if (clients !== producer.clients) {
      const way = clients < producer.clients ? 'merged into' : 'spread over'
      const count = `${producer.clients} ${producer.clients === 1 ? 'client' : 'clients'}`
      notes.push(
        `The ${count} of "${producer.name}" are ${way} ${clients} for the run, at the same total rate and batches.`,
      )
    }
    for (let client = 0; client < clients; client++) {
      const topic = topics[client % topics.length]
      if (topic !== undefined) planned.push(planOne(producer, { runId, topic, client, clients, topics: topics.length }))
    }
  }
  return { planned, notes }
}

/** At least one client a topic, and as many on each. */
function wantedClients(producer: Producer, topics: readonly string[]): number {
  return Math.max(1, Math.round(producer.clients / topics.length)) * topics.length
}

function planOne(
  producer: Producer,
  place: { runId: string; topic: string; client: number; clients: number; topics: number },
): PlannedProducer {
  const id = `${shortName(producer.name)}-${place.client + 1}`
  return {
    id,
    topic: place.topic,
    clientId: runName(place.runId, id),
    recordsPerSec: producer.peakRecordsPerSec / place.clients,
    recordValueBytes: producer.recordValueBytes,
    recordKeyBytes: producer.recordKeyBytes,
    partitioning:
      producer.keys.kind === 'none'
        ? { kind: 'turns', recordsPerTurn: recordsPerTurn(producer, place.topics) }
        : { kind: 'keys', keys: producer.keys },
    acks: producer.acks,
    isIdempotent: producer.isIdempotent,
    lingerMs: producer.lingerMs,
    batchBytes: producer.batchBytes,
    maxInFlight: producer.maxInFlight,
    compression: producer.compression,
    randomBytesRatio: producer.compression === 'none' ? 1 : producer.compressionRatio,
    startDelayMs: 0,
  }
}

/**
 * Records to one partition before the next: the batch that the prediction assumes, by the scenario's own clients.
 *
 * What one client gathers in a linger, never more than librdkafka puts into one request: one record more makes it send a
 * full batch and a batch of one (measured: 32 records of 512 B go out as 31 and 1, and twice as many requests).
 */
function recordsPerTurn(producer: Producer, topics: number): number {
  const shape = recordBytes(producer)
  const payload = producer.recordValueBytes + producer.recordKeyBytes
  const room = producer.batchBytes - batchHeaderBytes - librdkafkaRequestBytes - librdkafkaRecordOverhead - payload
  const fitting = room < 0 ? 1 : Math.floor(room / shape) + 1
  const rate = producer.peakRecordsPerSec / producer.clients / topics
  const lingered = Math.floor(1 + (rate * producer.lingerMs) / 1000)
  return Math.max(1, Math.min(fitting, recordsPerFullBatch(producer), lingered))
}
