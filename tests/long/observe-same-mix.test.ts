/**
 * The way of a user who wants to try another cluster with the load of the one that runs: a known load is observed, its
 * scenario is validated on a second cluster, and that load is observed again. Both observations say the same.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScenarioInput } from '../../src/contracts/scenario.ts'
import { planRun } from '../../src/planning/plan-run.ts'
import { detectEmbeddedKafka } from '../../src/runner/embedded/availability.ts'
import { kafkaJarsPath } from '../../src/runner/embedded/runner-files.ts'
import { measure } from '../integration/measured-run.ts'
import { knownScenario, type Observed, observeByCommand } from '../integration/observe-known.ts'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { callHeadroom, makeWorkspace, rateLine } from '../integration/validate-support.ts'
import { showFigures } from './figures.ts'
import { differencesOf, figuresOf } from './observe-same-mix-figures.ts'
import { connectOwner, writeConnection } from './owners-cluster.ts'

/** What is written while clients start is no part of the mix: on a busy machine they send what is due at once. */
const warmUpMs = 15_000
/** The batches of the time before the first look are sampled. */
const sampledMs = 20_000
const mostLoadMs = 300_000
const reading = ['--for', '60s', '--sample', '15MB']
/** One broker, which needs no three replicas. */
const hosts = ['--offering', 'apache-kafka-on-hosts', '--tier', 'm5.large', '--size', '1']

interface KnownLoad {
  readonly topics: readonly string[]
  /** What a user states of the clients. */
  readonly family: readonly string[]
  /** Runs the load while the test observes it. */
  during(brokers: TestBrokers, observe: () => Promise<void>): Promise<void>
}

const topicOf = (name: string, partitions: number) => {
  return { name, partitions, replicationFactor: 1, retentionMs: 7_200_000 }
}

/** Skewed and even keys, headers, small and large records, three codecs and none, idempotent or not, one or two groups. */
const ownWorkload: ScenarioInput['workload'] = {
  clientFamily: 'librdkafka',
  topics: [topicOf('clicks', 6), topicOf('orders', 4), topicOf('documents', 3), topicOf('views', 4)],
  producers: [
    {
      ...{ name: 'clicks', topic: 'clicks', peakRecordsPerSec: 2_000, recordValueBytes: 120, recordKeyBytes: 12 },
      ...{ lingerMs: 20, compression: 'lz4', compressionRatio: 0.5 },
      keys: { kind: 'zipf', distinct: 500, exponent: 1.1 },
    },
    {
      ...{ name: 'orders', topic: 'orders', peakRecordsPerSec: 800, recordValueBytes: 800, recordKeyBytes: 20 },
      ...{ lingerMs: 50, compression: 'zstd', compressionRatio: 0.4, isIdempotent: true },
      headers: { count: 2, nameBytes: 8, valueBytes: 20 },
      keys: { kind: 'uniform', distinct: 10_000 },
    },
    {
      ...{ name: 'documents', topic: 'documents', peakRecordsPerSec: 60, recordValueBytes: 20_000, lingerMs: 0 },
      ...{ compression: 'gzip', compressionRatio: 0.3 },
    },
    { name: 'views', topic: 'views', peakRecordsPerSec: 1_000, recordValueBytes: 300, lingerMs: 50 },
  ],
  consumerGroups: [
    { name: 'clicks', topic: 'clicks', members: 3 },
    { name: 'counts', topic: 'clicks', members: 2 },
    { name: 'orders', topic: 'orders', members: 1 },
    { name: 'documents', topic: 'documents', members: 1 },
    { name: 'views', topic: 'views', members: 2 },
  ],
}

/**
 * Kafka's own Java clients, one a topic: records/s, codec and linger. Their partitioner chooses by chance after every 16,384 bytes
 * (27 records). At 1,200 records/s these are 2,650 choices in a reading, so that the share of a partition has a deviation of 0.8 points by
 * chance, which no validation repeats; at 600 it has 1.2. At 200 it had 2.1 of the 3 that are permitted.
 */
const javaTopics = [
  { name: 'plain', perSec: 1_200, codec: 'none', lingerMs: 50 },
  { name: 'packed', perSec: 1_200, codec: 'lz4', lingerMs: 100 },
  { name: 'prompt', perSec: 600, codec: 'zstd', lingerMs: 0 },
] as const

const loads: Readonly<Record<string, KnownLoad>> = {
  'of librdkafka': {
    topics: ownWorkload.topics.map(({ name }) => name),
    family: ['--client-family', 'librdkafka'],
    during: async (brokers, observe) => {
      const order = { runId: 'first', brokers: 1, durationMs: mostLoadMs, quotaWindowMs: 1_000 }
      const { plan } = planRun(knownScenario(ownWorkload), order)
      const where = { target: brokers.target, stateDirectory: join(brokers.folderPath, 'state') }
      const run = await measure(plan, where, async (load) => {
        await load.until(warmUpMs)
        await removeWritten(brokers)
        await sleep(sampledMs)
        await observe()
        load.stop()
      })
      expect(run.ended.reason).toBe('user-abort')
    },
  },
  'of Kafka’s own Java clients': {
    topics: javaTopics.map(({ name }) => name),
    family: [],
    during: async (brokers, observe) => {
      const admin = await connectOwner(brokers.bootstrapServers)
      const configEntries = [{ name: 'retention.ms', value: '7200000' }]
      const topics = javaTopics.map(({ name }) => ({ topic: name, numPartitions: 4, configEntries }))
      await admin.createTopics({ topics, waitForLeaders: true })
      await admin.disconnect()
      const clients = javaTopics.map((topic) => startJavaProducer(brokers, topic))
      try {
        await sleep(warmUpMs)
        await removeWritten(brokers)
        await sleep(sampledMs)
        await observe()
        // A client that has ended wrote nothing in a part of the time.
        expect(clients.map(({ exitCode }) => exitCode)).toEqual(clients.map(() => null))
      } finally {
        for (const client of clients) client.kill('SIGKILL')
        await Promise.all(clients.map((client) => client.exitCode ?? client.signalCode ?? once(client, 'exit')))
      }
    },
  },
}

