/**
 * What may befall a cluster of the user while a run ends: its topic is deleted, leaders move, rights are revoked, no broker
 * answers any more. What is left on the cluster is named, and nothing is called deleted that is still there.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HostMessage } from '../../src/contracts/runner-protocol.ts'
import type { Target } from '../../src/contracts/target.ts'
import { computeResult } from '../../src/measurement/compute-result.ts'
import { kafkajs, until } from '../integration/embedded-support.ts'
import { smallPlan, TestController } from '../integration/runner-controller.ts'
import { password, type SecureBroker, startSecureBroker, user } from '../integration/secure-broker.ts'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { showFigures } from './figures.ts'

type Admin = ReturnType<InstanceType<typeof kafkajs.Kafka>['admin']>
type Ended = Extract<HostMessage, { type: 'ended' }>

const planOf = (runId: string) =>
  smallPlan({ runId, recordsPerSec: 1_000, partitions: 4, groups: 1, durationMs: 10_000 })
const topicOf = (runId: string) => `headroom-${runId}-events`
const groupOf = (runId: string) => `headroom-${runId}-readers-1`

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-clean-up-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function connectAdmin(servers: readonly string[]): Promise<Admin> {
  const made = new kafkajs.Kafka({ brokers: [...servers], logLevel: kafkajs.logLevel.NOTHING }).admin()
  await made.connect()
  return made
}

/** Runs a plan whose cluster is changed 4 s after the start of the load, or when the load has ended. */
async function runWithChange(
  runId: string,
  target: Target,
  { at, change }: { readonly at: 'load' | 'drain'; change(): Promise<unknown> },
) {
  const plan = planOf(runId)
  const controller = new TestController(join(folder, 'state'))
  try {
    await controller.greet()
    controller.prepare(plan, target, { 'test/kafka': password })
    await controller.first('ready')
    controller.send({ type: 'start', atEpochMs: Date.now() + 500 })
    if (at === 'load') await sleep(4_500)
    else await controller.until(() => controller.all('progress').some(({ step }) => step === 'draining'))
    await change()
    const ended = await controller.first('ended')
    const result = computeResult(plan, controller.samples)
    showFigures(runId, { ended, accounting: result.accounting })
    return { ended, result }
  } finally {
    await controller.disconnect()
  }
}

function expectAllThere({ ended, result }: Awaited<ReturnType<typeof runWithChange>>): void {
  expect([ended.reason, ended.cleanUp.leftovers]).toEqual(['plan-complete', []])
  expect(result.accounting).toMatchObject({ isClosed: true, gaps: [], groups: [{ lostRecords: 0 }] })
}

describe('a cluster', () => {
  let brokers: TestBrokers
  let admin: Admin
  beforeAll(async () => {
    brokers = await startTestBrokers({ brokers: 2 })
    admin = await connectAdmin(brokers.bootstrapServers)
  })
  afterAll(async () => {
    await admin?.disconnect()
    await brokers?.stop()
  })

  it('whose topic is deleted while the run drains is left without it, and the run names nothing', async () => {
    const topics = [topicOf('dropped')]
    const change = () => admin.deleteTopics({ topics })
    expectAllThere(await runWithChange('dropped', brokers.target, { at: 'drain', change }))
    expect(await admin.listTopics()).not.toContain(topics[0])
  })

  it('whose leaders move while the run drains loses no record, and nothing is left on it', async () => {
    const topic = topicOf('late-move')
    async function change(): Promise<void> {
      const { topics } = await admin.fetchTopicMetadata({ topics: [topic] })
      const partitionAssignment = (topics[0]?.partitions ?? []).map(({ partitionId, leader }) => ({
        partition: partitionId,
        replicas: [3 - leader],
      }))
      expect(partitionAssignment).toHaveLength(4)
      await admin.alterPartitionReassignments({ topics: [{ topic, partitionAssignment }] })
    }
    expectAllThere(await runWithChange('late-move', brokers.target, { at: 'drain', change }))
    expect(await admin.listTopics()).not.toContain(topic)
  })

  it('whose brokers all hang until the run has ended keeps its topics, which the run names and the next start deletes', async () => {
    const pids = [1, 2].map((id) => brokers.pidOf(id))
    const signal = (name: NodeJS.Signals) => pids.forEach((pid) => void process.kill(pid, name))
    let outcome: Awaited<ReturnType<typeof runWithChange>>
    try {
      outcome = await runWithChange('hung', brokers.target, { at: 'load', change: async () => signal('SIGSTOP') })
    } finally {
      signal('SIGCONT')
    }
    expectNamed(outcome.ended, [topicOf('hung'), groupOf('hung')])
    const { acceptedRecords, ackedRecords, rejectedRecords, unknownRecords, gaps } = outcome.result.accounting
    expect(gaps).toEqual([])
    expect([ackedRecords, unknownRecords].every((records) => records > 0)).toBe(true)
    expect(ackedRecords + rejectedRecords + unknownRecords).toBe(acceptedRecords)

    await admin.disconnect()
    admin = await connectAdmin(brokers.bootstrapServers)
    await until(async () => (await admin.describeCluster()).brokers.length === 2)
    expect(await admin.listTopics()).toContain(topicOf('hung'))
    const next = new TestController(join(folder, 'state'))
    await next.greet()
    const notice = await next.first('notice')
    await next.disconnect()
    expect(notice.message).toMatch(/^Deleted what run hung had left: /)
    expect(await admin.listTopics()).not.toContain(topicOf('hung'))
  })
})

