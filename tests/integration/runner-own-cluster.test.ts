import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { until } from './embedded-support.ts'
import { descendantsOf, isGone } from './process-tree.ts'
import { modestPlan, producerSums, type TestController } from './runner-controller.ts'
import { ownCluster, runnerHosts, startLoad } from './runner-hosts.ts'

const hosts = runnerHosts()

/** The process of the broker that the host started. */
function brokerOf(controller: TestController) {
  return descendantsOf(controller.child.pid ?? 0).find(({ command }) => command.includes('kafka.Kafka'))
}

describe('a run that is cut short', () => {
  test('ends its own embedded Kafka when the connection closes', async () => {
    const plan = modestPlan({ runId: 'lostkafka', durationMs: 60_000, groups: 1 })
    const controller = hosts.start()
    await startLoad(controller, plan, ownCluster)
    const processes = descendantsOf(controller.child.pid ?? 0)
    expect(processes.some(({ command }) => command.includes('kafka.Kafka'))).toBe(true)
    await controller.disconnect()
    // If the host is too slow to end its brokers within its time limit, its watchdog ends them after the host has exited.
    await until(() => processes.every(({ pid }) => isGone(pid)))
    await until(() => !existsSync(join(hosts.statePath(), plan.runId)))
  })

  test('keeps what was measured when a broker is lost', async () => {
    const plan = modestPlan({ runId: 'broker', durationMs: 60_000, groups: 1 })
    const controller = hosts.start()
    await startLoad(controller, plan, ownCluster)
    const broker = brokerOf(controller)
    process.kill(broker?.pid ?? 0, 'SIGKILL')
    const ended = await controller.first('ended')
    expect(ended.reason).toBe('broker-lost')
    expect(producerSums(controller.samples).acked).toBeGreaterThan(0)
    expect(existsSync(join(hosts.statePath(), plan.runId))).toBe(false)
  })

  test('reports the start time of its embedded cluster, which differs after a broker died', async () => {
    const controller = hosts.start()
    await controller.greet()
    const toEnd = async (run: number) => {
      controller.prepare(modestPlan({ runId: `kept-${run}`, durationMs: 1_000, groups: 0 }), ownCluster, {}, true)
      await controller.until(() => controller.all('ready').length === run || controller.all('ended').length === run)
      controller.send({ type: 'start', atEpochMs: Date.now() + 300 })
      await controller.until(() => controller.all('ended').length === run)
    }
    await toEnd(1)
    await toEnd(2)
    // Between two runs only the host notices that the broker has exited.
    const broker = brokerOf(controller)
    process.kill(broker?.pid ?? 0, 'SIGKILL')
    await controller.until(() => !existsSync(join(hosts.statePath(), 'kept-1')))
    await toEnd(3)
    expect(controller.all('ended').map(({ reason }) => reason)).toEqual(Array(3).fill('plan-complete'))
    const [first, second, third] = controller
      .all('preflight')
      .map(({ environment }) => environment.clusterStartedAtEpochMs ?? 0)
    expect(first).toBeGreaterThan(0)
    expect(second).toBe(first)
    expect(third).toBeGreaterThan(first ?? 0)
  })
})
