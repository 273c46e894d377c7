import { describe, expect, test } from 'vitest'
import type { RunPlan } from '../../src/contracts/run-plan.ts'
import { summariseHistogram } from '../../src/measurement/histogram.ts'
import { measure, type RunningLoad } from './measured-run.ts'
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
    // With 15 records per batch, framing and requests add only a few percent.
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
    const { samples } = controller
    const seconds = samples.map(({ second }) => second)
    expect(seconds).toEqual([...new Set(seconds)].sort((one, other) => one - other))
    // If no worker could report a second in time, the sample of a later second contains it. The last sample is after the load.
    expect(seconds.at(-1)).toBeGreaterThanOrEqual(plan.durationMs / 1_000)
    const counts = controller.samples.flatMap(({ producers }) =>
      producers.flatMap((producer) => [
        summariseHistogram(producer.responseHistogram)?.count ?? 0,
        -producer.ackedRecords,
      ]),
    )
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(0)
    const workers = samples.flatMap((sample) => sample.workers.map(({ workerId, role }) => `${workerId} ${role}`))
    expect([...new Set(workers)].sort()).toEqual(['consumers-1 consumer', 'producers-1 producer'])
  })
})

describe('a run whose producers are held still when the load ends', () => {
  // Longer than the host waits after the end of the load (loadTailMs), and longer than a sample waits for a late report.
  const [heldFromMs, heldUntilMs, durationMs] = [2_200, 5_000, 3_000]

  test.each(['native', 'reference'])('sends, counts and reads what was due all the same (%s loop)', async (loop) => {
    const plan = smallPlan({ runId: `held-${loop}`, recordsPerSec: 5, groups: 1, members: 1, durationMs })
    // No record is due near the end of a second, so all that was sent has been read when the producers are stopped.
    const producers = plan.producers.map((producer) => ({ ...producer, startDelayMs: 100 }))
    const where = { target: broker.target(), stateDirectory: hosts.statePath() }
    const hold = async ({ workers, until }: RunningLoad) => {
      await until(heldFromMs)
      for (const pid of workers.producers) process.kill(pid, 'SIGSTOP')
      await until(heldUntilMs)
      for (const pid of workers.producers) process.kill(pid, 'SIGCONT')
    }
    const { ended, result } = await measure({ ...plan, producers }, where, hold, { variables: { HEADROOM_LOOP: loop } })
    expect(ended.reason).toBe('plan-complete')
    const { accounting } = result
    expect(accounting).toMatchObject({ isClosed: true, offeredRecords: 15, ackedRecords: 15, unsentRecords: 0 })
    expect(accounting.groups).toMatchObject([{ consumedRecords: 15, lostRecords: 0, unreadRecords: 0 }])
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
