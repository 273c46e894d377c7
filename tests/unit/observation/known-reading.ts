import type { BatchSample, SizeHistogram } from '../../../src/contracts/batch-sample.ts'
import type { ClusterReading, ReadTopic, WrittenRecords } from '../../../src/contracts/cluster-reading.ts'
import type { Workload } from '../../../src/contracts/workload.ts'

/** A topic whose truth is known, as the broker would see it. */
export interface KnownTopic {
  readonly name: string
  readonly partitions: number
  readonly recordsPerSec: number
  readonly valueBytes: number
  readonly keyBytes: number
  /** Bytes of a record in a batch before compression. */
  readonly recordBytes: number
  readonly recordsPerBatch: number
  readonly codec: Workload['producers'][number]['compression']
  readonly ratio: number
  readonly hottestShare: number
  readonly producers: number
  readonly groups: readonly { readonly name: string; readonly members: number }[]
}

/** A topic without a finding: compressed, full batches of 16 kB, even partitions, one group. */
export const evenTopic: KnownTopic = {
  name: 'orders',
  partitions: 24,
  recordsPerSec: 30_000,
  valueBytes: 800,
  keyBytes: 0,
  recordBytes: 810,
  recordsPerBatch: 37,
  codec: 'lz4',
  ratio: 0.5,
  hottestShare: 1 / 24,
  producers: 4,
  groups: [{ name: 'billing', members: 6 }],
}

/** A topic with findings: no compression and batches that are not full. Two groups read it. */
export const ordersTopic: KnownTopic = {
  ...evenTopic,
  recordsPerBatch: 19,
  codec: 'none',
  ratio: 1,
  groups: [
    { name: 'billing', members: 6 },
    { name: 'shipping', members: 3 },
  ],
}

export const startEpochMs = 1_763_800_000_000
const lookMs = 60_000

/** A reading of 60 s of these topics, with a sample and groups, and without history. */
export function knownReading(topics: readonly KnownTopic[]): ClusterReading {
  return {
    kind: 'headroom.cluster-reading',
    schemaVersion: 1,
    clusterId: 'known',
    startedAtEpochMs: startEpochMs,
    endedAtEpochMs: startEpochMs + lookMs,
    isComplete: true,
    endedEarlyBecause: null,
    brokers: [1, 2, 3].map((brokerId) => {
      return {
        brokerId,
        host: 'localhost',
        port: 9092,
        rack: null,
        isController: brokerId === 1,
        logBytes: null,
        configs: null,
      }
    }),
    topics: topics.map(readTopic),
    groups: topics.flatMap((topic) => topic.groups.map((group) => readGroup(topic, group))),
    quotas: null,
    activeProducers: null,
    movingPartitions: 0,
    refusals: [],
    notes: [],
    cost: {
      requests: 1,
      requestBytes: 1,
      responseBytes: 1,
      sampledBytes: 1,
      requestsByApi: {},
      connections: 1,
      throttled: 0,
      durationMs: lookMs,
    },
  }
}

/** The ends of the partitions after some time: the first gets its share, the others the rest evenly. */
function endsOf({ partitions, recordsPerSec, hottestShare }: KnownTopic, ms: number): number[] {
  return Array.from({ length: partitions }, (_, index) => {
    const share = index === 0 ? hottestShare : (1 - hottestShare) / (partitions - 1)
    return 1_000_000 + Math.round((recordsPerSec * share * ms) / 1000)
  })
}

function readTopic(topic: KnownTopic): ReadTopic {
  const [first, last] = [endsOf(topic, 0), endsOf(topic, lookMs)]
  const written: WrittenRecords[] = Array.from({ length: 6 }, (_, index) => ({
    fromEpochMs: startEpochMs + index * 10_000,
    toEpochMs: startEpochMs + (index + 1) * 10_000,
    records: Math.round(topic.recordsPerSec * 10),
  }))
  return {
    name: topic.name,
    isInternal: false,
    partitions: first.map((end, index) => ({
      index,
      leader: (index % 3) + 1,
      replicas: [1, 2, 3],
      inSyncReplicas: 3,
      first: { atEpochMs: startEpochMs, start: 0, end },
      last: { atEpochMs: startEpochMs + lookMs, start: 0, end: last[index] ?? end },
      leaderLogBytes: null,
      activeProducers: null,
    })),
    configs: {
      'retention.ms': '86400000',
      'min.insync.replicas': '2',
      'cleanup.policy': 'delete',
      'compression.type': 'producer',
      'message.timestamp.type': 'CreateTime',
    },
    written,
    history: null,
    replicaLogBytes: null,
    activeProducers: topic.producers,
    sample: sampleOf(topic),
  }
}

