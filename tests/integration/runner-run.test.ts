import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientProbeFileName } from '../../src/contracts/client-ceiling.ts'
import type { RunPlan } from '../../src/contracts/run-plan.ts'
import type { Target } from '../../src/contracts/target.ts'
import { summariseHistogram } from '../../src/measurement/histogram.ts'
import { plainAccess } from '../../src/runner/admin/cluster-access.ts'
import { connectAdmin, type KafkaAdmin } from '../../src/runner/admin/kafka-admin.ts'
import { type EmbeddedCluster, startEmbeddedCluster } from '../../src/runner/embedded/embedded-cluster.ts'
import { descendantsOf, isGone } from './process-tree.ts'
import { groupSums, producerSums, smallPlan, TestController } from './runner-controller.ts'
import { connectionTo } from './test-brokers.ts'

let folder: string
let cluster: EmbeddedCluster
let admin: KafkaAdmin
let controllers: TestController[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-runner-'))
  cluster = await startEmbeddedCluster(
    { kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 },
    { runId: 'shared', stateDirectory: folder, onProgress: () => undefined, onResource: () => undefined },
  )
  admin = await connectAdmin(plainAccess(cluster.bootstrapServers), { clientId: 'test-admin', retries: 3 })
})

afterAll(async () => {
  await admin?.close()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
})

beforeEach(() => {
  controllers = []
})

afterEach(async () => {
  for (const controller of controllers) await controller.disconnect()
})

/** Files of the state folder that a run must not leave; probes of the client outlive it on purpose. */
function leftInState(): string[] {
  return readdirSync(join(folder, 'state')).filter((file) => file !== clientProbeFileName)
}

function startHost(): TestController {
  const controller = new TestController(join(folder, 'state'))
  controllers.push(controller)
  return controller
}

function target(): Target {
  return connectionTo(cluster.bootstrapServers)
}

async function topicsOf(plan: RunPlan): Promise<string[]> {
  const names = new Set(plan.topics.map(({ name }) => name))
  return (await admin.listTopics()).filter((name) => names.has(name))
}

async function startLoad(controller: TestController, plan: RunPlan, where: Target): Promise<void> {
  await controller.greet()
  controller.prepare(plan, where)
  await controller.first('ready')
  controller.send({ type: 'start', atEpochMs: Date.now() + 200 })
  await controller.until(() => controller.samples.length >= 3)
}

describe('a run of 10 MB/s', () => {
  test('accounts for every record and leaves nothing behind', async () => {
    const plan = smallPlan({ runId: 'closes', recordsPerSec: 10_000, groups: 2, members: 2, producers: 2 })
    const controller = startHost()
    const ended = await controller.runToEnd(plan, target())
    expect(ended.reason).toBe('plan-complete')
    const totals = producerSums(controller.samples)
    expect(totals).toMatchObject({ offered: 120_000, rejected: 0, unknown: 0 })
    const last = controller.samples.at(-1)?.producers ?? []
    const unsent = last.reduce((sum, producer) => sum + producer.backlogRecords, 0)
    expect(totals.accepted).toBe(totals.offered - unsent)
    expect(totals.acked).toBe(totals.accepted)
    for (const { groupId } of plan.consumerGroups) {
      const group = groupSums(controller.samples, groupId)
      expect(group).toMatchObject({ records: totals.acked + group.duplicates, duplicates: 0, lastLag: 0 })
      expect(group.wireBytes).toBeGreaterThan(totals.payloadBytes)
    }
    // Batches of 15: framing and requests cost some percent, and no more.
    expect(totals.wireBytes / totals.payloadBytes).toBeGreaterThan(1)
    expect(totals.wireBytes / totals.payloadBytes).toBeLessThan(1.1)
    expect(await topicsOf(plan)).toEqual([])
    expect(ended.cleanUp).toEqual({
      deletedTopics: plan.topics.map(({ name }) => name),
      deletedGroups: plan.consumerGroups.map(({ groupId }) => groupId),
      leftovers: [],
    })
    expect(leftInState()).toEqual([])
  })

  test('gives one sample for each second, with latencies of every record', async () => {
    const plan = smallPlan({ runId: 'seconds', recordsPerSec: 2_000, groups: 1, durationMs: 5_000 })
    const controller = startHost()
    await controller.runToEnd(plan, target())
    const seconds = controller.samples.map(({ second }) => second)
    expect(seconds).toEqual(seconds.map((_, index) => index))
    expect(seconds.length).toBeGreaterThanOrEqual(6)
    const counts = controller.samples.flatMap(({ producers }) =>
      producers.flatMap((producer) => [
        summariseHistogram(producer.responseHistogram)?.count ?? 0,
        -producer.ackedRecords,
      ]),
    )
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(0)
    const workers = controller.samples[2]?.workers.map(({ workerId, role }) => [workerId, role])
    expect(workers?.sort()).toEqual([
      ['consumers-1', 'consumer'],
      ['producers-1', 'producer'],
    ])
  })
})

