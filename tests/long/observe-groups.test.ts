/**
 * Consumption by two looks, records of mixed sizes, and a reading that is killed, on a real broker under a load of which
 * the test counts every record.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClusterReading } from '../../src/contracts/cluster-reading.ts'
import { createRandom } from '../../src/contracts/seeded-random.ts'
import { condenseReading } from '../../src/observation/cluster-reading/condense-reading.ts'
import { kafkajs, until } from '../integration/embedded-support.ts'
import { connectionOf, readCluster } from '../integration/observe-support.ts'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { callHeadroom, headroomJson, makeWorkspace } from '../integration/validate-support.ts'

type Kafka = InstanceType<typeof kafkajs.Kafka>

const liveTopic = 'live'
const groups = ['all-of-it', 'also-all-of-it']
const mixedTopics = Array.from({ length: 10 }, (_, index) => `mixed-${index}`)
const batchesOfTopic = 150
const recordsOfBatch = 20

let brokers: TestBrokers
let workspace: Awaited<ReturnType<typeof makeWorkspace>>
let kafka: Kafka
let isEnding = false
let writing: Promise<void>
const members: { disconnect(): Promise<void> }[] = []
/** Records that the members of each group processed, with the time of each batch. */
const processed = new Map<string, { readonly atMs: number; readonly records: number }[]>()
/** Mean size of the values of each topic, as written. */
const meanValueBytes = new Map<string, number>()

/** A topic whose values are log-normal about a size of its own: a few are many times as large as most. */
async function writeMixed(topic: string, seed: number): Promise<void> {
  const random = createRandom(seed)
  const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner })
  await producer.connect()
  const typical = 100 + 600 * random()
  let bytes = 0
  for (let batch = 0; batch < batchesOfTopic; batch += 1) {
    const messages = Array.from({ length: recordsOfBatch }, () => {
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
      const value = Buffer.alloc(Math.max(1, Math.min(20_000, Math.round(typical * Math.exp(normal)))), 'x')
      bytes += value.length
      return { value, partition: batch % 4 }
    })
    await producer.send({ topic, messages })
  }
  await producer.disconnect()
  meanValueBytes.set(topic, bytes / batchesOfTopic / recordsOfBatch)
}

/** Writes until the test ends: about 1,000 records/s. */
async function writeLive(): Promise<void> {
  const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner })
  await producer.connect()
  const startMs = Date.now()
  for (let sent = 0; !isEnding; sent += 50) {
    const messages = Array.from({ length: 50 }, (_, index) => ({ value: 'v'.repeat(200), partition: index % 4 }))
    await producer.send({ topic: liveTopic, messages })
    const waitMs = startMs + sent - Date.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
  await producer.disconnect()
}

/** A member that commits what it has processed at once. */
async function readAlong(groupId: string): Promise<void> {
  const consumer = kafka.consumer({ groupId })
  const seen: { atMs: number; records: number }[] = []
  processed.set(groupId, seen)
  await consumer.connect()
  await consumer.subscribe({ topic: liveTopic, fromBeginning: true })
  await consumer.run({
    autoCommitThreshold: 1,
    eachBatch: async ({ batch, resolveOffset, commitOffsetsIfNecessary }) => {
      resolveOffset(batch.lastOffset())
      await commitOffsetsIfNecessary()
      seen.push({ atMs: Date.now(), records: batch.messages.length })
    },
  })
  members.push(consumer)
  await until(() => seen.length > 0)
}

beforeAll(async () => {
  ;[brokers, workspace] = await Promise.all([startTestBrokers({ brokers: 1 }), makeWorkspace()])
  kafka = new kafkajs.Kafka({
    clientId: 'load',
    brokers: [...brokers.bootstrapServers],
    logLevel: kafkajs.logLevel.NOTHING,
  })
  const admin = kafka.admin()
  await admin.connect()
  const topics = [liveTopic, ...mixedTopics].map((topic) => ({ topic, numPartitions: 4 }))
  await admin.createTopics({ topics, waitForLeaders: true })
  await admin.disconnect()
  await Promise.all(mixedTopics.map((topic, index) => writeMixed(topic, index + 1)))
  writing = writeLive()
  await Promise.all(groups.map(readAlong))
})

