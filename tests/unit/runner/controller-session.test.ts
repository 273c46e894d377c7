import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  controllerLostMs,
  type HostMessage,
  heartbeatIntervalMs,
  runnerProtocolVersion,
} from '../../../src/contracts/runner-protocol.ts'
import type { Target } from '../../../src/contracts/target.ts'
import { cleanUpRetryMs } from '../../../src/runner/host/clean-up.ts'
import type { LeasedCluster } from '../../../src/runner/host/cluster-cache.ts'
import { ControllerSession, lostDeadlineMs, type SessionRun } from '../../../src/runner/host/controller-session.ts'
import type { Interruption } from '../../../src/runner/host/interruption.ts'
import { closeGraceMs, preparationTimeoutMs } from '../../../src/runner/host/run-context.ts'
import { Lease } from '../../../src/runner/host/run-lease.ts'
import { cleanUpBudgetMs } from '../../../src/runner/host/run-resources.ts'
import type { TransportListener } from '../../../src/runner/host/transport.ts'
import { smallPlan } from '../../integration/runner-controller.ts'
import { temporaryFolder } from '../temporary-folder.ts'

const folder = temporaryFolder()
const target: Target = { kind: 'embedded:kafka', brokers: 1, quotaWindowSeconds: 11 }

const hourMs = 3_600_000
/** Interval at which a session checks whether its controller is silent. */
const lookMs = 250

beforeEach(() => void vi.useFakeTimers({ now: 1_790_000_000_000 }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** A run that continues until `end` is called, whatever the session asks of it. */
function endlessRun() {
  let end: () => void = () => undefined
  const told: Interruption[] = []
  const state = { kills: 0 }
  const run: SessionRun = {
    execute: () => new Promise((resolve) => (end = resolve)),
    isReadyToStart: false,
    start: () => true,
    finishDrain: () => undefined,
    stop: () => undefined,
    abort: (interruption) => void told.push(interruption),
    killClients: () => {
      state.kills += 1
    },
  }
  return { run, told, state, end: () => end() }
}

/** A cluster that does not stop. */
function stuckCluster(): LeasedCluster {
  const cluster: LeasedCluster['cluster'] = {
    bootstrapServers: [],
    caFile: null,
    kafkaVersion: null,
    startedAtEpochMs: 0,
    sampleBrokers: () => [],
    onBrokerExit: () => undefined,
    stop: () => new Promise(() => undefined),
  }
  return { cluster, target, lease: new Lease(folder.path, 'stuck') }
}

/**
 * A session whose controller has said hello. `hasEnded` says whether its process may exit. The cluster that a run keeps is one
 * that does not stop.
 */
async function greetedSession(run: SessionRun) {
  const sent: HostMessage[] = []
  const heard: { listener: TransportListener | null } = { listener: null }
  const session = new ControllerSession({
    transport: {
      listen: (listener) => {
        heard.listener = listener
      },
      send: (message) => void sent.push(message),
      flush: () => Promise.resolve(),
    },
    stateDirectory: folder.path,
    client: Promise.resolve({ isLoaded: false, reason: 'There is none.', remedy: null }),
    sweepNotices: Promise.resolve([]),
    createRun: ({ clusterCache, keepsCluster }) => {
      if (keepsCluster) clusterCache.put(stuckCluster())
      return run
    },
  })
  const { listener } = heard
  if (listener === null) throw new Error('the session does not listen')
  const state = { hasEnded: false }
  void session.finished.then(() => {
    state.hasEnded = true
  })
  listener.onMessage({ type: 'hello', protocolVersion: runnerProtocolVersion })
  await vi.advanceTimersByTimeAsync(0)
  return { listener, sent, hasEnded: () => state.hasEnded }
}

/** Like the function above, with a run in progress. */
async function runningSession(keepsCluster = false) {
  const endless = endlessRun()
  const session = await greetedSession(endless.run)
  const plan = smallPlan({ runId: 'endless' })
  session.listener.onMessage({ type: 'prepare', plan, target, secrets: {}, keepsCluster })
  await vi.advanceTimersByTimeAsync(0)
  return { ...session, ...endless }
}

describe('a session whose controller is silent', () => {
  it('goes on as long as heartbeats come', async () => {
    const { listener, hasEnded } = await greetedSession(endlessRun().run)
    for (let beats = 0; beats < 60; beats += 1) {
      await vi.advanceTimersByTimeAsync(heartbeatIntervalMs)
      listener.onMessage({ type: 'heartbeat' })
    }
    expect(hasEnded()).toBe(false)
  })

  it('waits for 8 s, and ends at the next look', async () => {
    const { hasEnded } = await greetedSession(endlessRun().run)
    await vi.advanceTimersByTimeAsync(8_000)
    expect([controllerLostMs, hasEnded()]).toEqual([8_000, false])
    await vi.advanceTimersByTimeAsync(lookMs)
    expect(hasEnded()).toBe(true)
  })

  it('aborts its run urgently, and ends with it', async () => {
    const { told, end, hasEnded } = await runningSession()
    await vi.advanceTimersByTimeAsync(controllerLostMs + lookMs)
    expect(told).toEqual([
      { reason: 'controller-lost', detail: 'The controller was silent for 8 s.', error: null, isUrgent: true },
    ])
    expect(hasEnded()).toBe(false)
    end()
    await vi.advanceTimersByTimeAsync(0)
    expect(hasEnded()).toBe(true)
  })

  it('does not count the time in which its own process was suspended', async () => {
    const { told } = await runningSession()
    await vi.advanceTimersByTimeAsync(controllerLostMs - lookMs)
    // Time passes, but no timer of the process fires.
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + hourMs)
    await vi.advanceTimersByTimeAsync(controllerLostMs)
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(2 * lookMs)
    expect(told).toHaveLength(1)
  })

  it.each([
    ['forward', hourMs],
    ['back', -hourMs],
  ])('waits as long if the clock is set an hour %s meanwhile', async (_way, byMs) => {
    const { told } = await runningSession()
    await vi.advanceTimersByTimeAsync(controllerLostMs / 2)
    vi.setSystemTime(Date.now() + byMs)
    await vi.advanceTimersByTimeAsync(controllerLostMs / 2)
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(lookMs)
    expect(told).toHaveLength(1)
  })
})

describe('a session whose controller closed the connection', () => {
  it('has ended within 10 s, even if neither its run nor its cluster does', async () => {
    const { listener, told, state, hasEnded } = await runningSession(true)
    listener.onClosed()
    expect(told).toMatchObject([{ reason: 'controller-lost', isUrgent: true }])
    await vi.advanceTimersByTimeAsync(lostDeadlineMs - 1)
    expect([state.kills, hasEnded()]).toEqual([0, false])
    await vi.advanceTimersByTimeAsync(1)
    expect([state.kills, hasEnded()]).toEqual([1, true])
    // After that the process has half a second to write its last messages.
    expect(lostDeadlineMs + 500).toBeLessThan(10_000)
  })

  it('leaves a run the time in which it may end, the attempt to delete that is under way included', () => {
    const deletingMs = cleanUpBudgetMs.urgent + cleanUpRetryMs
    expect(closeGraceMs.urgent + deletingMs).toBeLessThan(lostDeadlineMs)
    expect(preparationTimeoutMs.urgent + deletingMs).toBeLessThanOrEqual(lostDeadlineMs)
  })
})
