import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { batchesAt } from '../../../src/capacity/batching.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { recordBytes } from '../../../src/capacity/record-batch.ts'
import { solve } from '../../../src/capacity/solve.ts'
import type { ClusterReading } from '../../../src/contracts/cluster-reading.ts'
import { clusterReading } from '../../../src/contracts/cluster-reading.ts'
import type { Observation } from '../../../src/contracts/observation.ts'
import { offering as offeringSchema } from '../../../src/contracts/offering.ts'
import { type Scenario, type ScenarioInput, scenario as scenarioSchema } from '../../../src/contracts/scenario.ts'
import { condenseReading } from '../../../src/observation/cluster-reading/condense-reading.ts'
import { mergeReadings } from '../../../src/observation/merge.ts'
import { scenarioOf } from '../../../src/observation/scenario-of.ts'
import { valuesOf } from './fixture-facts.ts'
import { type KnownTopic, knownReading, startEpochMs } from './known-reading.ts'

const offering = offeringSchema.parse(JSON.parse(await readFile('models/confluent-cloud-dedicated.json', 'utf8')))
const deployment = { offering: 'confluent-cloud-dedicated', size: 4 }

const orders: KnownTopic = {
  name: 'orders',
  partitions: 24,
  recordsPerSec: 30_000,
  valueBytes: 800,
  keyBytes: 0,
  recordBytes: 810,
  recordsPerBatch: 19,
  codec: 'none',
  ratio: 1,
  hottestShare: 1 / 24,
  producers: 4,
  groups: [
    { name: 'billing', members: 6 },
    { name: 'shipping', members: 3 },
  ],
}

function condensed(reading: ClusterReading) {
  return condenseReading(clusterReading.parse(reading), { label: 'known', sha256: null })
}

function observationOf(reading: ClusterReading): Observation {
  return {
    kind: 'headroom.observation',
    schemaVersion: 1,
    id: 'known',
    name: 'known',
    createdAtEpochMs: startEpochMs,
    headroomVersion: '0',
    ...mergeReadings([condensed(reading)]),
    deployment,
    isRedacted: false,
  }
}

/** Changes the only topic of a reading of one. */
function changed(change: Partial<ClusterReading['topics'][number]>): ClusterReading {
  const reading = knownReading([orders])
  return { ...reading, topics: reading.topics.map((topic) => ({ ...topic, ...change })) }
}

