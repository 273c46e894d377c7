import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Connection } from '../../src/contracts/connection.ts'
import type { RunPlan } from '../../src/contracts/run-plan.ts'
import type { Target } from '../../src/contracts/target.ts'
import { openConnectionText } from '../../src/workbench/connections/connection-file.ts'
import { kafkajs } from './embedded-support.ts'
import { groupSums, modestPlan, producerSums, smallPlan, TestController } from './runner-controller.ts'
import { keyPassword, password, type SecureBroker, secureConnection, startSecureBroker, user } from './secure-broker.ts'
import { headroomJson } from './validate-support.ts'

let broker: SecureBroker
let controller: TestController

beforeAll(async () => {
  broker = await startSecureBroker()
})

afterAll(() => broker?.stop())

beforeEach(() => {
  controller = new TestController(join(broker.folder, 'state'))
})

afterEach(() => controller.disconnect())

function secure(change: Partial<Connection> = {}): Target {
  const sasl = { mechanism: 'PLAIN', username: user, passwordSecret: 'test/kafka' } as const
  return { kind: 'connection', connection: secureConnection(broker, { sasl, ...change }) }
}

/** The listener of the same cluster that requires a client certificate. */
function mutual(tls: NonNullable<Connection['tls']>): Target {
  const connection = { kind: 'headroom.connection', schemaVersion: 1, name: 'Mutual test cluster' } as const
  return { kind: 'connection', connection: { ...connection, bootstrapServers: [broker.mutualServer], tls } }
}

/** Prepares a run and waits for its end. @returns the code of the error, and the checks of the preflight */
async function refusal(target: Target, secret = password) {
  await controller.greet()
  controller.prepare(modestPlan({ runId: `refused${Math.floor(performance.now())}` }), target, { 'test/kafka': secret })
  await controller.first('ended')
  const failedChecks = controller
    .all('preflight')
    .flatMap(({ preflight }) => preflight.checks.filter(({ state }) => state === 'failed'))
  return { code: controller.all('error')[0]?.error.code, failedChecks }
}