function startJavaProducer(brokers: TestBrokers, { name, perSec, codec, lingerMs }: (typeof javaTopics)[number]) {
  const found = detectEmbeddedKafka()
  if (!found.isAvailable) throw new Error(found.reason)
  const tool = 'org.apache.kafka.tools.ProducerPerformance'
  const child: ChildProcess = spawn(
    found.javaPath,
    [
      ...['-Xmx128m', '-cp', `${kafkaJarsPath}/*`, tool, '--bootstrap-server', brokers.bootstrapServers.join(',')],
      ...['--topic', name, '--record-size', '600', '--throughput', String(perSec)],
      ...['--num-records', String((perSec * mostLoadMs) / 1_000)],
      ...['--command-property', 'acks=all', `linger.ms=${lingerMs}`, `compression.type=${codec}`, `client.id=${name}`],
    ],
    { stdio: 'ignore' },
  )
  brokers.watch(child.pid ?? 0)
  return child
}

/** Removes all records that were written until now. */
async function removeWritten(brokers: TestBrokers): Promise<void> {
  const admin = await connectOwner(brokers.bootstrapServers)
  for (const topic of (await admin.listTopics()).filter((name) => !name.startsWith('__'))) {
    await admin.deleteTopicRecords({ topic, partitions: await admin.fetchTopicOffsets(topic) })
  }
  await admin.disconnect()
}

/** Validates the scenario on a cluster, and observes that load. */
async function observeValidation(
  scenarioPath: string,
  on: { readonly workspace: string; readonly brokers: TestBrokers; readonly words: readonly string[] },
): Promise<Observed> {
  const target = writeConnection(on.workspace, on.brokers.bootstrapServers)
  const words = ['--target', target, '--duration', `${mostLoadMs / 1_000}s`, '--yes']
  const call = callHeadroom(on.workspace, ['validate', scenarioPath, ...words])
  try {
    await call.says(rateLine)
    await sleep(warmUpMs + sampledMs)
    const observed = await observeByCommand(on.workspace, on.brokers.bootstrapServers, on.words, hosts)
    expect(call.child.exitCode).toBeNull()
    return observed
  } finally {
    call.child.kill('SIGINT')
    await call.exited
  }
}

/**
 * What is known to differ, by topic. It fails when it no longer does.
 *
 * `prompt`: the cost of a batch in record-compression.ts was measured with batches of 16 KiB. A zstd batch of a single record of
 * 600 B costs about 32 B less, so a run's records compress to 0.63 instead of 0.68.
 */
const knownDifferences: Readonly<Record<string, readonly string[]>> = { prompt: ['compressionRatio'] }

describe.each(Object.entries(loads))('a load %s, observed and validated on another cluster', (name, load) => {
  let first: Observed
  let again: Observed
  const clusters: TestBrokers[] = []
  const workspaces: Awaited<ReturnType<typeof makeWorkspace>>[] = []

  beforeAll(async () => {
    workspaces.push(...(await Promise.all([makeWorkspace(), makeWorkspace()])))
    const [firstWorkspace = '', secondWorkspace = ''] = workspaces.map(({ path }) => path)
    const words = [...reading, ...load.family]
    const brokers = await startTestBrokers({ brokers: 1 })
    clusters.push(brokers)
    await load.during(brokers, async () => {
      first = await observeByCommand(firstWorkspace, brokers.bootstrapServers, words, hosts)
    })
    await brokers.stop()
    const second = await startTestBrokers({ brokers: 1 })
    clusters.push(second)
    // The clients of a validation are librdkafka's.
    const wordsOfAgain = [...reading, '--client-family', 'librdkafka']
    const scenarioPath = join(firstWorkspace, 'observed.headroom.json')
    again = await observeValidation(scenarioPath, { workspace: secondWorkspace, brokers: second, words: wordsOfAgain })
    const { peakRecordsPerSec } = first.scenario.workload.producers[0] ?? {}
    showFigures(`A load ${name}`, {
      peakRecordsPerSec,
      ...Object.fromEntries(load.topics.map((topic) => [topic, figuresOf(topic, first, again)])),
    })
  }, 900_000)

  afterAll(async () => {
    await Promise.all(clusters.map((brokers) => brokers.stop()))
    await Promise.all(workspaces.map((workspace) => workspace.remove()))
  })

  it.each(load.topics)('is the same in both observations: %s', (topic) => {
    const figures = figuresOf(topic, first, again)
    expect(figures.length).toBeGreaterThan(7)
    expect(differencesOf(figures)).toEqual(knownDifferences[topic] ?? [])
  })
})
