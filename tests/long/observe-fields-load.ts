/**
 * The load that every field of an observation is held to: Kafka's own perf tools, Trogdor, and a client with skewed keys.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { detectEmbeddedKafka } from '../../src/runner/embedded/availability.ts'
import { kafkaJarsPath } from '../../src/runner/embedded/runner-files.ts'
import { kafkajs, until } from '../integration/embedded-support.ts'
import type { TestBrokers } from '../integration/test-brokers.ts'
import { trogdorTask } from './trogdor-support.ts'

const loadSec = 260
export const partitions = 4
export const [retentionMs, recordBytes] = [7_200_000, 600]

/** Topics that the perf tool writes, each with a client of its own. */
export const toolTopics = [
  { name: 'plain', codec: 'none', perSec: 400, isTransactional: false },
  { name: 'packed-lz4', codec: 'lz4', perSec: 400, isTransactional: false },
  { name: 'packed-zstd', codec: 'zstd', perSec: 400, isTransactional: false },
  { name: 'transactions', codec: 'none', perSec: 200, isTransactional: true },
] as const
/** A topic that Trogdor writes: each record has a key of its own. */
export const trogdor = { name: 'trogdor', perSec: 300, keyBytes: 16, valueBytes: 400 }
export const skewed = { name: 'skewed', perSec: 300, hotShare: 0.4, keys: 500 }

/** Groups of the perf tool, with the protocol of their members. */
export const groups = [
  { name: 'classic-group', topic: 'packed-lz4', members: 2, protocol: 'classic' },
  { name: 'kip-848-group', topic: 'packed-zstd', members: 1, protocol: 'consumer' },
  { name: 'share-group', topic: 'plain', members: 2, protocol: 'share' },
] as const

export type ToolTopic = (typeof toolTopics)[number]
export type ToolGroup = (typeof groups)[number]

