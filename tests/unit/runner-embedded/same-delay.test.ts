import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sameDelay } from '../../../src/runner/embedded/same-delay.ts'

/** Schedules a call. Resolves when the call is made. */
const called = (callLater: ReturnType<typeof sameDelay>, call: () => void) =>
  new Promise<void>((resolve) => {
    callLater(() => {
      call()
      resolve()
    })
  })

/** Replaces the clock for one test. Pauses and timers take exactly their time, and each reading of the clock takes a little. */
function fakeClock() {
  let elapsedMs = 1_000
  const pass = (ms: number) => {
    elapsedMs += ms
  }
  vi.spyOn(performance, 'now').mockImplementation(() => {
    pass(0.001)
    return elapsedMs
  })
  vi.spyOn(Atomics, 'wait').mockImplementation((_array, _index, _value, restMs = 0) => {
    pass(Number(restMs))
    return 'timed-out'
  })
  vi.stubGlobal('setTimeout', (call: () => void, ms: number) => {
    setImmediate(() => {
      pass(ms)
      call()
    })
  })
  return { nowMs: () => elapsedMs, pass }
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('calls after the same delay', () => {
  it('are all made, in the order in which they were requested', async () => {
    const callLater = sameDelay(0.7)
    const order: number[] = []
    const calls: Promise<void>[] = []
    for (let place = 0; place < 1_000; place++) {
      calls.push(called(callLater, () => order.push(place)))
      if (place % 100 === 0) await wait(1)
    }
    await Promise.all(calls)
    expect(order).toEqual(Array.from({ length: 1_000 }, (_, place) => place))
  })

  it.each([0.5, 8])('are made %s ms later, also after a time without calls', async (delayMs) => {
    const clock = fakeClock()
    const callLater = sameDelay(delayMs)
    for (let round = 0; round < 3; round++) {
      const askedAtMs = clock.nowMs()
      await called(callLater, () => undefined)
      // A call is early by at most a quarter of its delay, and late by at most one pause and the readings of the clock.
      expect(clock.nowMs() - askedAtMs).toBeGreaterThanOrEqual(0.75 * delayMs)
      expect(clock.nowMs() - askedAtMs).toBeLessThan(delayMs + 0.1)
      clock.pass(5)
    }
  })
})