/** All of these names are said to be left, and none to be deleted. */
function expectNamed({ reason, cleanUp }: Ended, names: readonly string[]): void {
  expect(reason).toBe('plan-complete')
  expect(cleanUp.leftovers).toEqual(names.map((name) => expect.stringContaining(` ${name} is still there (`)))
  expect([...cleanUp.deletedTopics, ...cleanUp.deletedGroups].filter((name) => names.includes(name))).toEqual([])
}

describe('a right on a cluster with ACLs', () => {
  let broker: SecureBroker
  let owner: Admin
  let target: Target
  beforeAll(async () => {
    const authorizer = 'authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer'
    broker = await startSecureBroker([authorizer, 'super.users=User:ANONYMOUS'])
    owner = await connectAdmin([broker.plainServer])
    target = {
      kind: 'connection',
      connection: {
        kind: 'headroom.connection',
        schemaVersion: 1,
        name: 'Cluster with ACLs',
        bootstrapServers: [broker.secureServer],
        tls: { caFile: join(broker.folder, 'ca.pem') },
        sasl: { mechanism: 'SCRAM-SHA-512', username: user, passwordSecret: 'test/kafka' },
      },
    }
  })
  afterAll(async () => {
    await owner?.disconnect()
    await broker?.stop()
  })

  const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs
  const set = (permissionType: number, operation: number, resources: readonly (readonly [number, string])[]) =>
    owner.createAcls({
      acl: resources.map(([resourceType, resourceName]) => ({
        ...{ resourceType, resourceName, operation, permissionType, host: '*', principal: `User:${user}` },
        resourcePatternType: ResourcePatternTypes.LITERAL,
      })),
    })
  /** Not for the cluster: who may delete there may delete every topic, whatever is denied for it. */
  const allow = (operation: number) =>
    set(AclPermissionTypes.ALLOW, operation, [
      [AclResourceTypes.TOPIC, '*'],
      [AclResourceTypes.GROUP, '*'],
    ])

  it('to make topics that is missing is said before anything is written', async () => {
    await allow(AclOperationTypes.DESCRIBE)
    const controller = new TestController(join(folder, 'state'))
    await controller.greet()
    controller.prepare(planOf('barred'), target, { 'test/kafka': password })
    const ended = await controller.first('ended')
    await controller.disconnect()
    const check = controller.all('preflight')[0]?.preflight.checks.find(({ id }) => id === 'topics')
    expect([check?.state, check?.detail]).toEqual(['failed', expect.stringContaining('the user may not do this')])
    expect(check?.remedy).toMatch(/^Give the user the rights to create/)
    expect([ended.reason, ended.cleanUp.leftovers]).toEqual(['prepare-failed', []])
    expect(controller.all('error').map(({ error }) => error.code)).toEqual(['PREFLIGHT_FAILED'])
    expect(await owner.listTopics()).not.toContain(topicOf('barred'))
  })

  it('to delete that is revoked under the load leaves topic and group, and the run names both', async () => {
    await allow(AclOperationTypes.ALL)
    const outcome = await runWithChange('undeletable', target, {
      at: 'load',
      change: () =>
        set(AclPermissionTypes.DENY, AclOperationTypes.DELETE, [
          [AclResourceTypes.TOPIC, topicOf('undeletable')],
          [AclResourceTypes.GROUP, groupOf('undeletable')],
        ]),
    })
    expectNamed(outcome.ended, [topicOf('undeletable'), groupOf('undeletable')])
    expect(outcome.ended.cleanUp.leftovers.join()).toMatch(/\(Not authorized to access topics: /)
    expect(outcome.result.accounting).toMatchObject({ isClosed: true, gaps: [], groups: [{ lostRecords: 0 }] })
    expect(await owner.listTopics()).toContain(topicOf('undeletable'))
  })

  it('of any kind that is revoked while the run drains leaves a topic that is not listed, and the run names it', async () => {
    await allow(AclOperationTypes.ALL)
    const outcome = await runWithChange('unseen', target, {
      at: 'drain',
      change: () =>
        set(AclPermissionTypes.DENY, AclOperationTypes.ALL, [
          [AclResourceTypes.TOPIC, topicOf('unseen')],
          [AclResourceTypes.GROUP, groupOf('unseen')],
        ]),
    })
    expectNamed(outcome.ended, [topicOf('unseen'), groupOf('unseen')])
    expect(await owner.listTopics()).toContain(topicOf('unseen'))
  })
})
