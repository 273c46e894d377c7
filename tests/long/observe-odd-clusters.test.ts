/**
 * A cluster with what real ones have: nothing at all, only Kafka's own topics, a broker that dies while it is read, a topic
 * that is deleted meanwhile, one without a leader, compaction, aborted transactions, records of megabytes, a retention of a
 * second, and timestamps that are not the times of writing. A rate of 0 is true everywhere, or said to be unknown.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClusterReading, ReadTopic } from '../../src/contracts/cluster-reading.ts'
import { condenseReading } from '../../src/observation/cluster-reading/condense-reading.ts'
import type { SourceReading } from '../../src/observation/source-reading.ts'
import { kafkajs } from '../integration/embedded-support.ts'
import { connectionOf, readCluster } from '../integration/observe-support.ts'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { headroomJson, makeWorkspace } from '../integration/validate-support.ts'
import { showFigures } from './figures.ts'
import {
  aborted,
  acknowledged,
  batchRecords,
  committed,
  dayMs,
  doomed,
  largeBytes,
  startLoad,
  topics,
  writeOnce,
} from './observe-odd-load.ts'
import { writeConnection } from './owners-cluster.ts'

type Kafka = InstanceType<typeof kafkajs.Kafka>

const bounds = { spanMs: 24_000, historyHours: 3, sampleBytes: 60_000_000 }
let brokers: TestBrokers
let workspace: Awaited<ReturnType<typeof makeWorkspace>>
let kafka: Kafka
let reading: ClusterReading
let condensed: SourceReading
/** The errors of `headroom observe` on a cluster without topics, and on one with Kafka's own alone. */
const without = { topics: '', usersTopics: '' }

beforeAll(async () => {
  ;[brokers, workspace] = await Promise.all([
    startTestBrokers({
      brokers: 3,
      properties: {
        'message.max.bytes': '20000000',
        'log.retention.check.interval.ms': '500',
        'log.cleaner.backoff.ms': '200',
        'log.message.timestamp.after.max.ms': `${100 * dayMs}`,
      },
    }),
    makeWorkspace(),
  ])
  kafka = new kafkajs.Kafka({ brokers: [...brokers.bootstrapServers], logLevel: kafkajs.logLevel.NOTHING })
  const admin = kafka.admin()
  await admin.connect()
  without.topics = await errorOfObserving()
  // Asking for a group's coordinator makes Kafka create its topic of offsets. The coordinator need not be ready.
  await admin.fetchOffsets({ groupId: 'nobody' }).catch(() => undefined)
  while ((await admin.listTopics()).length === 0) await new Promise((resolve) => setTimeout(resolve, 100))
  without.usersTopics = await errorOfObserving()

  await admin.createTopics({ waitForLeaders: true, topics })
  await writeOnce(kafka)
  const load = await startLoad(kafka)
  reading = await readCluster(connectionOf(brokers.target), {
    stateDirectory: join(brokers.folderPath, 'read'),
    bounds,
    async afterFirstSnapshot() {
      await admin.deleteTopics({ topics: ['deleted'] })
      await brokers.kill(doomed)
    },
  })
  await load.end()
  await admin.disconnect()
  condensed = condenseReading(reading, { label: 'odd', sha256: null })
  showFigures('Odd clusters', {
    without,
    said: said(),
    rates: topics.map(({ topic }) => [topic, rateOf(topic) ?? null]),
  })
})

afterAll(async () => {
  await brokers?.stop()
  await workspace?.remove()
})

async function errorOfObserving(): Promise<string> {
  const target = writeConnection(workspace.path, brokers.bootstrapServers)
  const { exitCode, value } = await headroomJson(workspace.path, ['observe', '--target', target, '--for', '2s'])
  return JSON.stringify({ exitCode, ...value })
}

function topicNamed(name: string): ReadTopic {
  const topic = reading.topics.find((each) => each.name === name)
  if (topic === undefined) throw new Error(`no topic ${name}`)
  return topic
}

function sampleOf(name: string) {
  const { sample } = topicNamed(name)
  if (sample === null) throw new Error(`no sample of ${name}`)
  return sample
}

function figureOf(topic: string, field: string): number | string | undefined {
  return condensed.facts.find((fact) => 'topic' in fact && fact.topic === topic && fact.field === field)?.value
}

const rateOf = (topic: string) => figureOf(topic, 'averageRecordsInPerSec')

/** Holds the rate of a topic of one partition to what its client counted between the snapshots. */
function expectRateAsAcknowledged(topic: string): void {
  const [{ first = null, last = null } = {}] = topicNamed(topic).partitions
  if (first === null || last === null) throw new Error(`${topic} was not seen`)
  const times = acknowledged.get(topic) ?? []
  const records = batchRecords * times.filter((at) => at > first.atEpochMs && at <= last.atEpochMs).length
  const seconds = (last.atEpochMs - first.atEpochMs) / 1_000
  // At either end a batch may be in the log that is not acknowledged yet.
  const mostOff = 0.1 * records + 2 * batchRecords
  expect(records).toBeGreaterThan(10 * batchRecords)
  expect(Math.abs(Number(rateOf(topic)) * seconds - records)).toBeLessThan(mostOff)
}

