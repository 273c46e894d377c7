import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConnectionLoad } from '../../../src/runner/host/connection-load.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A load of 10 attempts per second over 5 s, and the attempts that wait for an answer. */
function tenPerSecond() {
  const waiting: (() => void)[] = []
  const opener = {
    open: () =>
      new Promise<{ close(): Promise<void> }>((resolve) => {
        waiting.push(() => resolve({ close: async () => undefined }))
      }),
  }
  const planned = { held: 0, attemptsPerSec: 10 }
  const load = new ConnectionLoad({ planned, durationMs: 5_000, opener, openCount: () => 0 })
  return { load, waiting }
}

describe('connection attempts', () => {
  it('are all made by the end of the load, also if the machine was too busy for the timer', async () => {
    const { load, waiting } = tenPerSecond()
    load.start(Date.now())
    await vi.advanceTimersByTimeAsync(2_000)
    expect(waiting).toHaveLength(20)
    // Time passes, but no timer fires.
    vi.setSystemTime(Date.now() + 3_500)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 3_500)
    load.stopLoad()
    expect(waiting).toHaveLength(50)
  })

  it('are not made after the planned end of the load', async () => {
    const { load, waiting } = tenPerSecond()
    load.start(Date.now())
    await vi.advanceTimersByTimeAsync(5_500)
    load.stopLoad()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(waiting).toHaveLength(50)
  })

  it('are no more than were due if the load is stopped early', async () => {
    const { load, waiting } = tenPerSecond()
    load.start(Date.now())
    await vi.advanceTimersByTimeAsync(1_000)
    load.stopLoad()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(waiting).toHaveLength(10)
  })

  it('are unanswered until the broker responds', async () => {
    const { load, waiting } = tenPerSecond()
    load.start(Date.now())
    await vi.advanceTimersByTimeAsync(500)
    load.stopLoad()
    expect(load.unansweredAttempts).toBe(5)
    for (const answer of waiting) answer()
    await vi.advanceTimersByTimeAsync(0)
    expect(load.unansweredAttempts).toBe(0)
  })
})
