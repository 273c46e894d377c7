/**
 * What may befall a cluster of the user while a run ends: its topic is deleted, leaders move, rights are revoked, no broker
 * answers any more. What is left on the cluster is named, and nothing is called deleted that is still there.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { HostMessage } from '../../src/contracts/runner-protocol.ts'
import type { Target } from '../../src/contracts/target.ts'
import { kafkajs, until } from '../integration/embedded-support.ts'
import { smallPlan, TestController } from '../integration/runner-controller.ts'
import { password, type SecureBroker, secureConnection, startSecureBroker, user } from '../integration/secure-broker.ts'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import {
  type ChangedRunOutcome,
  connectOwner,
  expectKept,
  moveLeaders,
  type OwnersAdmin,
  runWithChange,
} from './owners-cluster.ts'

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

/** Runs a plan, and changes the cluster 4 s after the start of the load, or when the load has ended. */
function runOn(
  target: Target,
  runId: string,
  { at, change }: { readonly at: 'load' | 'drain'; change(): Promise<unknown> },
): Promise<ChangedRunOutcome> {
  const stateFolder = join(folder, 'state')
  return runWithChange(planOf(runId), { target, stateFolder, at: at === 'load' ? 4_000 : at, change })
}

describe('a cluster', () => {
  let brokers: TestBrokers
  let admin: OwnersAdmin
  beforeAll(async () => {
    brokers = await startTestBrokers({ brokers: 2 })
    admin = await connectOwner(brokers.bootstrapServers)
  })
  afterAll(async () => {
    await admin?.disconnect()
    await brokers?.stop()
  })

  it('whose topic is deleted while the run drains is left without it, and the run names nothing', async () => {
    const topics = [topicOf('dropped')]
    const change = () => admin.deleteTopics({ topics })
    expectKept(await runOn(brokers.target, 'dropped', { at: 'drain', change }))
    expect(await admin.listTopics()).not.toContain(topics[0])
  })

  it('whose leaders move while the run drains loses no record, and nothing is left on it', async () => {
    const topic = topicOf('late-move')
    const change = () => moveLeaders(admin, topic)
    expectKept(await runOn(brokers.target, 'late-move', { at: 'drain', change }))
    expect(await admin.listTopics()).not.toContain(topic)
  })

  it('whose brokers all hang until the run has ended keeps its topics, which the run names and the next start deletes', async () => {
    const pids = [1, 2].map((id) => brokers.pidOf(id))
    const signal = (name: NodeJS.Signals) => pids.forEach((pid) => void process.kill(pid, name))
    let outcome: ChangedRunOutcome
    try {
      outcome = await runOn(brokers.target, 'hung', { at: 'load', change: async () => signal('SIGSTOP') })
    } finally {
      signal('SIGCONT')
    }
    expectNamed(outcome.ended, [topicOf('hung'), groupOf('hung')])
    const { acceptedRecords, ackedRecords, rejectedRecords, unknownRecords, gaps } = outcome.result.accounting
    expect(gaps).toEqual([])
    expect([ackedRecords, unknownRecords].every((records) => records > 0)).toBe(true)
    expect(ackedRecords + rejectedRecords + unknownRecords).toBe(acceptedRecords)

    await admin.disconnect()
    admin = await connectOwner(brokers.bootstrapServers)
    await until(async () => (await admin.describeCluster()).brokers.length === 2)
    expect(await admin.listTopics()).toContain(topicOf('hung'))
    // The brokers could not be told that the members left, and keep them until their session has timed out.
    await until(async () => (await admin.describeGroups([groupOf('hung')])).groups[0]?.state === 'Empty')
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
  let owner: OwnersAdmin
  let target: Target
  beforeAll(async () => {
    const authorizer = 'authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer'
    broker = await startSecureBroker([authorizer, 'super.users=User:ANONYMOUS'])
    owner = await connectOwner([broker.plainServer])
    target = { kind: 'connection', connection: secureConnection(broker) }
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
    const outcome = await runOn(target, 'undeletable', {
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
    const outcome = await runOn(target, 'unseen', {
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