function readGroup(topic: KnownTopic, { name, members }: { name: string; members: number }) {
  const each = Math.ceil(topic.partitions / members)
  return {
    groupId: name,
    protocolType: 'consumer',
    protocol: 'classic' as const,
    state: 'Stable',
    members: Array.from({ length: members }, (_, index) => ({
      clientId: `${name}-${index}`,
      host: '/127.0.0.1',
      assigned: [{ topic: topic.name, partitions: each }],
    })),
    committed: [
      {
        topic: topic.name,
        partitions: Array.from({ length: topic.partitions }, (_, index) => index),
        firstAtEpochMs: startEpochMs,
        lastAtEpochMs: startEpochMs + lookMs,
        first: endsOf(topic, 0).map((end) => end - 10),
        last: endsOf(topic, lookMs).map((end) => end - 10),
      },
    ],
  }
}

/** A histogram of equal values. */
function equal(count: number, value: number): SizeHistogram {
  return {
    count,
    sum: count * value,
    sumOfSquares: count * value ** 2,
    smallest: value,
    largest: value,
    buckets: count === 0 ? [] : [{ upTo: value, count }],
  }
}

/** Thirty spots of three batches each, all alike; the first of each was hit at a random offset. */
function sampleOf({
  recordsPerBatch,
  recordBytes,
  ratio,
  codec,
  valueBytes,
  keyBytes,
  producers,
}: KnownTopic): BatchSample {
  const batchBytes = Math.round(recordsPerBatch * recordBytes)
  const batchWire = Math.round(61 + batchBytes * ratio)
  const sums = (batches: number) => ({
    batches,
    records: batches * recordsPerBatch,
    wireBytes: batches * batchWire,
    inverseRecords: batches / recordsPerBatch,
  })
  const records = 90 * recordsPerBatch
  const keyed = keyBytes === 0 ? 0 : records
  return {
    hits: sums(30),
    following: sums(60),
    codecs: [
      {
        codec,
        batches: 90,
        records,
        wireBytes: 90 * batchWire,
        openedBatches: 90,
        compressedBytes: 90 * (batchWire - 61),
        uncompressedBytes: 90 * batchBytes,
      },
    ],
    controlBatches: 0,
    transactionalBatches: 0,
    idempotentBatches: 90,
    producerIds: producers,
    logAppendTimeBatches: 0,
    oldFormatBatches: 0,
    unreadableBatches: 0,
    compactedBatches: 0,
    recordsPerBatch: equal(60, recordsPerBatch),
    batchWireBytes: equal(60, batchWire),
    batchUncompressedBytes: equal(60, batchBytes),
    batchSpanMs: equal(60, 5),
    valueBytes: equal(records, valueBytes),
    keyBytes: equal(keyed, keyBytes),
    headersPerRecord: equal(records, 0),
    headerNameBytes: 0,
    headerValueBytes: 0,
    tombstones: 0,
    keys: {
      keyedRecords: keyed,
      unkeyedRecords: records - keyed,
      distinctAtLeast: keyed === 0 ? 0 : 5000,
      seenOnceShare: keyed === 0 ? null : 0.1,
      topShares: [],
    },
    spots: Array.from({ length: 30 }, (_, index) => ({
      partition: 0,
      offset: index,
      atEpochMs: startEpochMs,
      batches: 3,
      records: 3 * recordsPerBatch,
      wireBytes: 3 * batchWire,
      uncompressedBytes: 3 * batchBytes,
    })),
  }
}

/** Four hours before the reading at 10, 20, 40 and 20 thousand records/s, and the busiest minute. */
export function historyOf(largestTimestampEpochMs: number) {
  const hour = 3_600_000
  const rates = [10_000, 20_000, 40_000, 20_000]
  const from = startEpochMs - rates.length * hour
  return {
    hours: rates.map((rate, index) => {
      return { fromEpochMs: from + index * hour, toEpochMs: from + (index + 1) * hour, records: rate * 3600 }
    }),
    minutes: [{ fromEpochMs: from + 2 * hour, toEpochMs: from + 2 * hour + 60_000, records: 60_000 * 60 }],
    completeFromEpochMs: from,
    largestTimestampEpochMs,
  }
}
