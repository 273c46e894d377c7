/**
 * Observing a cluster discloses nothing of what records contain, and with `--redact-names` no name either.
 */
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { filesWithCanary, hasCanary, secretOf, watchProcesses } from './canary-search.ts'
import { kafkajs } from './embedded-support.ts'
import { startTestBrokers, type TestBrokers } from './test-brokers.ts'
import { callHeadroom, headroomJson, makeWorkspace } from './validate-support.ts'

/** A text that every name in this test contains. */
const nameMark = `n4mebird${randomBytes(4).toString('hex')}`
const topic = `orders-${nameMark}`
const records = 400
/** Each codec compresses its share of the records. */
const codecs = [kafkajs.CompressionTypes.None, kafkajs.CompressionTypes.GZIP]

let brokers: TestBrokers
let workspace: Awaited<ReturnType<typeof makeWorkspace>>
let consumer: ReturnType<InstanceType<typeof kafkajs.Kafka>['consumer']>
let target: string

beforeAll(async () => {
  ;[brokers, workspace] = await Promise.all([startTestBrokers({ brokers: 1 }), makeWorkspace()])
  target = join(workspace.path, `client-${nameMark}.properties`)
  await writeFile(target, `bootstrap.servers=${brokers.bootstrapServers.join(',')}\n`)
  const logLevel = kafkajs.logLevel.NOTHING
  const kafka = new kafkajs.Kafka({ clientId: `app-${nameMark}`, brokers: [...brokers.bootstrapServers], logLevel })
  const admin = kafka.admin()
  await admin.connect()
  await admin.createTopics({ topics: [{ topic, numPartitions: 2 }], waitForLeaders: true })
  await admin.disconnect()
  const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner })
  await producer.connect()
  const messages = Array.from({ length: records / codecs.length }, (_, index) => ({
    key: `${secretOf('key')}-${index}`,
    value: secretOf('value'),
    headers: { [secretOf('header-name')]: secretOf('header-value') },
  }))
  for (const compression of codecs) await producer.send({ topic, compression, messages })
  consumer = kafka.consumer({ groupId: `billing-${nameMark}` })
  await consumer.connect()
  await consumer.subscribe({ topics: [topic], fromBeginning: true })
  let read = 0
  await new Promise<void>((resolve) => {
    void consumer.run({
      autoCommitThreshold: 1,
      eachMessage: async () => {
        read += 1
        if (read === records) resolve()
      },
    })
  })
  // Records are written between the snapshots, because the scenario needs a load.
  writing = setInterval(
    () => void producer.send({ topic, messages: messages.slice(0, 20) }).catch(() => undefined),
    200,
  )
})

let writing: NodeJS.Timeout | undefined

afterAll(async () => {
  clearInterval(writing)
  await consumer?.disconnect()
  await brokers?.stop()
  await workspace?.remove()
})

describe('observing a cluster', () => {
  it('reads what records contain, and writes it nowhere: workspace, scenario, report, output, processes', async () => {
    const watched = watchProcesses()
    const out = join(workspace.path, 'observed.headroom.json')
    const words = [
      'observe',
      '--target',
      target,
      '--for',
      '4s',
      '--out',
      out,
      '--report',
      join(workspace.path, 'report'),
    ]
    const { exitCode, value, err } = await headroomJson(workspace.path, words)
    expect(exitCode, err).toBe(0)
    const [observed] = value.observation.topics
    expect(observed.figures.recordValueBytes.value).toBe(secretOf('value').length)
    expect(observed.figures.keyedShare.value).toBe(1)
    expect(observed.figures.headersPerRecord.value).toBe(1)
    expect(hasCanary(JSON.stringify(value)) || hasCanary(err)).toBe(false)
    expect(filesWithCanary(workspace.path)).toEqual([])
    expect(watched.stop()).toEqual([])
  })

  it('lets no name out with --redact-names, and replaces a name by the same one everywhere', async () => {
    const folder = join(workspace.path, 'redacted')
    const out = join(workspace.path, 'redacted.headroom.json')
    const words = ['observe', '--target', target, '--for', '4s', '--redact-names', '--out', out, '--report', folder]
    const text = await callHeadroom(workspace.path, words).exited
    expect(text.exitCode, text.err).toBe(0)
    const shown = await callHeadroom(workspace.path, ['observations', 'show', 'last', '--redact-names', '--json'])
      .exited
    const files = [out, ...readdirSync(folder).map((name) => join(folder, name))]
    expect(files).toHaveLength(3)
    const texts = [text.out, shown.out, ...files.map((path) => readFileSync(path, 'utf8'))]
    for (const each of [...texts, text.err, shown.err, ...files]) expect(each).not.toContain(nameMark)
    for (const each of texts) expect(each).toMatch(/topic-1\b/)
    for (const each of texts) expect(each).toMatch(/group-1\b/)
  })

  it('finds the names where they are not replaced, so that the search can fail', async () => {
    const shown = await callHeadroom(workspace.path, ['observations', 'show', 'last', '--json']).exited
    for (const name of [topic, `billing-${nameMark}`]) expect(shown.out).toContain(name)
  })
})