describe('a cluster that requires TLS and authentication', () => {
  test.each(['PLAIN', 'SCRAM-SHA-512'] as const)(
    'is run against by %s, and the secret is seen nowhere',
    async (mechanism) => {
      // Few enough for the client's queue to hold all of them, however long a broker that has just started takes for a log-in.
      const plan = smallPlan({ runId: `secure-${mechanism}`, recordsPerSec: 300, durationMs: 3_000, groups: 1 })
      await controller.greet()
      const sasl = { mechanism, username: user, passwordSecret: 'test/kafka' }
      controller.prepare(plan, secure({ sasl }), { 'test/kafka': password })
      await controller.first('ready')
      const lease = readFileSync(join(broker.folder, 'state', `${plan.runId}.lease.json`), 'utf8')
      controller.send({ type: 'start', atEpochMs: Date.now() + 200 })
      const ended = await controller.first('ended')
      expect([ended.reason, ended.cleanUp.leftovers]).toEqual(['plan-complete', []])
      const { acked } = producerSums(controller.samples)
      expect(acked).toBe(900)
      expect(groupSums(controller.samples, plan.consumerGroups[0]?.groupId ?? '').records).toBe(acked)
      expect(`${JSON.stringify(controller.received)}${controller.stderr}${lease}`).not.toContain(password)
    },
  )

  test('is run against by a client certificate, its key under a password that is seen nowhere', async () => {
    const tls = { caFile: join(broker.folder, 'ca.pem'), keyPasswordSecret: 'test/key' }
    const files = { certificateFile: join(broker.folder, 'client.pem'), keyFile: join(broker.folder, 'client-key.pem') }
    const target = mutual({ ...tls, ...files })
    const plan = smallPlan({ runId: 'mutual', recordsPerSec: 100, durationMs: 3_000, groups: 1 })
    await controller.greet()
    controller.prepare(plan, target, { 'test/key': keyPassword })
    await controller.first('ready')
    controller.send({ type: 'start', atEpochMs: Date.now() + 200 })
    const ended = await controller.first('ended')
    expect([ended.reason, ended.cleanUp.leftovers]).toEqual(['plan-complete', []])
    expect(producerSums(controller.samples).acked).toBe(300)
    expect(groupSums(controller.samples, plan.consumerGroups[0]?.groupId ?? '').records).toBe(300)
    expect(`${JSON.stringify(controller.received)}${controller.stderr}`).not.toContain(keyPassword)
  })

  test('refuses a client without a certificate, and a check says so', async () => {
    const { code, failedChecks } = await refusal(mutual({ caFile: join(broker.folder, 'ca.pem') }))
    expect(code).toBeDefined()
    expect(failedChecks.length).toBeGreaterThan(0)
    expect(failedChecks.every(({ remedy }) => remedy !== null)).toBe(true)
  })

  test('is run against from a Java client configuration, whose secret is kept nowhere', async () => {
    const path = join(broker.folder, 'client.properties')
    writeFileSync(
      path,
      `# As a console gives it
bootstrap.servers=${broker.secureServer}
security.protocol=SASL_SSL
sasl.mechanism=PLAIN
sasl.jaas.config=org.apache.kafka.common.security.plain.PlainLoginModule required \\
  username="${user}" password="${password}";
ssl.truststore.type=PEM
ssl.truststore.location=ca.pem
client.dns.lookup=use_all_dns_ips
`,
    )
    const workspace = join(broker.folder, 'workspace')
    const load = ['--set', 'workload.producers.0.peakRecordsPerSec=500', '--set', 'workload.topics.0.partitions=4']
    const copies = ['--set', 'workload.topics.0.replicationFactor=1', '--duration', '4s']
    const words = ['validate', 'examples/first.headroom.json', '--target', path, '--yes', ...load, ...copies]
    const { value, err } = await headroomJson(workspace, words)
    expect(value).toMatchObject({
      status: 'complete',
      target: { label: broker.secureServer },
      accounting: { isClosed: true },
    })
    expect(value.accounting.ackedRecords).toBe(2_000)
    expect(err).toContain('It is not stored')
    expect(err).toContain('client.dns.lookup')
    const kept = readdirSync(workspace, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    expect(kept.length).toBeGreaterThan(0)
    expect([JSON.stringify(value), err, ...kept].filter((text) => text.includes(password))).toEqual([])
  })

  test('passes its checks with a pasted librdkafka configuration by SCRAM', async () => {
    const { connection, secrets } = openConnectionText(`bootstrap.servers=${broker.secureServer}
security.protocol=sasl_ssl
sasl.mechanisms=SCRAM-SHA-512
sasl.username=${user}
sasl.password=${password}
ssl.ca.location=${join(broker.folder, 'ca.pem')}`)
    await controller.greet()
    controller.prepare(modestPlan({ runId: 'pasted' }), { kind: 'connection', connection }, secrets)
    await controller.first('ready')
    expect(controller.all('preflight')[0]?.preflight.isPassed).toBe(true)
    controller.send({ type: 'stop', mode: 'abort' })
    await controller.first('ended')
  })

  test('refuses a wrong password: said as that', async () => {
    const wrong = 'wrong-password-19c2'
    const { code, failedChecks } = await refusal(secure(), wrong)
    expect([code, failedChecks.map(({ id }) => id)]).toEqual(['AUTHENTICATION_FAILED', ['authentication']])
    expect(JSON.stringify(controller.received)).not.toContain(wrong)
  })

  test('refuses a wrong password by SCRAM', async () => {
    const sasl = { mechanism: 'SCRAM-SHA-512' as const, username: user, passwordSecret: 'test/kafka' }
    expect((await refusal(secure({ sasl }), 'wrong')).code).toBe('AUTHENTICATION_FAILED')
  })

  test('is not trusted without its authority, and the TLS check says so', async () => {
    const { code, failedChecks } = await refusal(secure({ tls: {} }))
    expect([code, failedChecks.map(({ id }) => id)]).toEqual(['CLUSTER_UNREACHABLE', ['tls']])
    expect(failedChecks[0]?.remedy).toContain('caFile')
  })

  test('is also checked by the load’s client, which trusts other authorities than Node', async () => {
    controller.disconnect()
    process.env.NODE_EXTRA_CA_CERTS = join(broker.folder, 'ca.pem')
    controller = new TestController(join(broker.folder, 'state'))
    delete process.env.NODE_EXTRA_CA_CERTS
    const { code, failedChecks } = await refusal(secure({ tls: {} }))
    expect([code, failedChecks.map(({ id }) => id)]).toEqual(['CLUSTER_UNREACHABLE', ['round-trip']])
    expect(failedChecks[0]?.detail).toContain('certificate verify failed')
    expect(failedChecks[0]?.remedy).toContain('ssl.ca.location')
  })

  test('names an authority file that is missing', async () => {
    const { failedChecks } = await refusal(secure({ tls: { caFile: join(broker.folder, 'nowhere.pem') } }))
    expect(failedChecks[0]?.detail).toContain('nowhere.pem')
  })

  test('does not speak TLS on its plain port', async () => {
    const { code, failedChecks } = await refusal(secure({ bootstrapServers: [broker.plainServer] }))
    expect([code, failedChecks.map(({ id }) => id)]).toEqual(['CLUSTER_UNREACHABLE', ['tls']])
  })

  test('closes connections without TLS, and the remedy says so', async () => {
    const target = secure()
    if (target.kind !== 'connection') throw new Error('no connection')
    const { tls, sasl, ...open } = target.connection
    const { code, failedChecks } = await refusal({ kind: 'connection', connection: open })
    expect([code, failedChecks.map(({ id }) => id)]).toEqual(['CLUSTER_UNREACHABLE', ['authentication']])
    expect(failedChecks[0]?.remedy).toContain('TLS')
  })
})

describe('existing topics', () => {
  const here = (): Target => ({
    kind: 'connection',
    connection: {
      kind: 'headroom.connection',
      schemaVersion: 1,
      name: 'Test cluster',
      bootstrapServers: [broker.plainServer],
    },
  })
  const kafka = () =>
    new kafkajs.Kafka({ clientId: 'test', brokers: [broker.plainServer], logLevel: kafkajs.logLevel.NOTHING })
  const foreignRecords = 30

  /** A plan on topics of the user's. */
  function existingPlan(runId: string, topic: string, partitions: number): RunPlan {
    const plan = smallPlan({ runId, partitions, groups: 1, members: 1, recordsPerSec: 1_000, durationMs: 3_000 })
    return {
      ...plan,
      topics: [{ name: topic, isExisting: true, partitions, replicationFactor: 1, configs: {} }],
      producers: plan.producers.map((producer) => ({ ...producer, topic })),
      consumerGroups: plan.consumerGroups.map((group) => ({ ...group, topic })),
    }
  }

  async function withAdmin<T>(work: (admin: ReturnType<ReturnType<typeof kafka>['admin']>) => Promise<T>): Promise<T> {
    const admin = kafka().admin()
    await admin.connect()
    return work(admin).finally(() => admin.disconnect())
  }

  const recordsIn = (topic: string) =>
    withAdmin(async (admin) =>
      (await admin.fetchTopicOffsets(topic)).reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0),
    )

  beforeAll(async () => {
    const configEntries = [{ name: 'retention.ms', value: '7654321' }]
    await withAdmin((admin) => admin.createTopics({ topics: [{ topic: 'orders', numPartitions: 3, configEntries }] }))
    // The producer is idempotent, so that a request that is repeated on a busy machine does not write its records twice.
    const producer = kafka().producer({ idempotent: true, maxInFlightRequests: 1 })
    await producer.connect()
    const messages = Array.from({ length: foreignRecords }, (_, at) => ({ value: `a record of somebody else ${at}` }))
    await producer.send({ topic: 'orders', messages })
    await producer.disconnect()
  })

  test('are written to and read from their end, and are not altered', async () => {
    const { reason, cleanUp } = await controller.runToEnd(existingPlan('existing', 'orders', 3), here())
    expect(reason).toBe('plan-complete')
    expect(cleanUp).toEqual({ deletedTopics: [], deletedGroups: ['headroom-existing-readers-1'], leftovers: [] })
    const check = controller.all('preflight')[0]?.preflight.checks.find(({ id }) => id === 'topics')
    expect(check?.detail).toContain('orders, 3 partitions, 1 replica, 30 records')
    const { acked } = producerSums(controller.samples)
    expect(acked).toBeGreaterThan(0)
    expect(groupSums(controller.samples, 'headroom-existing-readers-1')).toMatchObject({
      records: acked,
      duplicates: 0,
    })
    const errors = controller.samples.flatMap(({ consumers }) => consumers.map((group) => group.errors))
    expect(Object.assign({}, ...errors)).toEqual({})
    expect(await recordsIn('orders')).toBe(foreignRecords + acked)
    const { resources } = await withAdmin((admin) =>
      admin.describeConfigs({
        includeSynonyms: false,
        resources: [{ type: kafkajs.ConfigResourceTypes.TOPIC, name: 'orders', configNames: ['retention.ms'] }],
      }),
    )
    expect(resources[0]?.configEntries[0]?.configValue).toBe('7654321')
  })

  test.each([
    [
      'other partitions',
      'orders',
      4,
      'orders has 3 partitions, but the scenario says 4.',
      'set workload.topics.0.partitions=3',
    ],
    ['no such topic', 'not-there', 3, 'There is no topic not-there.', 'Correct workload.topics.0.name'],
  ])('are refused before anything is written: %s', async (_what, topic, partitions, detail, remedy) => {
    const before = await recordsIn('orders')
    await controller.greet()
    controller.prepare(existingPlan('unlike', topic, partitions), here())
    await controller.first('ended')
    const check = controller.all('preflight')[0]?.preflight.checks.find(({ id }) => id === 'topics')
    expect([check?.state, check?.detail]).toEqual(['failed', detail])
    expect(check?.remedy).toContain(remedy)
    expect(controller.all('error')[0]?.error.code).toBe('PREFLIGHT_FAILED')
    expect(await recordsIn('orders')).toBe(before)
    expect(await withAdmin((admin) => admin.listTopics())).not.toContain('not-there')
  })
})
