import { describe, expect, test } from 'vitest'
import { until } from './embedded-support.ts'
import { descendantsOf, isGone } from './process-tree.ts'
import { groupSums, modestPlan, producerSums } from './runner-controller.ts'
import { runnerHosts, sharedBroker, startLoad } from './runner-hosts.ts'

const hosts = runnerHosts()
const broker = sharedBroker()

describe('a run that is cut short', () => {
  test('ends at once when aborted, with what was measured, and cleans up', async () => {
    const plan = modestPlan({ runId: 'aborted', durationMs: 60_000 })
    const controller = hosts.start()
    await startLoad(controller, plan, broker.target())
    controller.send({ type: 'stop', mode: 'abort' })
    const ended = await controller.first('ended')
    expect([ended.reason, ended.cleanUp.leftovers]).toEqual(['user-abort', []])
    expect(await broker.topicsOf(plan)).toEqual([])
    expect(producerSums(controller.samples).acked).toBeGreaterThan(0)
  })

  test('ends if it is stopped right after it was prepared', async () => {
    const plan = modestPlan({ runId: 'atonce', groups: 1 })
    const controller = hosts.start()
    await controller.greet()
    const prepare = { type: 'prepare', plan, target: broker.target(), secrets: {} }
    controller.sendText(`${JSON.stringify(prepare)}\n${JSON.stringify({ type: 'stop', mode: 'abort' })}\n`)
    const ended = await controller.first('ended')
    expect([ended.reason, ended.cleanUp.leftovers, controller.all('error')]).toEqual(['user-abort', [], []])
    expect(await broker.topicsOf(plan)).toEqual([])
  })

  test('waits for acknowledgements and consumers when stopped with a drain', async () => {
    const plan = modestPlan({ runId: 'drained', durationMs: 60_000, groups: 1 })
    const controller = hosts.start()
    await startLoad(controller, plan, broker.target())
    controller.send({ type: 'stop', mode: 'drain' })
    expect((await controller.first('ended')).reason).toBe('user-abort')
    const totals = producerSums(controller.samples)
    expect(totals.acked).toBe(totals.accepted)
    expect(groupSums(controller.samples, plan.consumerGroups[0]?.groupId ?? '').records).toBe(totals.acked)
  })

  test('leaves no process, topic or lease after a closed connection', async () => {
    const plan = modestPlan({ runId: 'lost', durationMs: 60_000 })
    const controller = hosts.start()
    await startLoad(controller, plan, broker.target())
    const processes = descendantsOf(controller.child.pid ?? 0)
    expect(processes.length).toBeGreaterThanOrEqual(3)
    await controller.disconnect()
    // The system needs a moment to remove a killed process.
    await until(() => processes.every(({ pid }) => isGone(pid)))
    expect(await broker.topicsOf(plan)).toEqual([])
    expect(controller.all('ended')).toMatchObject([{ reason: 'controller-lost', cleanUp: { leftovers: [] } }])
    expect(hosts.leftInState()).toEqual([])
  })

  test('treats silence as the loss of its controller', async () => {
    const plan = modestPlan({ runId: 'silent', durationMs: 60_000, groups: 1 })
    const controller = hosts.start()
    await startLoad(controller, plan, broker.target())
    controller.stopHeartbeat()
    expect((await controller.first('ended')).reason).toBe('controller-lost')
    await controller.exited
    expect(await broker.topicsOf(plan)).toEqual([])
  })

  test.each([
    ['producers', 0],
    ['consumers', 1],
  ] as const)('reports that a worker of the %s was killed, and cleans up, including its group', async (role, index) => {
    const plan = modestPlan({ runId: `crash-${role}`, durationMs: 60_000, groups: 1 })
    const controller = hosts.start()
    await startLoad(controller, plan, broker.target())
    // Workers are started in the order of the plan: producers, then groups.
    const workers = descendantsOf(controller.child.pid ?? 0).filter(({ command }) => command.includes('worker'))
    process.kill(workers.sort((left, right) => left.pid - right.pid)[index]?.pid ?? 0, 'SIGKILL')
    const ended = await controller.first('ended')
    expect(ended.reason).toBe('worker-crashed')
    expect(ended.detail).toMatch(new RegExp(`^Worker ${role}-1 was killed \\(SIGKILL`))
    expect(controller.all('error')).toMatchObject([{ error: { code: 'RUN_FAILED' } }])
    expect(ended.cleanUp.leftovers).toEqual([])
    expect(await broker.topicsOf(plan)).toEqual([])
  })

  test('is swept by the next host when the host itself was killed', async () => {
    const plan = modestPlan({ runId: 'killed', durationMs: 60_000, groups: 1 })
    const controller = hosts.start()
    await startLoad(controller, plan, broker.target())
    const workers = descendantsOf(controller.child.pid ?? 0).map(({ pid }) => pid)
    controller.child.kill('SIGKILL')
    await controller.exited
    expect(await broker.topicsOf(plan)).toHaveLength(1)
    const next = hosts.start()
    await next.greet()
    await next.until(() => next.all('notice').length > 0)
    expect(
      next
        .all('notice')
        .map(({ message }) => message)
        .join(),
    ).toContain('killed')
    await until(() => workers.every((pid) => isGone(pid)))
    expect(await broker.topicsOf(plan)).toEqual([])
  })
})