describe('a run that is cut short', () => {
  test('ends at once when aborted, with what was measured, and cleans up', async () => {
    const plan = smallPlan({ runId: 'aborted', durationMs: 60_000 })
    const controller = startHost()
    await startLoad(controller, plan, target())
    controller.send({ type: 'stop', mode: 'abort' })
    const ended = await controller.first('ended')
    expect([ended.reason, ended.cleanUp.leftovers]).toEqual(['user-abort', []])
    expect(await topicsOf(plan)).toEqual([])
    expect(producerSums(controller.samples).acked).toBeGreaterThan(0)
  })

  test('ends though it was told to stop in the same breath as to prepare', async () => {
    const plan = smallPlan({ runId: 'atonce', groups: 1 })
    const controller = startHost()
    await controller.greet()
    const prepare = { type: 'prepare', plan, target: target(), secrets: {} }
    controller.sendText(`${JSON.stringify(prepare)}\n${JSON.stringify({ type: 'stop', mode: 'abort' })}\n`)
    const ended = await controller.first('ended')
    expect([ended.reason, ended.cleanUp.leftovers, controller.all('error')]).toEqual(['user-abort', [], []])
    expect(await topicsOf(plan)).toEqual([])
  })

  test('waits for acknowledgements and consumers when stopped with a drain', async () => {
    const plan = smallPlan({ runId: 'drained', durationMs: 60_000, groups: 1 })
    const controller = startHost()
    await startLoad(controller, plan, target())
    controller.send({ type: 'stop', mode: 'drain' })
    expect((await controller.first('ended')).reason).toBe('user-abort')
    const totals = producerSums(controller.samples)
    expect(totals.acked).toBe(totals.accepted)
    expect(groupSums(controller.samples, plan.consumerGroups[0]?.groupId ?? '').records).toBe(totals.acked)
  })

  test('leaves no process, topic or lease after a closed connection', async () => {
    const plan = smallPlan({ runId: 'lost', durationMs: 60_000 })
    const controller = startHost()
    await startLoad(controller, plan, target())
    const processes = descendantsOf(controller.child.pid ?? 0)
    expect(processes.length).toBeGreaterThanOrEqual(3)
    await controller.disconnect()
    expect(processes.filter(({ pid }) => !isGone(pid))).toEqual([])
    expect(await topicsOf(plan)).toEqual([])
    expect(controller.all('ended')).toMatchObject([{ reason: 'controller-lost', cleanUp: { leftovers: [] } }])
    expect(leftInState()).toEqual([])
  })

  test('takes silence for a lost controller', async () => {
    const plan = smallPlan({ runId: 'silent', durationMs: 60_000, groups: 1 })
    const controller = startHost()
    await startLoad(controller, plan, target())
    controller.stopHeartbeat()
    expect((await controller.first('ended')).reason).toBe('controller-lost')
    await controller.exited
    expect(await topicsOf(plan)).toEqual([])
  })

  test('ends its own embedded Kafka when the connection closes', async () => {
    const plan = smallPlan({ runId: 'lostkafka', durationMs: 60_000, groups: 1 })
    const controller = startHost()
    await startLoad(controller, plan, { kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 })
    const processes = descendantsOf(controller.child.pid ?? 0)
    expect(processes.some(({ command }) => command.includes('kafka.Kafka'))).toBe(true)
    await controller.disconnect()
    expect(processes.filter(({ pid }) => !isGone(pid))).toEqual([])
    expect(existsSync(join(folder, 'state', plan.runId))).toBe(false)
  })

  test.each([
    ['producers', 0],
    ['consumers', 1],
  ] as const)('tells that a worker of the %s was killed, and cleans up, its group included', async (role, index) => {
    const plan = smallPlan({ runId: `crash-${role}`, durationMs: 60_000, groups: 1 })
    const controller = startHost()
    await startLoad(controller, plan, target())
    // Workers are started in the order of the plan: producers, then groups.
    const workers = descendantsOf(controller.child.pid ?? 0).filter(({ command }) => command.includes('worker'))
    process.kill(workers.sort((left, right) => left.pid - right.pid)[index]?.pid ?? 0, 'SIGKILL')
    const ended = await controller.first('ended')
    expect(ended.reason).toBe('worker-crashed')
    expect(ended.detail).toMatch(new RegExp(`^Worker ${role}-1 was killed \\(SIGKILL`))
    expect(controller.all('error')).toMatchObject([{ error: { code: 'RUN_FAILED' } }])
    expect(ended.cleanUp.leftovers).toEqual([])
    expect(await topicsOf(plan)).toEqual([])
  })

  test('keeps what was measured when a broker is lost', async () => {
    const plan = smallPlan({ runId: 'broker', durationMs: 60_000, groups: 1 })
    const controller = startHost()
    await startLoad(controller, plan, { kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 })
    const broker = descendantsOf(controller.child.pid ?? 0).find(({ command }) => command.includes('kafka.Kafka'))
    process.kill(broker?.pid ?? 0, 'SIGKILL')
    const ended = await controller.first('ended')
    expect(ended.reason).toBe('broker-lost')
    expect(producerSums(controller.samples).acked).toBeGreaterThan(0)
    expect(existsSync(join(folder, 'state', plan.runId))).toBe(false)
  })

  test('tells when its embedded cluster was up: two that share it the same, one after its broker died another', async () => {
    const controller = startHost()
    await controller.greet()
    const embedded: Target = { kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 }
    const toEnd = async (run: number) => {
      controller.prepare(smallPlan({ runId: `kept-${run}`, durationMs: 1_000, groups: 0 }), embedded, {}, true)
      await controller.until(() => controller.all('ready').length === run || controller.all('ended').length === run)
      controller.send({ type: 'start', atEpochMs: Date.now() + 300 })
      await controller.until(() => controller.all('ended').length === run)
    }
    await toEnd(1)
    await toEnd(2)
    // Between two runs nobody but the host sees it.
    const broker = descendantsOf(controller.child.pid ?? 0).find(({ command }) => command.includes('kafka.Kafka'))
    process.kill(broker?.pid ?? 0, 'SIGKILL')
    await controller.until(() => !existsSync(join(folder, 'state', 'kept-1')))
    await toEnd(3)
    expect(controller.all('ended').map(({ reason }) => reason)).toEqual(Array(3).fill('plan-complete'))
    const [first, second, third] = controller
      .all('preflight')
      .map(({ environment }) => environment.clusterStartedAtEpochMs ?? 0)
    expect(first).toBeGreaterThan(0)
    expect(second).toBe(first)
    expect(third).toBeGreaterThan(first ?? 0)
  })

  test('is swept by the next host when the host itself was killed', async () => {
    const plan = smallPlan({ runId: 'killed', durationMs: 60_000, groups: 1 })
    const controller = startHost()
    await startLoad(controller, plan, target())
    const workers = descendantsOf(controller.child.pid ?? 0).map(({ pid }) => pid)
    controller.child.kill('SIGKILL')
    await controller.exited
    expect(await topicsOf(plan)).toHaveLength(1)
    const next = startHost()
    await next.greet()
    await next.until(() => next.all('notice').length > 0)
    expect(
      next
        .all('notice')
        .map(({ message }) => message)
        .join(),
    ).toContain('killed')
    expect(workers.filter((pid) => !isGone(pid))).toEqual([])
    expect(await topicsOf(plan)).toEqual([])
  })
})