/** The programs of the load. They end when they have written all, or with `stop`. */
export function programsOf(brokers: TestBrokers, folderPath: string) {
  const children: ChildProcess[] = []

  /** Starts a perf tool. */
  function startTool(mainClass: string, words: readonly string[]) {
    const servers = ['--bootstrap-server', brokers.bootstrapServers.join(',')]
    return startJava(['-cp', `${kafkaJarsPath}/*`, `org.apache.kafka.tools.${mainClass}`, ...servers, ...words])
  }

  /** Starts Java; what it prints is kept. */
  function startJava(words: readonly string[]) {
    const found = detectEmbeddedKafka()
    if (!found.isAvailable) throw new Error(found.reason)
    const child = spawn(found.javaPath, ['-Xmx128m', ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
    children.push(child)
    brokers.watch(child.pid ?? 0)
    let printed = ''
    const keep = (data: Buffer) => {
      printed += data.toString()
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const ended = once(child, 'exit').then(() => printed)
    return { child, ended }
  }

  /** Lines of one length whose content repeats as that of real records does. */
  function payloadFile(): string {
    const path = join(folderPath, 'payload.txt')
    const lines = Array.from({ length: 200 }, (_, index) => {
      const text = Array.from(
        { length: 30 },
        (__, part) => `"field${part}":"${(index * 7919 + part * 104_729) % 99_991}",`,
      )
      return text.join('').padEnd(recordBytes, '.').slice(0, recordBytes)
    })
    writeFileSync(path, `${lines.join('\n')}\n`)
    return path
  }

  function startProducer({ name, codec, perSec, isTransactional }: ToolTopic) {
    const settings = ['acks=all', 'linger.ms=50', 'batch.size=16384', `compression.type=${codec}`, `client.id=${name}`]
    const transaction = isTransactional ? ['--transactional-id', name, '--transaction-duration-ms', '500'] : []
    return startTool('ProducerPerformance', [
      ...['--topic', name, '--num-records', String(perSec * loadSec), '--throughput', String(perSec)],
      ...['--payload-file', payload, ...transaction],
      // One option with all settings: of several, this tool keeps the last.
      ...['--command-property', ...settings],
    ])
  }

  function startMember({ name, topic, protocol }: ToolGroup) {
    if (protocol === 'share') {
      // Members acknowledge what they got with the next poll.
      const words = ['--topic', topic, '--group', name, '--num-records', '100000000', '--timeout', '600000']
      return startTool('ShareConsumerPerformance', words)
    }
    const settings = [`group.protocol=${protocol}`, 'auto.commit.interval.ms=200', 'auto.offset.reset=latest']
    return startTool('ConsumerPerformance', [
      ...['--topic', topic, '--group', name, '--num-records', '100000000', '--timeout', '600000'],
      ...settings.flatMap((setting) => ['--command-property', setting]),
    ])
  }

  /** A producer of Trogdor, which sends one record in each hundredth of its rate. */
  function startTrogdor() {
    const words = trogdorTask(folderPath, {
      class: 'org.apache.kafka.trogdor.workload.ProduceBenchSpec',
      startMs: 0,
      durationMs: 600_000,
      producerNode: 'node0',
      bootstrapServers: brokers.bootstrapServers.join(','),
      targetMessagesPerSec: trogdor.perSec,
      maxMessages: trogdor.perSec * loadSec,
      keyGenerator: { type: 'sequential', size: trogdor.keyBytes, offset: 0 },
      valueGenerator: { type: 'uniformRandom', size: trogdor.valueBytes, seed: 1, padding: 0 },
      producerConf: { 'linger.ms': '50' },
      activeTopics: { [trogdor.name]: { numPartitions: partitions, replicationFactor: 1, configs: {} } },
      useConfiguredPartitioner: true,
      skipFlush: true,
    })
    return startJava(words)
  }

  /** What Kafka's own tool says of log files, one line a batch. */
  function dumpLogs(paths: readonly string[]): Promise<string> {
    const tool = 'org.apache.kafka.tools.DumpLogSegments'
    return startJava(['-cp', `${kafkaJarsPath}/*`, tool, '--files', paths.join(',')]).ended
  }

  const payload = payloadFile()
  const stop = () => {
    for (const child of children) child.kill('SIGKILL')
  }
  return { startProducer, startMember, startTrogdor, dumpLogs, stop }
}

/** Records/s that a tool says it sent, of its whole run. */
export function sentPerSec(printed: string): number {
  const summary = [...printed.matchAll(/records sent, ([\d.]+) records\/sec/g)].at(-1)
  return Number(summary?.[1])
}

/** Records/s of Trogdor, which keeps its rate if it has sent all its records; it prints no rate. */
export function trogdorPerSec(printed: string): number {
  const sent = Number(/"totalSent"\s*:\s*(\d+)/.exec(printed)?.[1])
  if (sent !== trogdor.perSec * loadSec) throw new Error(`Trogdor sent ${sent} records: ${printed.slice(-2_000)}`)
  return trogdor.perSec
}

type Admin = ReturnType<InstanceType<typeof kafkajs.Kafka>['admin']>

/** First offset of each partition, by topic and partition as Kafka names their folders. */
export type LogStarts = Map<string, number>

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Waits until every client writes or reads, and removes what was written until then: clients that start on a busy machine
 * write what is due at once, in batches that they never make again. Returns where the logs start now.
 */
export async function untilSteady(admin: Admin): Promise<LogStarts> {
  const ends = async (topic: string) => admin.fetchTopicOffsets(topic)
  const topics = [...toolTopics, trogdor, skewed]
  for (const { name, perSec } of topics) {
    await until(async () => (await ends(name)).reduce((sum, { offset }) => sum + Number(offset), 0) > 5 * perSec)
  }
  for (const group of groups) await until(() => hasBegun(admin, group))
  await sleep(10_000)
  const starts: LogStarts = new Map()
  for (const { name } of topics) {
    const partitionsOfTopic = (await ends(name)).map(({ partition, offset }) => ({ partition, offset }))
    await admin.deleteTopicRecords({ topic: name, partitions: partitionsOfTopic })
    for (const { partition, offset } of partitionsOfTopic) starts.set(`${name}-${partition}`, Number(offset))
  }
  await sleep(20_000)
  return starts
}

/** True once a group has committed. The requests of kafkajs do not know share groups, so that those only have to exist. */
async function hasBegun(admin: Admin, { name, topic, protocol }: ToolGroup): Promise<boolean> {
  if (protocol !== 'share') return hasCommitted(admin, name, topic)
  return (await admin.listGroups()).groups.some(({ groupId }) => groupId === name)
}

async function hasCommitted(admin: Admin, groupId: string, topic: string): Promise<boolean> {
  const fetched = await admin.fetchOffsets({ groupId, topics: [topic] }).catch((error: unknown) => {
    if (error instanceof kafkajs.KafkaJSProtocolError && error.retriable) return []
    throw error
  })
  return fetched.some(({ partitions: own }) => own.some(({ offset }) => Number(offset) > 0))
}

/** Writes keys of which one gets 40 % of the records, until the signal. Returns records/s, which its schedule keeps. */
export async function writeSkewed(kafka: InstanceType<typeof kafkajs.Kafka>, signal: AbortSignal): Promise<number> {
  const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner })
  await producer.connect()
  const startMs = Date.now()
  let sent = 0
  while (!signal.aborted) {
    const messages = Array.from({ length: 30 }, (_, index) => {
      const isHot = index < 30 * skewed.hotShare
      return { key: isHot ? 'hot' : `key-${(sent + index) % skewed.keys}`, value: 'v'.repeat(300) }
    })
    await producer.send({ topic: skewed.name, messages })
    sent += messages.length
    const waitMs = startMs + (sent * 1_000) / skewed.perSec - Date.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
  }
  const due = ((Date.now() - startMs) * skewed.perSec) / 1_000
  await producer.disconnect()
  if (sent < 0.99 * due) throw new Error(`The client of skewed keys fell behind: ${sent} of ${due} records sent.`)
  return skewed.perSec
}
