import { describe, expect, test } from 'vitest'
import type { RunPlan } from '../../src/contracts/run-plan.ts'
import { summariseHistogram } from '../../src/measurement/histogram.ts'
import { groupSums, producerSums, smallPlan } from './runner-controller.ts'
import { runnerHosts, sharedBroker } from './runner-hosts.ts'

const hosts = runnerHosts()
const broker = sharedBroker()

describe('a run of 10 MB/s', () => {
  test('accounts for every record and leaves nothing behind', async () => {
    const plan = smallPlan({ runId: 'closes', recordsPerSec: 10_000, groups: 2, members: 2, producers: 2 })
    const controller = hosts.start()
    const ended = await controller.runToEnd(plan, broker.target())
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
    expect(await broker.topicsOf(plan)).toEqual([])
    expect(ended.cleanUp).toEqual({
      deletedTopics: plan.topics.map(({ name }) => name),
      deletedGroups: plan.consumerGroups.map(({ groupId }) => groupId),
      leftovers: [],
    })
    expect(hosts.leftInState()).toEqual([])
  })

  test('gives one sample for each second, with latencies of every record', async () => {
    const plan = smallPlan({ runId: 'seconds', recordsPerSec: 2_000, groups: 1, durationMs: 5_000 })
    const controller = hosts.start()
    await controller.runToEnd(plan, broker.target())
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

describe('a run that cannot begin', () => {
  test('refuses more replicas than brokers, and records that are too large, before a topic is created', async () => {
    const small = smallPlan({ runId: 'copies' })
    const plan: RunPlan = {
      ...small,
      topics: small.topics.map((topic) => ({ ...topic, replicationFactor: 3 })),
      producers: small.producers.map((producer) => ({ ...producer, recordValueBytes: 5_000_000 })),
    }
    const controller = hosts.start()
    await controller.greet()
    controller.prepare(plan, broker.target())
    await controller.first('ended')
    const [failure] = controller.all('error')
    expect(failure?.error.code).toBe('PREFLIGHT_FAILED')
    expect(failure?.error.problems.map(({ place }) => place)).toEqual(['Replication factor', 'Record size'])
    expect(await broker.topicsOf(plan)).toEqual([])
  })

  test('does not touch topics of others', async () => {
    const plan = smallPlan({ runId: 'foreign' })
    const controller = hosts.start()
    await controller.greet()
    controller.prepare({ ...plan, topics: plan.topics.map((topic) => ({ ...topic, name: 'orders' })) }, broker.target())
    await controller.first('ended')
    expect(controller.all('error')).toMatchObject([{ error: { code: 'PLAN_IMPOSSIBLE' } }])
    expect(await broker.listTopics()).not.toContain('orders')
  })
})
