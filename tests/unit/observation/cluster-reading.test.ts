import { describe, expect, it } from 'vitest'
import type { ClusterReading } from '../../../src/contracts/cluster-reading.ts'
import { openQuestion } from '../../../src/contracts/observation.ts'
import { valuesOf } from './fixture-facts.ts'
import { condensed } from './known-observation.ts'
import { historyOf, knownReading, ordersTopic as orders, startEpochMs } from './known-reading.ts'

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

  it('counts on turns of a partitioner, which are longer than small batches, where records have no keys', () => {
    const errorOf = (recordsPerBatch: number) => {
      const reading = knownReading([{ ...orders, recordsPerBatch }])
      return condensed(reading).facts.find(({ field }) => field === 'hottestPartitionShare')?.relativeError ?? 0
    }
    // A Java client stays with a partition for 16,384 bytes, which are 20.48 values of 800.
    expect(errorOf(1)).toBeCloseTo(errorOf(20), 3)
    expect(errorOf(80) / errorOf(1)).toBeCloseTo(Math.sqrt(80 / 20.48), 1)
  })

  it('has the sum of its topics as the rate of the cluster, whatever the number of snapshots', () => {
    const payments = { ...orders, name: 'payments', recordsPerSec: 10_000, groups: [] }
    const { facts } = condensed(knownReading([orders, payments]))
    const cluster = valuesOf(facts)
    expect(cluster).toMatchObject({ averageRecordsInPerSec: 40_000, peakMinuteRecordsInPerSec: 40_000 })
    const bytes = ['orders', 'payments'].map((topic) => Number(valuesOf(facts, { topic }).averageBytesInPerSec))
    expect(cluster.averageBytesInPerSec).toBeCloseTo((bytes[0] ?? 0) + (bytes[1] ?? 0), 3)
  })

  describe('sums the rates of topics that keep their records for different times', () => {
    const hour = 3_600_000
    const payments = { ...orders, name: 'payments', recordsPerSec: 10_000, groups: [] }
    const lastHour = Math.floor(startEpochMs / hour) * hour
    /** A history of so many hours at a rate. */
    const hoursOf = (hours: number, perSec: number) => ({
      hours: Array.from({ length: hours }, (_, index) => {
        const fromEpochMs = lastHour - (hours - index) * hour
        return { fromEpochMs, toEpochMs: fromEpochMs + hour, records: perSec * 3_600 }
      }),
      minutes: [],
      completeFromEpochMs: lastHour - hours * hour,
      largestTimestampEpochMs: startEpochMs,
    })
    const clusterOf = (histories: readonly (ReturnType<typeof hoursOf> | null)[]) => {
      const reading = knownReading([orders, payments])
      const topics = reading.topics.map((topic, index) => ({ ...topic, history: histories[index] ?? null }))
      return valuesOf(condensed({ ...reading, topics }).facts)
    }

    it('over the time at which all of them are known', () => {
      const cluster = clusterOf([hoursOf(4, 20_000), hoursOf(100, 8_000)])
      expect(cluster).toMatchObject({ averageRecordsInPerSec: 28_000, peakHourRecordsInPerSec: 28_000 })
    })

    it('over the time of the reading if the history of one of them is not known or doubted', () => {
      const expected = { averageRecordsInPerSec: 40_000, peakMinuteRecordsInPerSec: 40_000 }
      expect(clusterOf([hoursOf(100, 20_000), null])).toMatchObject(expected)
      const future = { ...hoursOf(100, 8_000), largestTimestampEpochMs: startEpochMs + 100 * hour }
      expect(clusterOf([hoursOf(100, 20_000), future])).toMatchObject(expected)
    })
  })

  it('has no bytes/s of the cluster where the size of the records of a large topic is not known', () => {
    const reading = knownReading([orders, { ...orders, name: 'payments', groups: [] }])
    const topics = reading.topics.map((topic, index) => (index === 0 ? topic : { ...topic, sample: null }))
    const cluster = valuesOf(condensed({ ...reading, topics }).facts)
    expect(cluster.averageRecordsInPerSec).toBe(60_000)
    expect(cluster.averageBytesInPerSec).toBeUndefined()
  })

  it('is less sure of a rate between two snapshots the longer the broker took to respond', () => {
    const [topic] = knownReading([orders]).topics
    const slowly = (topic?.partitions ?? []).map(({ first, last, ...partition }) => ({
      ...partition,
      first: first && { ...first, withinMs: 1_000 },
      last: last && { ...last, withinMs: 2_000 },
    }))
    const errorOf = (reading: ClusterReading) =>
      condensed(reading).facts.find((fact) => 'field' in fact && fact.field === 'averageRecordsInPerSec')?.relativeError
    expect(errorOf(changed({}))).toBeCloseTo(0.02, 10)
    // 3 s of the minute between the snapshots.
    expect(errorOf(changed({ partitions: slowly }))).toBeCloseTo(Math.hypot(0.02, 0.05), 10)
  })

  it('takes as many partitions of a topic as a reading may have', () => {
    const [topic] = knownReading([orders]).topics
    const [partition] = topic?.partitions ?? []
    if (partition === undefined) throw new Error('no partition')
    const partitions = Array.from({ length: 200_000 }, (_, index) => ({ ...partition, index }))
    const { facts } = condensed(changed({ partitions }))
    expect(valuesOf(facts, { topic: 'orders' })).toMatchObject({ partitions: 200_000, averageRecordsInPerSec: 30_000 })
  })

  it('weighs randomly hit batches by 1 / records if no other batches were read', () => {
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

  it('takes rates of the history, with busiest hour and minute, if timestamps are the times of writing', () => {
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
    ['old while records are written', startEpochMs - 86_400_000, 'time of an event'],
  ])('does not trust timestamps if the newest is %s', (_, newest, reason) => {
    const { facts, questions } = condensed(changed({ history: historyOf(newest) }))
    expect(questions.map(({ id, text }) => [id, text.includes(reason)])).toEqual([['event-time', true]])
    expect(valuesOf(facts, { topic: 'orders' }).averageRecordsInPerSec).toBe(30_000)
  })

  it('trusts the broker’s timestamps whatever the rates are', () => {
    const configs = { 'message.timestamp.type': 'LogAppendTime' }
    const { facts, questions } = condensed(changed({ configs, history: historyOf(startEpochMs + 3_600_000) }))
    expect(valuesOf(facts, { topic: 'orders' }).peakHourRecordsInPerSec).toBe(40_000)
    // They are not doubted, but the clocks differ.
    expect(questions.map(({ id }) => id)).toEqual(['clock-ahead'])
  })

  it('gives no peaks from the history of a compacted topic', () => {
    const configs = { 'cleanup.policy': 'compact' }
    const { facts } = condensed(changed({ configs, history: historyOf(startEpochMs - 1000) }))
    const past = facts.filter(({ span }) => (span?.fromEpochMs ?? 0) < startEpochMs)
    expect(Object.keys(valuesOf(past, { topic: 'orders' })).filter((field) => field.startsWith('peak'))).toEqual([])
  })

  it('says which topics have partitions without a leader, whose load is not seen', () => {
    const reading = knownReading([orders])
    const topics = reading.topics.map((topic) => ({
      ...topic,
      partitions: topic.partitions.map((each, index) =>
        index < 3 ? { ...each, leader: -1, first: null, last: null } : each,
      ),
    }))
    expect(condensed({ ...reading, topics }).questions).toEqual([
      {
        id: 'partitions-without-leader',
        text: '3 of 24 partitions had no leader and could not be read: orders (3).',
        effect: 'What clients write to them and read from them is missing: rates, sizes and lag are too low.',
      },
    ])
    const many = topics.flatMap((topic) =>
      Array.from({ length: 7 }, (_, index) => ({ ...topic, name: `orders-${index}` })),
    )
    expect(condensed({ ...reading, topics: many }).questions[0]?.text).toContain(
      '21 of 168 partitions had no leader and could not be read: orders-0 (3), orders-1 (3), orders-2 (3), orders-3 (3), orders-4 (3) and 2 other topics.',
    )
    expect(condensed(reading).questions).toEqual([])
  })

  it('asks for a broker that was away, not for a right', () => {
    const refusal = {
      ...{ api: 'ListOffsets', brokerId: 2, error: 'connect ECONNREFUSED 127.0.0.1:1', neededAcl: null },
      ...{ unknown: 'Rates are unknown.', isAway: true },
    }
    const refusals = [{ ...refusal, error: 'Not connected' }, refusal]
    expect(condensed({ ...knownReading([orders]), refusals }).questions).toEqual([
      {
        id: 'away-ListOffsets',
        text: 'Broker 2 could not be reached for ListOffsets at least once (connect ECONNREFUSED 127.0.0.1:1). Is it up, and can its address be reached from here?',
        effect: 'For what it led or coordinated then: Rates are unknown.',
      },
    ])
  })

  it('asks a question for each refused request, with the missing right and what stays unknown', () => {
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
      missingRight: { api: 'DescribeLogDirs', right: 'Cluster: DESCRIBE' },
    })
  })

  it('gives a refused request whose name has spaces an id without them, so that the observation is valid', () => {
    const refusal = {
      ...{ api: 'DescribeConfigs of brokers', brokerId: 1, error: 'CLUSTER_AUTHORIZATION_FAILED' },
      ...{ neededAcl: 'Cluster: DESCRIBE_CONFIGS', unknown: 'Settings of brokers are unknown.' },
    }
    const refusals = [refusal, { ...refusal, isAway: true as const }]
    const { questions } = condensed({ ...knownReading([orders]), refusals })
    const ids = questions.slice(0, 2).map(({ id }) => id)
    expect(ids).toEqual(['refused-DescribeConfigs-of-brokers', 'away-DescribeConfigs-of-brokers'])
    expect(questions.map((question) => openQuestion.parse(question))).toEqual(questions)
  })

  it('names the topics for which a request was refused, of many the first five', () => {
    const refusal = {
      ...{ api: 'Fetch', brokerId: null, error: 'TOPIC_AUTHORIZATION_FAILED', neededAcl: 'Topic: READ' },
      unknown: 'Sizes are unknown.',
    }
    const textOf = (topics: readonly string[]) =>
      condensed({ ...knownReading([orders]), refusals: [{ ...refusal, topics: [...topics] }] }).questions[0]?.text
    const right = '(TOPIC_AUTHORIZATION_FAILED). The right Topic: READ would allow it.'
    expect(textOf(['orders'])).toBe(`The cluster refused Fetch for orders ${right}`)
    expect(textOf(['a', 'b', 'c', 'd', 'e', 'f', 'g'])).toBe(
      `The cluster refused Fetch for a, b, c, d, e and 2 other topics ${right}`,
    )
  })

  it('takes the record size from log sizes if no batch was sampled', () => {
    const [topic] = knownReading([orders]).topics
    const partitions = (topic?.partitions ?? []).map((each) => ({
      ...each,
      // They are read after the first snapshot.
      leaderLogBytes: 500 * (each.first?.end ?? 0),
    }))
    const { facts } = condensed(changed({ sample: null, partitions }))
    expect(valuesOf(facts, { topic: 'orders' }).wireBytesPerRecord).toBe(500)
  })
})