describe('condenseReading()', () => {
  it('gives back every figure of a known topic', () => {
    const { facts } = condensed(knownReading([orders]))
    const topic = valuesOf(facts, { topic: 'orders' })
    expect(topic).toMatchObject({
      partitions: 24,
      replicationFactor: 3,
      minInsyncReplicas: 2,
      retentionMs: 86_400_000,
      averageRecordsInPerSec: 30_000,
      peakMinuteRecordsInPerSec: 30_000,
      recordValueBytes: 800,
      recordKeyBytes: 0,
      recordsPerBatch: 19,
      keyedShare: 0,
      producers: 4,
      idempotentShare: 1,
      consumerGroups: 2,
      compression: 'none',
    })
    expect(topic.wireBytesPerRecord).toBeCloseTo(810 + 61 / 19, 1)
    expect(topic.hottestPartitionShare).toBeCloseTo(1 / 24, 4)
    const billing = valuesOf(facts, { topic: 'orders', group: 'billing' })
    expect(billing).toEqual({ members: 6, recordsOutPerSec: 30_000, lagRecords: 240 })
  })

  it('weighs batches that were hit at random by 1 / records where no others were read', () => {
    const reading = changed({})
    const [topic] = reading.topics
    if (topic?.sample === null || topic === undefined) throw new Error('no sample')
    // Batches of 10 and of 30 records, equally many: a random offset hits the large ones three times as often.
    const hits = { batches: 40, records: 10 * 10 + 30 * 30, wireBytes: 1000, inverseRecords: 10 / 10 + 30 / 30 }
    const sample = { ...topic.sample, hits, following: { batches: 0, records: 0, wireBytes: 0, inverseRecords: 0 } }
    const { facts } = condensed(changed({ sample }))
    expect(valuesOf(facts, { topic: 'orders' }).recordsPerBatch).toBe(20)
  })

  it('does not count transaction markers as records', () => {
    const [topic] = knownReading([orders]).topics
    if (topic?.sample === null || topic === undefined) throw new Error('no sample')
    const records = topic.sample.hits.records + topic.sample.following.records
    const { facts } = condensed(changed({ sample: { ...topic.sample, controlBatches: records / 9 } }))
    expect(valuesOf(facts, { topic: 'orders' }).averageRecordsInPerSec).toBeCloseTo(27_000, 3)
  })

  it('takes rates of the past, their busiest hour and minute, where timestamps are those of writing', () => {
    const { facts, questions } = condensed(changed({ history: historyOf(startEpochMs - 1000) }))
    const topic = valuesOf(
      facts.filter(({ span }) => (span?.fromEpochMs ?? 0) < startEpochMs),
      { topic: 'orders' },
    )
    expect(topic.averageRecordsInPerSec).toBeCloseTo(22_500, 6)
    expect([topic.peakHourRecordsInPerSec, topic.peakMinuteRecordsInPerSec]).toEqual([40_000, 60_000])
    expect(questions).toEqual([])
  })

  it.each([
    ['in the future', startEpochMs + 3_600_000, 'in the future'],
    ['old while records come in', startEpochMs - 86_400_000, 'time of an event'],
  ])('does not trust timestamps of which the newest is %s', (_, newest, reason) => {
    const { facts, questions } = condensed(changed({ history: historyOf(newest) }))
    expect(questions.map(({ id, text }) => [id, text.includes(reason)])).toEqual([['event-time', true]])
    expect(valuesOf(facts, { topic: 'orders' }).averageRecordsInPerSec).toBe(30_000)
  })

  it('trusts the broker’s time whatever the rates are', () => {
    const configs = { 'message.timestamp.type': 'LogAppendTime' }
    const { questions } = condensed(changed({ configs, history: historyOf(startEpochMs + 3_600_000) }))
    expect(questions).toEqual([])
  })

  it('knows no peaks of a compacted topic by its past', () => {
    const configs = { 'cleanup.policy': 'compact' }
    const { facts } = condensed(changed({ configs, history: historyOf(startEpochMs - 1000) }))
    const past = facts.filter(({ span }) => (span?.fromEpochMs ?? 0) < startEpochMs)
    expect(Object.keys(valuesOf(past, { topic: 'orders' })).filter((field) => field.startsWith('peak'))).toEqual([])
  })

  it('turns what was refused into questions that name the right and what is unknown', () => {
    const refusals = [
      {
        api: 'DescribeLogDirs',
        brokerId: null,
        error: 'CLUSTER_AUTHORIZATION_FAILED',
        neededAcl: 'Cluster: DESCRIBE',
        unknown: 'The size of logs is not known.',
      },
    ]
    const { questions } = condensed({ ...knownReading([orders]), refusals })
    expect(questions[0]).toEqual({
      id: 'refused-DescribeLogDirs',
      text: 'The cluster refused DescribeLogDirs (CLUSTER_AUTHORIZATION_FAILED). The right Cluster: DESCRIBE would allow it.',
      effect: 'The size of logs is not known.',
    })
  })

  it('takes bytes of a record from the logs where nothing was sampled', () => {
    const [topic] = knownReading([orders]).topics
    const partitions = (topic?.partitions ?? []).map((each) => ({
      ...each,
      leaderLogBytes: 500 * (each.last?.end ?? 0),
    }))
    const { facts } = condensed(changed({ sample: null, partitions }))
    expect(valuesOf(facts, { topic: 'orders' }).wireBytesPerRecord).toBe(500)
  })
})

