import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type ControllerMessage,
  controllerLostMs,
  runnerProtocolVersion,
} from '../../../src/contracts/runner-protocol.ts'
import { ControllerSession } from '../../../src/runner/host/controller-session.ts'

const hourMs = 3_600_000

describe('a session with a controller', () => {
  let isFinished = false
  let receive: (message: ControllerMessage) => void = () => undefined

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] })
    isFinished = false
    const session = new ControllerSession({
      transport: {
        send: () => undefined,
        listen: ({ onMessage }) => {
          receive = onMessage
        },
        flush: () => Promise.resolve(),
      },
      stateDirectory: '',
      client: new Promise(() => undefined),
      sweepNotices: Promise.resolve([]),
    })
    void session.finished.then(() => {
      isFinished = true
    })
    receive({ type: 'hello', protocolVersion: runnerProtocolVersion })
  })

  afterEach(() => vi.useRealTimers())

  it.each([
    ['stays as it is', 0],
    ['is set back by an hour', -hourMs],
    ['is set forward by an hour', hourMs],
  ])('ends if the controller is silent for too long, and not before, if the clock %s', async (_what, byMs) => {
    await vi.advanceTimersByTimeAsync(1_000)
    receive({ type: 'heartbeat' })
    vi.setSystemTime(Date.now() + byMs)
    await vi.advanceTimersByTimeAsync(controllerLostMs - 1_000)
    expect(isFinished).toBe(false)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(isFinished).toBe(true)
  })
})
