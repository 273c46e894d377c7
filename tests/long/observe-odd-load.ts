/**
 * Topics as real clusters have them, and what is written to them before and while they are read.
 */
import { kafkajs } from '../integration/embedded-support.ts'

type Kafka = InstanceType<typeof kafkajs.Kafka>
type Messages = Parameters<ReturnType<Kafka['producer']>['send']>[0]['messages']

export const largeBytes = 6_000_000
export const dayMs = 86_400_000
export const committed = 40
export const aborted = 60
/** Each key is written so many times. */
const versions = 200
/** The broker that is killed. */
export const doomed = 3

const settings = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, value]) => ({ name, value }))

/** A topic of one partition with its only replica on this broker. */
function topicOn(broker: number, topic: string, configs: Readonly<Record<string, string>> = {}) {
  return { topic, replicaAssignment: [{ partition: 0, replicas: [broker] }], configEntries: settings(configs) }
}

const short = { 'segment.ms': '500', 'segment.bytes': '1048576' }
/** Each of the three partitions of orders is led by another broker. */
const ordersReplicas = [
  [1, 2, 3],
  [2, 3, 1],
  [3, 1, 2],
].map((replicas, partition) => ({ partition, replicas }))

/** One topic for each oddity. */
export const topics = [
  {
    topic: 'orders',
    replicaAssignment: ordersReplicas,
    configEntries: settings({ 'message.timestamp.type': 'LogAppendTime' }),
  },
  topicOn(doomed, 'leaderless'),
  topicOn(1, 'deleted'),
  topicOn(1, 'compacted', { ...short, 'cleanup.policy': 'compact', 'min.cleanable.dirty.ratio': '0.01' }),
  topicOn(1, 'transactions'),
  topicOn(2, 'large', { 'max.message.bytes': '20000000' }),
  topicOn(2, 'brief', { ...short, 'retention.ms': '1000' }),
  topicOn(2, 'future'),
  topicOn(1, 'replayed', { 'retention.ms': '-1' }),
  topicOn(2, 'idle'),
  topicOn(2, 'empty'),
]

/** Writes what is there before the cluster is read. */
export async function writeOnce(kafka: Kafka): Promise<void> {
  const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner })
  await producer.connect()
  const once = (topic: string, messages: Messages) => producer.send({ topic, messages })
  for (const topic of ['leaderless', 'deleted', 'idle']) await once(topic, [{ value: 'x' }])
  for (let version = 0; version < versions; version += 1) {
    await once(
      'compacted',
      ['a', 'b', 'c'].map((key) => ({ key, value: 'v'.repeat(200) })),
    )
  }
  for (let index = 0; index < 3; index += 1) await once('large', [{ value: Buffer.alloc(largeBytes, index + 1) }])
  const timestamp = String(Date.now() + 2 * dayMs)
  await once(
    'future',
    Array.from({ length: 50 }, () => ({ value: 'later', timestamp })),
  )
  await writeTransactions(kafka)
  await producer.disconnect()
}

async function writeTransactions(kafka: Kafka): Promise<void> {
  const createPartitioner = kafkajs.Partitioners.DefaultPartitioner
  const writer = kafka.producer({ createPartitioner, transactionalId: 'odd', maxInFlightRequests: 1 })
  await writer.connect()
  const ofLength = (length: number) => Array.from({ length }, () => ({ value: 'v' }))
  const kept = await writer.transaction()
  await kept.send({ topic: 'transactions', messages: ofLength(committed) })
  await kept.commit()
  const dropped = await writer.transaction()
  await dropped.send({ topic: 'transactions', messages: ofLength(aborted) })
  await dropped.abort()
  await writer.disconnect()
}

/** Records in a batch of the load. */
export const batchRecords = 20
/** What was acknowledged when, by topic. */
export const acknowledged = new Map<string, number[]>()

/** Writes to each partition by a client of its own, so that the loss of one leader does not hold up the others. */
export async function startLoad(kafka: Kafka) {
  const longAgo = String(Date.now() - 400 * dayMs)
  const targets = [
    ...ordersReplicas.map(({ partition }) => ({ topic: 'orders', partition })),
    { topic: 'brief', partition: 0 },
    { topic: 'replayed', partition: 0, timestamp: longAgo },
  ]
  let isOver = false
  const producers = await Promise.all(
    targets.map(async (target) => {
      const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner })
      await producer.connect()
      return { ...target, producer }
    }),
  )
  const writing = producers.map(async ({ topic, producer, ...fields }) => {
    const messages = Array.from({ length: batchRecords }, () => ({ ...fields, value: 'v'.repeat(500) }))
    const times = acknowledged.get(topic) ?? []
    acknowledged.set(topic, times)
    while (!isOver) {
      const isAcknowledged = await producer.send({ topic, messages }).then(
        () => true,
        () => false,
      )
      if (isAcknowledged) times.push(Date.now())
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await producer.disconnect()
  })
  return {
    async end() {
      isOver = true
      await Promise.all(writing)
    },
  }
}