/** Four hours before the reading at 10, 20, 40 and 20 thousand records/s, and the busiest minute. */
function historyOf(largestTimestampEpochMs: number) {
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

describe('the scenario of a reading', () => {
  /** A known workload with keys, codecs and skew: its truth as the broker sees it, by the model itself. */
  const known: ScenarioInput = {
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name: 'known',
    workload: {
      topics: [
        { name: 'orders', partitions: 24, minInsyncReplicas: 2, retentionMs: 86_400_000 },
        { name: 'clicks', partitions: 12, minInsyncReplicas: 2, retentionMs: 86_400_000 },
        { name: 'audit', partitions: 6, minInsyncReplicas: 2, retentionMs: 86_400_000 },
      ],
      producers: [
        {
          name: 'orders',
          topic: 'orders',
          clients: 4,
          peakRecordsPerSec: 30_000,
          recordValueBytes: 900,
          lingerMs: 5,
          isIdempotent: true,
        },
        {
          ...{ name: 'clicks', topic: 'clicks', clients: 6, peakRecordsPerSec: 50_000, recordValueBytes: 300 },
          ...{
            recordKeyBytes: 16,
            keys: { kind: 'zipf', distinct: 5000, exponent: 0.9 },
            lingerMs: 20,
            batchBytes: 65_536,
          },
          ...{ compression: 'lz4', compressionRatio: 0.5, isIdempotent: true },
        },
        {
          name: 'audit',
          topic: 'audit',
          clients: 1,
          peakRecordsPerSec: 200,
          recordValueBytes: 5000,
          lingerMs: 0,
          isIdempotent: true,
        },
      ],
      consumerGroups: [
        { name: 'billing', topic: 'orders', members: 6 },
        { name: 'shipping', topic: 'orders', members: 3 },
        { name: 'web', topic: 'clicks', members: 12 },
      ],
    },
    deployment,
  }

  function readingOfScenario(scenario: Scenario): ClusterReading {
    const { situation, offered } = solve(scenario, offering)
    const topics = situation.producers.map((load, index): KnownTopic => {
      const { producer, topic } = load
      const recordsPerBatch = Math.max(1, Math.round(batchesAt(load, load.peakRecordsPerSec).recordsPerBatch))
      expect(offered.topics[index]).toBeDefined()
      return {
        name: topic.topic.name,
        partitions: topic.partitions,
        recordsPerSec: load.peakRecordsPerSec,
        valueBytes: producer.recordValueBytes,
        keyBytes: producer.recordKeyBytes,
        recordBytes: recordBytes(producer),
        recordsPerBatch,
        codec: producer.compression,
        ratio: producer.compressionRatio,
        hottestShare: load.hottest.share,
        producers: producer.clients,
        groups: scenario.workload.consumerGroups.filter((group) => group.topic === topic.topic.name),
      }
    })
    return knownReading(topics)
  }

  it('is predicted within 3 % of the known one, in every figure, demand and the headroom', () => {
    const truth = scenarioSchema.parse(known)
    const observed = scenarioOf(observationOf(readingOfScenario(truth)), deployment, offering)
    const [one, other] = [predict(truth, offering), predict(observed.scenario, offering)]
    for (const figure of Object.keys(one.offered) as (keyof typeof one.offered)[]) {
      expect(other.offered[figure] / one.offered[figure], figure).toBeGreaterThan(0.97)
      expect(other.offered[figure] / one.offered[figure], figure).toBeLessThan(1.03)
    }
    for (const dimension of [
      'ingress',
      'egress',
      'partitions',
      'requests',
      'connections',
      'partition-ingress',
    ] as const) {
      const demandOf = ({ constraints }: typeof one) =>
        Math.max(...constraints.filter((each) => each.dimension === dimension).map(({ demand }) => demand))
      expect(demandOf(other) / demandOf(one), dimension).toBeGreaterThan(0.97)
      expect(demandOf(other) / demandOf(one), dimension).toBeLessThan(1.03)
    }
    expect(other.headroom / one.headroom).toBeGreaterThan(0.97)
    expect(other.headroom / one.headroom).toBeLessThan(1.03)
    expect(other.binding.map(({ dimension }) => dimension)).toEqual(one.binding.map(({ dimension }) => dimension))
  })

  it('has no readers of a topic that no group reads', () => {
    const truth = scenarioSchema.parse(known)
    const { scenario } = scenarioOf(observationOf(readingOfScenario(truth)), deployment, offering)
    expect(scenario.workload.consumerGroups.map(({ name, topic, members }) => [name, topic, members])).toEqual([
      ['billing', 'orders', 6],
      ['shipping', 'orders', 3],
      ['web', 'clicks', 12],
    ])
  })
})
