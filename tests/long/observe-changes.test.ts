/** What may happen to a cluster and to the clock while the cluster is read. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { kafkajs } from '../integration/embedded-support.ts'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { callHeadroom, itInWorkspace } from '../integration/validate-support.ts'
import { withPreload } from './own-preload.ts'
import { writeConnection } from './owners-cluster.ts'

type Kafka = InstanceType<typeof kafkajs.Kafka>

let brokers: TestBrokers
let kafka: Kafka
beforeAll(async () => {
  brokers = await startTestBrokers({ brokers: 1 })
  const logLevel = kafkajs.logLevel.NOTHING
  kafka = new kafkajs.Kafka({ clientId: 'owner', brokers: [...brokers.bootstrapServers], logLevel })
})
afterAll(() => brokers?.stop())

/** Makes two topics with records of 200 bytes, and writes 1,000 of them a second to the first until the work is done. */
async function whileWriting<T>(prefix: string, work: (topics: readonly string[]) => Promise<T>): Promise<T> {
  const topics = [`${prefix}-stays`, `${prefix}-goes`]
  const admin = kafka.admin()
  await admin.connect()
  await admin.createTopics({ topics: topics.map((topic) => ({ topic, numPartitions: 2 })), waitForLeaders: true })
  await admin.disconnect()
  const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner })
  await producer.connect()
  const messages = Array.from({ length: 100 }, () => ({ value: 'v'.repeat(200) }))
  await producer.send({ topic: topics[1] ?? '', messages })
  let isEnding = false
  const startMs = performance.now()
  const writing = (async () => {
    for (let sent = 0; !isEnding; sent += 100) {
      await producer.send({ topic: topics[0] ?? '', messages })
      const waitMs = startMs + sent - performance.now()
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  })()
  try {
    return await work(topics)
  } finally {
    isEnding = true
    await writing
    await producer.disconnect()
  }
}

const firstLook = /\d+ requests,/

describe('a cluster that is read', () => {
  itInWorkspace(
    'while one of its topics is deleted is read to the end, with a note on that topic',
    async ({ workspace, expect }) => {
      const call = callHeadroom(workspace, [
        'observe',
        '--target',
        writeConnection(workspace, brokers.bootstrapServers),
        '--for',
        '10s',
        '--json',
      ])
      const end = await whileWriting('deleted', async ([, goes = '']) => {
        await call.says(firstLook)
        const admin = kafka.admin()
        await admin.connect()
        await admin.deleteTopics({ topics: [goes] })
        await admin.disconnect()
        return call.exited
      })
      const { observation } = JSON.parse(end.out)
      expect(end.exitCode, end.err).toBe(0)
      expect(observation.sources[0].notes.join(' ')).toMatch(/Deleted while the cluster was read.*deleted-goes/)
    },
  )

  itInWorkspace.for([
    ['forward', 3_600_000],
    ['back', -3_600_000],
  ] as const)(
    'while the clock of this machine is set an hour %s has the rates that it has',
    async ([way, aheadMs], { workspace, expect }) => {
      const folder = join(workspace, 'clock')
      mkdirSync(folder)
      const sign = join(folder, 'it-is-set')
      const before = withPreload(folder, 'tests/long/skewed-clock.c', {
        AHEAD_MS: `(${aheadMs}L)`,
        BEGINS_WHEN: JSON.stringify(sign),
      })
      const target = writeConnection(workspace, brokers.bootstrapServers)
      const end = await whileWriting(way, async () => {
        const call = callHeadroom(workspace, ['observe', '--target', target, '--for', '15s', '--json'], {}, before)
        await call.says(firstLook)
        writeFileSync(sign, '')
        return call.exited
      })
      expect(end.exitCode, end.err).toBe(0)
      const { observation } = JSON.parse(end.out)
      const stays = observation.topics.find(({ name }: { name: string }) => name === `${way}-stays`)
      expect(Math.abs(stays.figures.averageRecordsInPerSec.value / 1_000 - 1)).toBeLessThan(0.1)
    },
  )

  itInWorkspace.for([
    ['ahead of', 300_000, 'clock-behind'],
    ['behind', -300_000, 'clock-ahead'],
  ] as const)(
    'by a machine whose clock is five minutes %s the brokers’ has its rates, and a question that says so',
    async ([, aheadMs, id], { workspace, expect }) => {
      const folder = join(workspace, 'clock')
      mkdirSync(folder)
      const before = withPreload(folder, 'tests/long/skewed-clock.c', { AHEAD_MS: `(${aheadMs}L)` })
      const target = writeConnection(workspace, brokers.bootstrapServers)
      const end = await whileWriting(id, async () => {
        const call = callHeadroom(workspace, ['observe', '--target', target, '--for', '15s', '--json'], {}, before)
        return call.exited
      })
      expect(end.exitCode, end.err).toBe(0)
      const { observation } = JSON.parse(end.out)
      const stays = observation.topics.find(({ name }: { name: string }) => name === `${id}-stays`)
      expect(Math.abs(stays.figures.averageRecordsInPerSec.value / 1_000 - 1)).toBeLessThan(0.1)
      const question = observation.openQuestions.find((each: { id: string }) => each.id === id)
      // The newest timestamp is read some time after the first snapshot, and before the end.
      expect(question.text).toMatch(/differ by (?:4 min \d+ s|5 min) or more/)
    },
  )
})
