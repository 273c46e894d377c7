import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { batchesAt } from '../../../src/capacity/batching.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { recordBytes } from '../../../src/capacity/record-batch.ts'
import { solve } from '../../../src/capacity/solve.ts'
import type { ClusterReading } from '../../../src/contracts/cluster-reading.ts'
import { type ObservedApiName, observedApi, rightText } from '../../../src/contracts/observe-rights.ts'
import { offering as offeringSchema } from '../../../src/contracts/offering.ts'
import { type Scenario, type ScenarioInput, scenario as scenarioSchema } from '../../../src/contracts/scenario.ts'
import { clientFamily } from '../../../src/contracts/workload.ts'
import { scenarioOf } from '../../../src/observation/scenario-of.ts'
import { knownDeployment as deployment, observationOf } from './known-observation.ts'
import { evenTopic, type KnownTopic, knownReading } from './known-reading.ts'

const offering = offeringSchema.parse(JSON.parse(await readFile('models/confluent-cloud-dedicated.json', 'utf8')))

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

  it.each(clientFamily.options)(
    'is predicted within 3 %% of the known scenario of %s clients, in every figure, demand and the headroom',
    (family) => {
      const truth = scenarioSchema.parse({ ...known, workload: { ...known.workload, clientFamily: family } })
      const observed = scenarioOf(observationOf(readingOfScenario(truth)), deployment, offering, family)
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
    },
  )

  describe('of clients whose batches are full', () => {
    const full: ScenarioInput = {
      ...known,
      workload: {
        topics: known.workload.topics.slice(0, 2),
        producers: [
          // 18 records fill 16,002 of 16,323 bytes: one byte more a record, and the observed bytes had room for 17.
          {
            ...{ name: 'orders', topic: 'orders', peakRecordsPerSec: 2_000, recordValueBytes: 880, lingerMs: 200 },
            batchBytes: 16_384,
          },
          {
            ...{ name: 'clicks', topic: 'clicks', peakRecordsPerSec: 20_000, recordValueBytes: 300, lingerMs: 200 },
            ...{ batchBytes: 65_536, compression: 'lz4', compressionRatio: 0.4 },
          },
        ],
      },
    }

    it.each(clientFamily.options)('has their batch size, with clients of %s', (family) => {
      const truth = scenarioSchema.parse({ ...full, workload: { ...full.workload, clientFamily: family } })
      const reading = readingOfScenario(truth)
      // Records whose fields take a byte less than the model computes.
      for (const { sample } of reading.topics) {
        const sizes = sample?.batchUncompressedBytes
        if (sizes === undefined) continue
        Object.assign(sizes, { largest: sizes.largest - sizes.largest / 800 })
      }
      const observed = scenarioOf(observationOf(reading), deployment, offering, family)
      expect(observed.scenario.workload.producers.map(({ topic, batchBytes }) => [topic, batchBytes])).toEqual([
        ['clicks', 65_536],
        ['orders', 16_384],
      ])
    })
  })

  it('assumes Java’s clients, and says where another library was stated', () => {
    const observation = observationOf(readingOfScenario(scenarioSchema.parse(known)))
    const libraryOf = (...stated: ['librdkafka'] | []) => {
      const { scenario, provenance } = scenarioOf(observation, deployment, offering, ...stated)
      const { how } = provenance.find(({ field }) => field === 'workload.clientFamily') ?? {}
      return [scenario.workload.clientFamily, how]
    }
    expect(libraryOf()).toEqual(['java', 'assumed'])
    expect(libraryOf('librdkafka')).toEqual(['librdkafka', 'derived'])
  })

  it('has no consumer group for a topic that no group reads', () => {
    const truth = scenarioSchema.parse(known)
    const { scenario } = scenarioOf(observationOf(readingOfScenario(truth)), deployment, offering)
    expect(scenario.workload.consumerGroups.map(({ name, topic, members }) => [name, topic, members])).toEqual([
      ['billing', 'orders', 6],
      ['shipping', 'orders', 3],
      ['web', 'clicks', 12],
    ])
  })

  it('assumes a consumer group for a topic of unknown readers only if something is written to it', () => {
    const topics = [evenTopic, { ...evenTopic, name: 'idle', recordsPerSec: 0 }]
    const reading = { ...knownReading(topics), groups: null }
    const { scenario } = scenarioOf(observationOf(reading), deployment, offering)
    expect(scenario.workload.topics.map(({ name }) => name)).toEqual(['orders', 'idle'])
    expect(scenario.workload.consumerGroups.map(({ topic }) => topic)).toEqual(['orders'])
  })

  it('says why a cluster seems to have no traffic: its notes, and the brokers that did not answer', () => {
    const reading = knownReading([])
    const refusal = {
      ...{ api: 'ListOffsets', brokerId: 1, error: 'getaddrinfo ENOTFOUND kafka-0', neededAcl: null, isAway: true },
      unknown: 'Rates are unknown.',
    }
    const observation = observationOf({ ...reading, notes: ['No topic is visible.'], refusals: [refusal] })
    const failed = () => scenarioOf(observation, deployment, offering)
    expect(failed).toThrow('No topic has traffic')
    expect(failed).toThrowError(
      expect.objectContaining({
        problems: [
          { place: 'known', message: 'it states no rate above 0 for any topic' },
          { place: 'known', message: 'No topic is visible.' },
          { place: 'brokers', message: expect.stringContaining('Broker 1 could not be reached for ListOffsets') },
        ],
        remedy: expect.stringContaining('Read the cluster while clients write to it'),
      }),
    )
  })

  it('says first that the cluster refused, what and for want of which right, if the user may see no topic', () => {
    const refusalOf = (api: ObservedApiName, brokerId: number | null) => {
      const { right, unknown } = observedApi(api)
      const neededAcl = right === null ? null : rightText(right)
      return { api, brokerId, error: 'CLUSTER_AUTHORIZATION_FAILED', neededAcl, unknown }
    }
    const refusals = [
      refusalOf('DescribeConfigs of brokers', 1),
      refusalOf('DescribeConfigs of brokers', 2),
      refusalOf('ListPartitionReassignments', null),
      refusalOf('DescribeClientQuotas', null),
      // An old broker does not know it. No right would help.
      { ...refusalOf('DescribeProducers', null), error: 'unknown request', neededAcl: null },
    ]
    const observation = observationOf({ ...knownReading([]), notes: ['No topic is visible.'], refusals })
    expect(() => scenarioOf(observation, deployment, offering)).toThrowError(
      expect.objectContaining({
        message:
          'The cluster refused DescribeConfigs of brokers, DescribeClientQuotas (without the right Cluster: DESCRIBE_CONFIGS); ListPartitionReassignments (without the right Cluster: DESCRIBE). No topic is visible to this user, so there is no load to predict.',
        problems: expect.not.arrayContaining([{ place: 'known', message: 'it states no rate above 0 for any topic' }]),
        remedy: expect.stringContaining('headroom observe --acls'),
      }),
    )
  })

  it('says first that the offsets were refused if topics are visible and no rate is known', () => {
    const reading = knownReading([evenTopic])
    const topics = reading.topics.map((topic) => ({
      ...topic,
      partitions: topic.partitions.map((partition) => ({ ...partition, first: null, last: null })),
      written: [],
    }))
    const refusal = {
      ...{ api: 'ListOffsets', brokerId: null, error: 'TOPIC_AUTHORIZATION_FAILED', neededAcl: 'Topic: DESCRIBE' },
      ...{ unknown: 'Rates are unknown.', topics: ['orders'] },
    }
    const observation = observationOf({ ...reading, topics, refusals: [refusal] })
    expect(() => scenarioOf(observation, deployment, offering)).toThrow(
      'The cluster refused ListOffsets (without the right Topic: DESCRIBE). No rate of any topic is known, so',
    )
  })

  it('says that no rate is known, not that there is none, if a reading was stopped before its second snapshot', () => {
    const reading = knownReading([evenTopic])
    const topics = reading.topics.map((topic) => ({
      ...topic,
      partitions: topic.partitions.map((partition) => ({ ...partition, last: partition.first })),
      written: [],
    }))
    const stopped = { ...reading, topics, isComplete: false, endedEarlyBecause: 'The reading was stopped.' }
    const failed = () => scenarioOf(observationOf(stopped), deployment, offering)
    expect(failed).toThrow('No rate of any topic is known')
    expect(failed).toThrowError(
      expect.objectContaining({
        problems: [
          { place: 'known', message: expect.stringContaining('a rate needs two snapshots of the offsets') },
          { place: 'known', message: 'It ended early. The reading was stopped.' },
        ],
        remedy: expect.stringContaining('headroom observations resume'),
      }),
    )
  })
})