afterAll(async () => {
  isEnding = true
  await writing
  await Promise.all(members.map((member) => member.disconnect()))
  await brokers?.stop()
  await workspace?.remove()
})

/** Figures of a reading by place. */
function factsOf(reading: ClusterReading) {
  return condenseReading(reading, { label: 'test', sha256: null }).facts
}

describe('a reading of a cluster whose clients count what they do', () => {
  it('has what each group reads within 2 % of what its members processed', async () => {
    const bounds = { spanMs: 10_000, sampleBytes: 0 }
    const reading = await readCluster(connectionOf(brokers.target), {
      stateDirectory: join(brokers.folderPath, 'read-groups'),
      bounds,
    })
    expect(reading.refusals).toEqual([])
    const facts = factsOf(reading)
    for (const group of groups) {
      const fact = facts.find((each) => each.of === 'read' && each.group === group && each.field === 'recordsOutPerSec')
      const span = fact?.span
      if (span === null || span === undefined) throw new Error(`no rate of ${group}`)
      const seconds = (span.toEpochMs - span.fromEpochMs) / 1_000
      const counted = (processed.get(group) ?? [])
        .filter(({ atMs }) => atMs > span.fromEpochMs && atMs <= span.toEpochMs)
        .reduce((sum, { records }) => sum + records, 0)
      expect(counted).toBeGreaterThan(1_000)
      expect(Math.abs(Number(fact?.value) / (counted / seconds) - 1), group).toBeLessThan(0.02)
    }
  })

  it('has an interval of the mean size that holds the true one in 9 of 10 topics of mixed sizes', async () => {
    const reading = await readCluster(connectionOf(brokers.target), {
      stateDirectory: join(brokers.folderPath, 'read-sizes'),
      bounds: { spanMs: 0, sampleBytes: 30_000_000 },
    })
    const facts = factsOf(reading)
    const errors = mixedTopics.map((topic) => {
      const fact = facts.find(
        (each) => each.of === 'topic' && each.topic === topic && each.field === 'recordValueBytes',
      )
      const truth = meanValueBytes.get(topic) ?? 0
      if (fact === undefined) throw new Error(`no size of ${topic}`)
      const stated = fact.of === 'topic' ? fact.relativeError : null
      return { off: Math.abs(truth / Number(fact.value) - 1), stated: stated ?? 0 }
    })
    // An interval of any width would hold it.
    for (const { stated } of errors) expect(stated).toBeLessThan(0.4)
    const held = errors.filter(({ off, stated }) => off <= stated)
    expect(held.length, JSON.stringify(errors)).toBeGreaterThanOrEqual(9)
  })

  it('keeps its parts where it is killed, and goes on from them', async () => {
    const properties = join(workspace.path, 'client.properties')
    await writeFile(properties, `bootstrap.servers=${brokers.bootstrapServers.join(',')}\n`)
    const words = ['observe', '--target', properties, '--for', '20s', '--sample', '2MB']
    const call = callHeadroom(workspace.path, words)
    // The first look after the first is over.
    await call.says(/\d+ requests,/)
    const killedAtMs = Date.now()
    call.child.kill('SIGKILL')
    await call.exited
    const { exitCode, value, err } = await headroomJson(workspace.path, ['observations', 'resume'])
    expect(exitCode, err).toBe(0)
    const [source] = value.observation.sources
    expect(source.notes).toEqual([])
    // The time of both attempts is one.
    expect(source.span.fromEpochMs).toBeLessThan(killedAtMs)
    expect(source.span.toEpochMs).toBeGreaterThan(killedAtMs)
    const live = value.observation.topics.find(({ name }: { name: string }) => name === liveTopic)
    expect(live.figures.averageRecordsInPerSec.span.fromEpochMs).toBeLessThan(killedAtMs)
    expect(Math.abs(live.figures.averageRecordsInPerSec.value / 1_000 - 1)).toBeLessThan(0.05)
    const again = await headroomJson(workspace.path, ['observations', 'resume'])
    expect([again.exitCode, again.value.error.code]).toEqual([2, 'OBSERVATION_NOT_FOUND'])
  })
})