const said = () => [...condensed.source.notes, ...condensed.questions.map(({ text, effect }) => `${text} ${effect}`)]

const unseen = () => condensed.questions.find(({ id }) => id === 'partitions-not-seen-twice')?.text ?? ''

describe('a cluster without topics', () => {
  it('is refused with the reason that none is visible, and what may be missing', () => {
    expect(without.topics).toMatch(/"exitCode":2/)
    expect(without.topics).toMatch(/No topic is visible: there is none, or the right Topic: DESCRIBE is missing\./)
  })

  it('is distinguished from a cluster that has only Kafka’s internal topics', () => {
    expect(without.usersTopics).toMatch(/"exitCode":2/)
    expect(without.usersTopics).toMatch(/No topic is visible but those of Kafka itself: there is none/)
  })
})

describe('a cluster that has what real ones have', () => {
  it('is read to the end although a broker dies, and the broker is named', () => {
    expect(reading.isComplete).toBe(true)
    expect(said().join('\n')).toMatch(/Broker 3 could not be reached/)
    expect(said().join('\n')).not.toMatch(/^\s+at .*\.[jt]s:/m)
    expect(Number(rateOf('orders'))).toBeGreaterThan(0)
  })

  it.each(topics.map(({ topic }) => topic))('has a rate of 0 of %s only if its offsets did not move', (name) => {
    const rate = rateOf(name)
    const { partitions } = topicNamed(name)
    const isStill = partitions.every(({ first, last }) => {
      return first !== null && last !== null && last.atEpochMs > first.atEpochMs && first.end === last.end
    })
    if (rate === undefined) expect(unseen()).toContain(`${name} (`)
    else expect(Number(rate) === 0).toBe(isStill)
  })

  it('has topics to which nothing was written, with and without records, with the true rate 0', () => {
    expect([rateOf('idle'), rateOf('empty')]).toEqual([0, 0])
    expect(unseen()).not.toMatch(/idle|empty/)
    expect(figureOf('empty', 'partitions')).toBe(1)
    expect(sampleOf.bind(null, 'empty')).toThrow('no sample')
  })

  it('does not know the rate of a topic that lost its only leader, and says so', () => {
    expect(topicNamed('leaderless').partitions[0]?.first?.end).toBe(1)
    const rates = condensed.facts.filter((fact) => 'topic' in fact && fact.topic === 'leaderless')
    expect(rates.map(({ field }) => field).filter((field) => field.includes('PerSec'))).toEqual([])
    expect(unseen()).toMatch(/leaderless \(1\).*not seen twice/)
  })

  it('names the topic that was deleted meanwhile', () => {
    expect(said().join('\n')).toMatch(/Deleted while the cluster was read.*deleted/)
  })

  it('has batches of megabytes with their size', () => {
    expect(sampleOf('large').valueBytes).toMatchObject({ smallest: largeBytes, largest: largeBytes })
    expect(Number(figureOf('large', 'recordValueBytes'))).toBe(largeBytes)
  })

  it('counts the records of an aborted transaction as written, and its marker not', () => {
    const { hits, following, controlBatches, valueBytes } = sampleOf('transactions')
    expect(hits.records + following.records).toBe(committed + aborted)
    expect(valueBytes.count).toBe(committed + aborted)
    expect(controlBatches).toBe(2)
  })

  it('does not take what compaction left of batches for what was sent', () => {
    const { compactedBatches, hits, following } = sampleOf('compacted')
    expect(figureOf('compacted', 'peakHourRecordsInPerSec')).toBeUndefined()
    if (compactedBatches > (hits.batches + following.batches) / 2) {
      expect(figureOf('compacted', 'recordsPerBatch')).toBeUndefined()
    }
  })

  it('has the rate of a topic whose first offset moves on, and its sizes or a note that they are not known', () => {
    const { partitions, sample } = topicNamed('brief')
    const [partition] = partitions
    expect(partition?.last?.start).toBeGreaterThan(partition?.first?.start ?? Number.POSITIVE_INFINITY)
    expectRateAsAcknowledged('brief')
    if (sample === null) expect(said().join('\n')).toMatch(/record sizes of .*brief/)
    else expect(Number(figureOf('brief', 'recordValueBytes'))).toBe(500)
  })

  it('does not use the history of topics whose timestamps are not the times of writing, and says so', () => {
    expect(said().join('\n')).toMatch(/timestamps of future .*newest is in the future/)
    expect(said().join('\n')).toMatch(/timestamps of replayed .*newest timestamp is old/)
    for (const topic of ['future', 'replayed']) expect(figureOf(topic, 'peakHourRecordsInPerSec')).toBeUndefined()
    expectRateAsAcknowledged('replayed')
  })
})