describe('a run that cannot begin', () => {
  test('finds more copies than brokers, and records that are too large, before a topic is made', async () => {
    const small = smallPlan({ runId: 'copies' })
    const plan: RunPlan = {
      ...small,
      topics: small.topics.map((topic) => ({ ...topic, replicationFactor: 3 })),
      producers: small.producers.map((producer) => ({ ...producer, recordValueBytes: 5_000_000 })),
    }
    const controller = startHost()
    await controller.greet()
    controller.prepare(plan, target())
    await controller.first('ended')
    const [failure] = controller.all('error')
    expect(failure?.error.code).toBe('PREFLIGHT_FAILED')
    expect(failure?.error.problems.map(({ place }) => place)).toEqual(['Replication factor', 'Record size'])
    expect(await topicsOf(plan)).toEqual([])
  })

  test('touches no topic that is not its own', async () => {
    const plan = smallPlan({ runId: 'foreign' })
    const controller = startHost()
    await controller.greet()
    controller.prepare({ ...plan, topics: plan.topics.map((topic) => ({ ...topic, name: 'orders' })) }, target())
    await controller.first('ended')
    expect(controller.all('error')).toMatchObject([{ error: { code: 'PLAN_IMPOSSIBLE' } }])
    expect(await admin.listTopics()).not.toContain('orders')
  })
})
