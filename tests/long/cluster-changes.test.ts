/**
 * What its owner may do to a cluster while a run loads it: delete the topic, move leaders, cut a quota, revoke a right.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunPlan } from '../../src/contracts/run-plan.ts'
import type { Sample } from '../../src/contracts/sample.ts'
import type { Target } from '../../src/contracts/target.ts'
import { computeResult } from '../../src/measurement/compute-result.ts'
import { applyQuotas } from '../../src/runner/embedded/quotas.ts'
import { kafkajs } from '../integration/embedded-support.ts'
import { producerSums, smallPlan, TestController } from '../integration/runner-controller.ts'
import { password, type SecureBroker, startSecureBroker, user } from '../integration/secure-broker.ts'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { showFigures } from './figures.ts'

type Admin = ReturnType<InstanceType<typeof kafkajs.Kafka>['admin']>

const changeAtMs = 6_000
const durationMs = 20_000

let folder: string
let brokers: TestBrokers
let admin: Admin
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-changes-'))
  brokers = await startTestBrokers({ brokers: 2 })
  admin = await connectAdmin(brokers.bootstrapServers)
})
afterAll(async () => {
  await admin?.disconnect()
  await brokers?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function connectAdmin(servers: readonly string[]): Promise<Admin> {
  const logLevel = kafkajs.logLevel.NOTHING
  const made = new kafkajs.Kafka({ clientId: 'owner', brokers: [...servers], logLevel }).admin()
  await made.connect()
  return made
}

/** Runs a plan, and changes the cluster under its load. */
async function runWithChange(
  plan: RunPlan,
  change: (topic: string) => Promise<unknown>,
  target: Target = brokers.target,
) {
  const controller = new TestController(join(folder, plan.runId))
  try {
    await controller.greet()
    controller.prepare(plan, target, { 'test/kafka': password })
    await controller.first('ready')
    controller.send({ type: 'start', atEpochMs: Date.now() + 500 })
    await sleep(500 + changeAtMs)
    await change(plan.topics[0]?.name ?? '')
    const ended = await controller.first('ended')
    const { samples } = controller
    const result = computeResult(plan, samples)
    const [group] = result.accounting.groups
    showFigures(plan.runId, {
      diagnosis: result.diagnosis.sentence,
      ...producerSums(samples),
      lost: group?.lostRecords,
      duplicates: group?.duplicateRecords,
    })
    return { ended, samples, result, group }
  } finally {
    await controller.disconnect()
  }
}

const planOf = (runId: string) => smallPlan({ runId, recordsPerSec: 1_000, partitions: 4, groups: 1, durationMs })

/** What no change may take away: the run goes on to its end, no record is lost, and all are accounted for. */
function expectKept({ ended, result, group }: Awaited<ReturnType<typeof runWithChange>>): void {
  expect([ended.reason, ended.cleanUp.leftovers]).toEqual(['plan-complete', []])
  expect([result.accounting.isClosed, result.accounting.gaps, group?.lostRecords]).toEqual([true, [], 0])
}

/** Records that were acknowledged in the last seconds of the load. */
function ackedAtEnd(samples: readonly Sample[]): number {
  const last = samples.filter(({ second }) => second >= durationMs / 1_000 - 5 && second < durationMs / 1_000)
  return producerSums(last).acked
}

describe('a run under whose load', () => {
  it('leaders move goes on, and loses no record', async () => {
    const outcome = await runWithChange(planOf('moved'), async (topic) => {
      const { topics } = await admin.fetchTopicMetadata({ topics: [topic] })
      const partitionAssignment = (topics[0]?.partitions ?? []).map(({ partitionId, leader }) => ({
        partition: partitionId,
        replicas: [3 - leader],
      }))
      expect(partitionAssignment).toHaveLength(4)
      await admin.alterPartitionReassignments({ topics: [{ topic, partitionAssignment }] })
    })
    expectKept(outcome)
    expect(producerSums(outcome.samples)).toMatchObject({ rejected: 0, unknown: 0 })
    expect(ackedAtEnd(outcome.samples)).toBeGreaterThan(0)
    expect(outcome.result.diagnosis.limiter, outcome.result.diagnosis.sentence).toBe('nothing')
  })

  it('the topic is deleted goes on to its end, and says that the topic no longer existed', async () => {
    const outcome = await runWithChange(planOf('deleted'), (topic) => admin.deleteTopics({ topics: [topic] }))
    expectKept(outcome)
    expect(ackedAtEnd(outcome.samples)).toBe(0)
    expect(outcome.result.diagnosis.limiter).toBe('broker-errors')
    expect(outcome.result.diagnosis.sentence).toMatch(/a topic of the run no longer existed\.$/)
  })

  it('the quota is cut to a tenth of the load goes on, limited by the brokers’ throttle', async () => {
    // The load of 1 MB/s is spread over two brokers, and each has the quota for itself.
    const cut = { producerBytesPerSec: 50_000, consumerBytesPerSec: 10_000_000 }
    const outcome = await runWithChange(planOf('cut'), () => applyQuotas(brokers.clientPorts, cut))
    expectKept(outcome)
    expect(ackedAtEnd(outcome.samples)).toBeGreaterThan(0)
    expect(outcome.result.diagnosis.limiter, outcome.result.diagnosis.sentence).toBe('broker-throttle')
  })
})

describe('a right', () => {
  let broker: SecureBroker
  beforeAll(async () => {
    broker = await startSecureBroker([
      'authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer',
      'super.users=User:ANONYMOUS',
    ])
  })
  afterAll(() => broker?.stop())
  const { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes } = kafkajs
  const acl = (resourceType: number, operation: number, permissionType: number) => ({
    resourceType,
    resourceName: resourceType === AclResourceTypes.CLUSTER ? 'kafka-cluster' : '*',
    resourcePatternType: ResourcePatternTypes.LITERAL,
    principal: `User:${user}`,
    host: '*',
    operation,
    permissionType,
  })

  it('to write that is revoked under the load ends nothing: records are rejected, and the run says why', async () => {
    const owner = await connectAdmin([broker.plainServer])
    const all = [AclResourceTypes.CLUSTER, AclResourceTypes.TOPIC, AclResourceTypes.GROUP]
    await owner.createAcls({ acl: all.map((type) => acl(type, AclOperationTypes.ALL, AclPermissionTypes.ALLOW)) })
    const target: Target = {
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
    const deny = acl(AclResourceTypes.TOPIC, AclOperationTypes.WRITE, AclPermissionTypes.DENY)
    const outcome = await runWithChange(planOf('revoked'), () => owner.createAcls({ acl: [deny] }), target)
    await owner.disconnect()
    expectKept(outcome)
    expect(producerSums(outcome.samples).rejected).toBeGreaterThan(0)
    expect(outcome.result.diagnosis.limiter).toBe('broker-errors')
    expect(outcome.result.diagnosis.sentence).toContain('ERR_TOPIC_AUTHORIZATION_FAILED')
  })
})
