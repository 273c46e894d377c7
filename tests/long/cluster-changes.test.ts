/**
 * What its owner may do to a cluster while a run loads it: delete the topic, move leaders, cut a quota, revoke a right.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sample } from '../../src/contracts/sample.ts'
import type { Target } from '../../src/contracts/target.ts'
import { applyQuotas } from '../../src/runner/embedded/quotas.ts'
import { kafkajs } from '../integration/embedded-support.ts'
import { producerSums, smallPlan } from '../integration/runner-controller.ts'
import { type SecureBroker, secureConnection, startSecureBroker, user } from '../integration/secure-broker.ts'
import { startTestBrokers, type TestBrokers } from '../integration/test-brokers.ts'
import { connectOwner, expectKept, moveLeaders, type OwnersAdmin, runWithChange } from './owners-cluster.ts'

const changeAtMs = 6_000
const durationMs = 20_000

let folder: string
let brokers: TestBrokers
let admin: OwnersAdmin
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-changes-'))
  brokers = await startTestBrokers({ brokers: 2 })
  admin = await connectOwner(brokers.bootstrapServers)
})
afterAll(async () => {
  await admin?.disconnect()
  await brokers?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a plan, and changes the cluster under its load. */
function runOn(target: Target, runId: string, change: (topic: string) => Promise<unknown>) {
  return runWithChange(planOf(runId), { target, stateFolder: join(folder, runId), at: changeAtMs, change })
}

const planOf = (runId: string) => smallPlan({ runId, recordsPerSec: 1_000, partitions: 4, groups: 1, durationMs })

/** Records that were acknowledged in the last seconds of the load. */
function ackedAtEnd(samples: readonly Sample[]): number {
  const last = samples.filter(({ second }) => second >= durationMs / 1_000 - 5 && second < durationMs / 1_000)
  return producerSums(last).acked
}

describe('a run under whose load', () => {
  it('leaders move goes on, and loses no record', async () => {
    const outcome = await runOn(brokers.target, 'moved', (topic) => moveLeaders(admin, topic))
    expectKept(outcome)
    expect(producerSums(outcome.samples)).toMatchObject({ rejected: 0, unknown: 0 })
    expect(ackedAtEnd(outcome.samples)).toBeGreaterThan(0)
    expect(outcome.result.diagnosis.limiter, outcome.result.diagnosis.sentence).toBe('nothing')
  })

  it('the topic is deleted goes on to its end, and says that the topic no longer existed', async () => {
    const outcome = await runOn(brokers.target, 'deleted', (topic) => admin.deleteTopics({ topics: [topic] }))
    expectKept(outcome)
    expect(ackedAtEnd(outcome.samples)).toBe(0)
    expect(outcome.result.diagnosis.limiter).toBe('broker-errors')
    expect(outcome.result.diagnosis.sentence).toMatch(/a topic of the run no longer existed\.$/)
  })

  it('the quota is cut to a tenth of the load goes on, limited by the brokers’ throttle', async () => {
    // The load of 1 MB/s is spread over two brokers, and each has the quota for itself.
    const cut = { producerBytesPerSec: 50_000, consumerBytesPerSec: 10_000_000 }
    const outcome = await runOn(brokers.target, 'cut', () => applyQuotas(brokers.clientPorts, cut))
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
    const owner = await connectOwner([broker.plainServer])
    const all = [AclResourceTypes.CLUSTER, AclResourceTypes.TOPIC, AclResourceTypes.GROUP]
    await owner.createAcls({ acl: all.map((type) => acl(type, AclOperationTypes.ALL, AclPermissionTypes.ALLOW)) })
    const target: Target = { kind: 'connection', connection: secureConnection(broker) }
    const deny = acl(AclResourceTypes.TOPIC, AclOperationTypes.WRITE, AclPermissionTypes.DENY)
    const outcome = await runOn(target, 'revoked', () => owner.createAcls({ acl: [deny] }))
    await owner.disconnect()
    expectKept(outcome)
    expect(producerSums(outcome.samples).rejected).toBeGreaterThan(0)
    expect(outcome.result.diagnosis.limiter).toBe('broker-errors')
    expect(outcome.result.diagnosis.sentence).toContain('ERR_TOPIC_AUTHORIZATION_FAILED')
  })
})
