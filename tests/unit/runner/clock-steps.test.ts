import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { WatchedChild } from '../../../src/runner/embedded/child-processes.ts'
import { ConnectionLoad } from '../../../src/runner/host/connection-load.ts'
import { PerfTestClient, type PerfTestInvocation } from '../../../src/runner/host/perf-test-client.ts'
import { PerfTestClients } from '../../../src/runner/host/perf-test-clients.ts'
import { TrogdorClients } from '../../../src/runner/host/trogdor-clients.ts'
import { startCountdown } from '../../../src/runner/worker/countdown.ts'
import { smallPlan } from '../../integration/runner-controller.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const anHourMs = 3_600_000

/** The clock of the machine is set forward or back, while the monotonic clock continues as before. */
function setClock(byMs: number): void {
  vi.setSystemTime(Date.now() + byMs)
}

describe.each([
  ['an hour forward', anHourMs],
  ['an hour back', -anHourMs],
])('a clock that is set %s', (_way, byMs) => {
  test('does not change the number of connection attempts', async () => {
    let opened = 0
    const opener = {
      open: async () => {
        opened += 1
        return { close: async () => undefined }
      },
    }
    const load = new ConnectionLoad({
      planned: { held: 0, attemptsPerSec: 10 },
      durationMs: 5_000,
      opener,
      openCount: () => 0,
    })
    load.start(Date.now())
    await vi.advanceTimersByTimeAsync(1_000)
    setClock(byMs)
    await vi.advanceTimersByTimeAsync(1_000)
    await load.close()
    expect(opened).toBe(20)
  })

  test('neither shortens nor extends a countdown', () => {
    const remainingMs = startCountdown(5_000)
    vi.advanceTimersByTime(1_000)
    setClock(byMs)
    vi.advanceTimersByTime(1_000)
    expect(remainingMs()).toBeCloseTo(3_000, 6)
  })

  test.each([
    ['Kafka’s own tools', PerfTestClients],
    ['a Trogdor fleet', TrogdorClients],
  ])('does not change the number of reports on %s', async (_tools, Clients) => {
    const seconds: number[] = []
    const plan = { ...smallPlan({ runId: 'clock' }), producers: [], consumerGroups: [] }
    const clients = new Clients(plan, {
      onReport: ({ second }) => seconds.push(second),
      onOutput: () => undefined,
      // No Trogdor coordinator listens here, which would end a run. The test looks only at the reports.
      onFailure: () => undefined,
      onProcess: () => undefined,
    })
    clients.start(Date.now())
    await vi.advanceTimersByTimeAsync(2_500)
    setClock(byMs)
    await vi.advanceTimersByTimeAsync(3_000)
    clients.kill()
    expect(seconds).toEqual([0, 1, 2, 3, 4])
  })

  test('does not make a tool look silent', () => {
    const child = { pid: process.pid, exited: new Promise<string>(() => undefined) }
    const client = new PerfTestClient({ role: 'consumer' } as PerfTestInvocation, child as WatchedChild)
    vi.advanceTimersByTime(1_000)
    client.addLine('a line')
    setClock(byMs)
    vi.advanceTimersByTime(2_000)
    expect(client.silentMs).toBeCloseTo(2_000, 6)
  })
})
