/**
 * A cluster with ACLs. The rights that `observe --acls` prints are enough to read it and allow nothing else. If one is missing,
 * the reading names it and contains everything else.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ClusterReading } from '../../src/contracts/cluster-reading.ts'
import { type ReadRight, rightsToGrant, rightText } from '../../src/contracts/observe-rights.ts'
import { kafkajs, until } from './embedded-support.ts'
import { aclOf } from './observe-acls.ts'
import { readCluster } from './observe-support.ts'
import { password, type SecureBroker, secureConnection, startSecureBroker, user } from './secure-broker.ts'

const rights = rightsToGrant(true)
const silent = kafkajs.logLevel.NOTHING

let broker: SecureBroker
let admin: ReturnType<InstanceType<typeof kafkajs.Kafka>['admin']>

beforeAll(async () => {
  // The plain entrance is open to the test; its topics would be created by a metadata request that allows it.
  broker = await startSecureBroker([
    'authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    'super.users=User:ANONYMOUS',
    'auto.create.topics.enable=true',
  ])
  const kafka = new kafkajs.Kafka({ clientId: 'setup', brokers: [broker.plainServer], logLevel: silent })
  admin = kafka.admin()
  await admin.connect()
  await admin.createTopics({ topics: [{ topic: 'orders', numPartitions: 2 }], waitForLeaders: true })
  const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner })
  await producer.connect()
  await producer.send({
    topic: 'orders',
    messages: Array.from({ length: 200 }, (_, key) => ({ key: `${key}`, value: 'x' })),
  })
  await producer.disconnect()
  await coordinatorHasLoaded()
  await readAndCommit(kafka)
  await grant(rights)
})

afterAll(async () => {
  await admin?.disconnect()
  await broker?.stop()
})

/**
 * The first question about a group makes the topic of the offsets. Until its coordinator has loaded, a consumer of kafkajs
 * crashes and starts again, and one on a busy machine never read anything afterwards.
 */
async function coordinatorHasLoaded(): Promise<void> {
  await until(async () => {
    const answer = await admin.describeGroups(['readers']).catch(() => undefined)
    // So it calls a group that it does not know; while it loads it answers without a state.
    return answer?.groups[0]?.state === 'Dead'
  })
}

/** A group that has read and committed all records, and has no members any more. */
async function readAndCommit(kafka: InstanceType<typeof kafkajs.Kafka>): Promise<void> {
  // A consumer leaves when its last fetch has been answered, which by default takes up to 5 s.
  const consumer = kafka.consumer({ groupId: 'readers', maxWaitTimeInMs: 200 })
  const crashes: string[] = []
  consumer.on(consumer.events.CRASH, ({ payload }) => crashes.push(String(payload.error)))
  await consumer.connect()
  await consumer.subscribe({ topic: 'orders', fromBeginning: true })
  // After a rebalance, a record may be delivered twice.
  const records = new Set<string>()
  await consumer.run({
    eachMessage: async ({ partition, message }) => {
      records.add(`${partition}:${message.offset}`)
    },
  })
  await until(() => records.size === 200 || crashes.length > 0)
  expect(crashes).toEqual([])
  // The consumer commits when it leaves the group.
  await consumer.disconnect()
}

function read(): Promise<ClusterReading> {
  const secrets = { 'test/kafka': password }
  return readCluster(secureConnection(broker), {
    stateDirectory: join(broker.folder, 'state'),
    secrets,
    bounds: { spanMs: 0 },
  })
}

/** Reads without some rights, and gives them back. */
async function readWithout(missing: readonly ReadRight[]): Promise<ClusterReading> {
  await admin.deleteAcls({ filters: missing.map((right) => aclOf(user, right)) })
  for (const right of missing) await until(async () => !(await isGranted(right)))
  try {
    return await read()
  } finally {
    await grant(missing)
  }
}

