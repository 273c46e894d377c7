/**
 * The load that a reading is held to: a topic and a producer for each codec, a topic with event time and one with a
 * transaction, and a group of KIP-848.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ReadTopic } from '../../src/contracts/cluster-reading.ts'
import type { RunPlan } from '../../src/contracts/run-plan.ts'
import { scenario } from '../../src/contracts/scenario.ts'
import { planRun } from '../../src/planning/plan-run.ts'
import { kafkajs, until } from './embedded-support.ts'

export const runId = 'observed'
export const codecs = ['none', 'lz4', 'snappy', 'gzip', 'zstd'] as const
export const recordsPerSec = 1_000
export const valueBytes = 800
export const statedRatio = 0.4
/** The load goes on until the reading is done, however long that takes on a busy machine. */
export const mostLoadMs = 290_000
export const hourMs = 3_600_000
/** Records of a replayed topic in each of three hours of the past. */
export const replayed = [100, 200, 50] as const
/** Time of the latest of them: a minute past the last full hour but one, at the start of the test. */
export const latestReplayedMs = (Math.floor(Date.now() / hourMs) - 1) * hourMs + 60_000
export const allReplayed = 350

export type Kafka = InstanceType<typeof kafkajs.Kafka>

const jars = join(fileURLToPath(new URL('../..', import.meta.url)), 'src/runner/embedded/jars', '*')

/** One topic and producer a codec; the keys of one topic are skewed. */
export function knownPlan(): RunPlan {
  const value = scenario.parse({
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name: 'Known load',
    deployment: { offering: 'confluent-dedicated', size: 1 },
    workload: {
      topics: codecs.map((codec) => ({ name: codec, partitions: 4, replicationFactor: 1, retentionMs: 7_200_000 })),
      producers: codecs.map((codec) => ({
        name: codec,
        topic: codec,
        peakRecordsPerSec: recordsPerSec,
        recordValueBytes: valueBytes,
        recordKeyBytes: 20,
        headers: { count: 2, nameBytes: 8, valueBytes: 20 },
        lingerMs: 50,
        isIdempotent: codec === 'zstd',
        keys: codec === 'lz4' ? { kind: 'zipf', distinct: 1_000, exponent: 1.1 } : { kind: 'none' },
        compression: codec,
        ...(codec === 'none' ? {} : { compressionRatio: statedRatio }),
      })),
      consumerGroups: codecs.map((codec) => ({ name: codec, topic: codec, members: codec === 'none' ? 2 : 1 })),
    },
  })
  return planRun(value, { runId, brokers: 1, durationMs: mostLoadMs, quotaWindowMs: 1_000 }).plan
}

/** A group of the protocol of KIP-848. */
export function startModernConsumer(server: string): ChildProcess {
  const words = ['--bootstrap-server', server, '--topic', 'replayed', '--group', 'modern', '--from-beginning']
  const settings = ['group.protocol=consumer', 'client.id=modern-1', 'auto.commit.interval.ms=500']
  const properties = settings.flatMap((setting) => ['--command-property', setting])
  const tool = 'org.apache.kafka.tools.consumer.ConsoleConsumer'
  return spawn('java', ['-Xmx128m', '-cp', jars, tool, ...words, ...properties], { stdio: 'ignore' })
}

/** Resolves when the group of KIP-848 has read and committed all of its topic. */
export async function untilModernCommitted(kafka: Kafka): Promise<void> {
  const admin = kafka.admin()
  await admin.connect()
  await until(async () => {
    // A coordinator that still loads its groups, or was only just chosen, as after its start, refuses: not yet.
    const [topic] = await admin.fetchOffsets({ groupId: 'modern', topics: ['replayed'] }).catch((error: unknown) => {
      if (error instanceof kafkajs.KafkaJSProtocolError && error.retriable) return []
      throw error
    })
    return topic?.partitions.reduce((sum, { offset }) => sum + Math.max(0, Number(offset)), 0) === allReplayed
  })
  await admin.disconnect()
}

/** A topic with event time, a transaction that was committed, and nothing else. */
export async function writeOthers(kafka: Kafka): Promise<void> {
  const admin = kafka.admin()
  await admin.connect()
  // Otherwise the broker deletes what is older than an hour.
  const configEntries = [{ name: 'retention.ms', value: '604800000' }]
  const topics = ['replayed', 'transactions', 'idle'].map((topic) => ({ topic, numPartitions: 2, configEntries }))
  await admin.createTopics({ topics, waitForLeaders: true })
  await admin.disconnect()
  const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner })
  await producer.connect()
  for (const [index, records] of replayed.entries()) {
    const timestamp = String(latestReplayedMs - (replayed.length - 1 - index) * hourMs)
    const messages = Array.from({ length: records }, (_, key) => ({ key: String(key), value: 'x', timestamp }))
    await producer.send({ topic: 'replayed', messages })
  }
  await producer.disconnect()
  const writer = kafka.producer({
    transactionalId: 'observed',
    maxInFlightRequests: 1,
    createPartitioner: kafkajs.Partitioners.DefaultPartitioner,
  })
  await writer.connect()
  const transaction = await writer.transaction()
  await transaction.send({
    topic: 'transactions',
    messages: Array.from({ length: 10 }, () => ({ key: 'k', value: 'v' })),
  })
  await transaction.commit()
  await writer.disconnect()
}

/** Has the broker stamp records with the time at which it appends them. */
export async function stampOnAppend(kafka: Kafka, plan: RunPlan): Promise<void> {
  const admin = kafka.admin()
  await admin.connect()
  const resources = plan.topics.map(({ name, configs }) => ({
    type: kafkajs.ConfigResourceTypes.TOPIC,
    name,
    configEntries: Object.entries({ ...configs, 'message.timestamp.type': 'LogAppendTime' }).map(
      ([configName, value]) => ({ name: configName, value }),
    ),
  }))
  await admin.alterConfigs({ validateOnly: false, resources })
  await admin.disconnect()
}

/** Records that the broker appended to a partition between two looks, by their times. */
export type Appended = {
  /** From the latest moment at which the first look can have been to the earliest of the last one. */
  readonly fewest: number
  /** From the earliest moment of the first look to the latest of the last one. */
  readonly most: number
}

/** The broker appends a record some time after it stamped it, and stamps in whole milliseconds. */
const stampMs = 2

/** Of each partition of a topic. */
export async function appendedBetweenLooks(kafka: Kafka, topic: ReadTopic): Promise<readonly Appended[]> {
  const admin = kafka.admin()
  await admin.connect()
  const offsetAt = async (partition: number, atEpochMs: number) => {
    const found = await admin.fetchTopicOffsetsByTimestamp(topic.name, Math.round(atEpochMs))
    return Number(found.find((each) => each.partition === partition)?.offset)
  }
  const counts: Appended[] = []
  for (const { index, first, last } of topic.partitions) {
    if (first?.withinMs === undefined || last?.withinMs === undefined) throw new Error('a look has no time')
    const between = async (fromEpochMs: number, toEpochMs: number) =>
      (await offsetAt(index, toEpochMs)) - (await offsetAt(index, fromEpochMs))
    const [firstWithin, lastWithin] = [first.withinMs + stampMs, last.withinMs + stampMs]
    counts.push({
      fewest: await between(first.atEpochMs + firstWithin, last.atEpochMs - lastWithin),
      most: await between(first.atEpochMs - firstWithin, last.atEpochMs + lastWithin),
    })
  }
  await admin.disconnect()
  return counts
}
