/**
 * 200 topics with 2,000 partitions under a known load, on a broker that wants TLS, a password and rights: read whole with
 * the rights that `observe --acls` prints, in the time and with the load on the broker that are promised.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kafkajs, until } from '../integration/embedded-support.ts'
import { aclsToGrant } from '../integration/observe-acls.ts'
import { password, type SecureBroker, startSecureBroker, user } from '../integration/secure-broker.ts'
import { headroomJson, makeWorkspace } from '../integration/validate-support.ts'
import { showFigures } from './figures.ts'

const topics = Array.from({ length: 200 }, (_, index) => `topic-${String(index).padStart(3, '0')}`)
const partitionsOfTopic = 10
const retentionMs = 7_200_000
const valueBytes = 500

// One record to every topic each 200 ms, a fifth of the topics at a time.
const turns = 5
const turnMs = 40
const warmUpMs = 20_000

/** Expected before the first reading, from the issue; the time has that of `--for` in it. */
const expected = { readingMs: 60_000, rate: 0.02, size: 0.03 }
const order = ['--for', '20s', '--sample', '10MB']

let broker: SecureBroker
let workspace: Awaited<ReturnType<typeof makeWorkspace>>
// What the command prints. The test reads only the fields that it needs.
let answer: ReturnType<typeof JSON.parse>
let tookMs: number
/** When each record of a topic was acknowledged. */
const acknowledged = new Map<string, number[]>(topics.map((topic) => [topic, []]))
const ending = new AbortController()
let writing: Promise<void>

async function write(kafka: InstanceType<typeof kafkajs.Kafka>): Promise<void> {
  const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner })
  await producer.connect()
  const value = 'v'.repeat(valueBytes)
  const startMs = Date.now()
  for (let turn = 0; !ending.signal.aborted; turn += 1) {
    const own = topics.filter((_, index) => index % turns === turn % turns)
    const partition = Math.floor(turn / turns) % partitionsOfTopic
    await producer.sendBatch({ topicMessages: own.map((topic) => ({ topic, messages: [{ value, partition }] })) })
    const atMs = Date.now()
    for (const topic of own) acknowledged.get(topic)?.push(atMs)
    const waitMs = startMs + (turn + 1) * turnMs - atMs
    if (waitMs > 0) await sleep(waitMs)
  }
  await producer.disconnect()
}

/** Brokers answer with the ends of the logs of all partitions. They take a while to make 2,000. */
async function haveLeaders(admin: ReturnType<InstanceType<typeof kafkajs.Kafka>['admin']>): Promise<boolean> {
  try {
    for (const topic of topics) await admin.fetchTopicOffsets(topic)
    return true
  } catch (error) {
    if (error instanceof kafkajs.KafkaJSError && error.retriable !== false) return false
    throw error
  }
}

beforeAll(async () => {
  ;[broker, workspace] = await Promise.all([
    startSecureBroker([
      'authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer',
      'super.users=User:ANONYMOUS',
      'log.index.size.max.bytes=1048576',
    ]),
    makeWorkspace(),
  ])
  const kafka = new kafkajs.Kafka({
    clientId: 'load',
    brokers: [broker.plainServer],
    logLevel: kafkajs.logLevel.NOTHING,
    requestTimeout: 120_000,
  })
  const admin = kafka.admin()
  await admin.connect()
  const configEntries = [{ name: 'retention.ms', value: String(retentionMs) }]
  const wanted = topics.map((topic) => ({ topic, numPartitions: partitionsOfTopic, configEntries }))
  await admin.createTopics({ topics: wanted, waitForLeaders: true, timeout: 120_000 })
  await admin.createAcls({ acl: aclsToGrant(user) })
  await until(() => haveLeaders(admin))
  await admin.disconnect()
  writing = write(kafka)
  await sleep(warmUpMs)
  const properties = join(workspace.path, 'client.properties')
  const login = `org.apache.kafka.common.security.scram.ScramLoginModule required username="${user}" password="${password}";`
  const lines = [
    `bootstrap.servers=${broker.secureServer}`,
    'security.protocol=SASL_SSL',
    'sasl.mechanism=SCRAM-SHA-512',
    `sasl.jaas.config=${login}`,
    'ssl.truststore.type=PEM',
    `ssl.truststore.location=${join(broker.folder, 'ca.pem')}`,
  ]
  writeFileSync(properties, `${lines.join('\n')}\n`)
  const { exitCode, value, err } = await headroomJson(workspace.path, ['observe', '--target', properties, ...order])
  expect(exitCode, err).toBe(0)
  answer = value
  const [{ span }] = value.observation.sources
  tookMs = span.toEpochMs - span.fromEpochMs
  showFigures('A reading of 2,000 partitions', {
    order: order.join(' '),
    tookMs,
    printed: err.trim().split('\n').at(-1),
  })
}, 400_000)

afterAll(async () => {
  ending.abort()
  await writing
  await broker?.stop()
  await workspace?.remove()
})

describe('a reading of 200 topics with 2,000 partitions on a broker with ACLs', () => {
  it('is whole, with nothing refused and nothing left to ask', () => {
    expect(answer.observation.openQuestions).toEqual([])
  })

  it('has every topic with its partitions, replicas and retention', () => {
    const shapes = answer.observation.topics
      .filter(({ isInternal }: { isInternal: boolean }) => !isInternal)
      .map(({ name, figures }: { name: string; figures: Record<string, { value: number }> }) => {
        return [name, figures.partitions?.value, figures.replicationFactor?.value, figures.retentionMs?.value]
      })
    expect(shapes.sort()).toEqual(topics.map((name) => [name, partitionsOfTopic, 1, retentionMs]))
  })

  it('has the rate of every topic within 2 %, and the size of its records within 3 %', () => {
    const misses = answer.observation.topics.flatMap(
      ({ name, figures }: { name: string; figures: ReturnType<typeof JSON.parse> }) => {
        const { value, span } = figures.averageRecordsInPerSec
        const counted = (acknowledged.get(name) ?? []).filter((at) => at > span.fromEpochMs && at <= span.toEpochMs)
        const rate = (counted.length * 1_000) / (span.toEpochMs - span.fromEpochMs)
        const isRight = Math.abs(value / rate - 1) <= expected.rate
        const isSize = Math.abs(figures.recordValueBytes?.value / valueBytes - 1) <= expected.size
        return isRight && isSize
          ? []
          : [`${name}: ${rate} known, ${value} observed; ${figures.recordValueBytes?.value} bytes`]
      },
    )
    expect(misses).toEqual([])
  })

  it('has the sum of the topics as the rate of the cluster', () => {
    const { topics: observed, cluster } = answer.observation
    const sum = observed.reduce(
      (total: number, { figures }: ReturnType<typeof JSON.parse>) =>
        total + (figures.averageRecordsInPerSec?.value ?? 0),
      0,
    )
    expect(Math.abs(cluster.averageRecordsInPerSec.value / sum - 1)).toBeLessThan(expected.rate)
  })
})