async function grant(given: readonly ReadRight[]): Promise<void> {
  await admin.createAcls({ acl: given.map((right) => aclOf(user, right)) })
  for (const right of given) await until(() => isGranted(right))
}

/** As the broker has it, which applies a moment later what the controller has confirmed. */
async function isGranted(right: ReadRight): Promise<boolean> {
  return (await admin.describeAcls(aclOf(user, right))).resources.length > 0
}

describe('a cluster with ACLs', () => {
  it('is read whole with the rights that are printed', async () => {
    const reading = await read()
    expect([reading.isComplete, reading.refusals]).toEqual([true, []])
    const orders = reading.topics.find(({ name }) => name === 'orders')
    expect(orders?.sample?.keys.distinctAtLeast).toBe(200)
    expect(orders?.configs?.['cleanup.policy']).toBe('delete')
    expect(orders?.replicaLogBytes).toBeGreaterThan(0)
    const [group] = reading.groups ?? []
    const committed = group?.committed?.[0]?.last.reduce<number>((sum, offset) => sum + (offset ?? 0), 0)
    expect([reading.groups?.length, group?.groupId, committed]).toEqual([1, 'readers', 200])
    expect(reading.quotas).toEqual([])
    expect(reading.brokers[0]?.configs?.['num.io.threads']).toBe('8')
    // Reading made nothing: no topic, no group.
    expect((await admin.listTopics()).filter((name) => !name.startsWith('__'))).toEqual(['orders'])
    expect((await admin.listGroups()).groups.map(({ groupId }) => groupId)).toEqual(['readers'])
    expect(JSON.stringify(reading)).not.toContain(password)
  })

  it('says that no topic is visible where none may be described', async () => {
    const visible = rights.filter(({ resource, operation }) => resource === 'Topic' && operation !== 'DESCRIBE_CONFIGS')
    const reading = await readWithout(visible)
    expect([reading.isComplete, reading.topics]).toEqual([true, []])
    expect(reading.notes.join()).toContain('the right Topic: DESCRIBE is missing')
  })

  it('lets the same user write nothing and join no group', async () => {
    const kafka = new kafkajs.Kafka({
      clientId: 'intruder',
      brokers: [broker.secureServer],
      ssl: { rejectUnauthorized: false },
      sasl: { mechanism: 'scram-sha-512', username: user, password },
      logLevel: silent,
      // A refusal is to come at once; a log-in may take as long as it does on a busy machine. By default it has 1 s.
      retry: { retries: 0 },
      connectionTimeout: 60_000,
    })
    const producer = kafka.producer({ createPartitioner: kafkajs.Partitioners.DefaultPartitioner })
    await producer.connect()
    await expect(producer.send({ topic: 'orders', messages: [{ value: 'x' }] })).rejects.toThrow(/authoriz/i)
    await producer.disconnect()
    const intruder = kafka.consumer({ groupId: 'readers' })
    const crashed = new Promise<string>((resolve) => {
      intruder.on(intruder.events.CRASH, ({ payload }) => resolve(payload.error.message))
    })
    await intruder.connect()
    await intruder.subscribe({ topic: 'orders' })
    const started = intruder.run({ eachMessage: async () => undefined }).then(
      () => crashed,
      (error: unknown) => String(error),
    )
    expect(await started).toMatch(/authoriz/i)
    await intruder.disconnect()
  })

  it.each(rights.map((right) => ({ text: rightText(right), right })))(
    'says which right is missing without $text, and reads the rest',
    async ({ text, right }) => {
      const reading = await readWithout([right])
      expect(reading.isComplete).toBe(true)
      expect(reading.topics.map(({ name }) => name)).toContain('orders')
      // The right to read a topic includes the one to describe it.
      const isImplied = text === 'Topic: DESCRIBE'
      expect([...new Set(reading.refusals.map(({ neededAcl }) => neededAcl))]).toEqual(isImplied ? [] : [text])
    },
  )
})
