import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sameDelay } from '../../../src/runner/embedded/same-delay.ts'

/** A promise of the call that was asked for. */
const called = (callLater: ReturnType<typeof sameDelay>, call: () => void) =>
  new Promise<void>((resolve) => {
    callLater(() => {
      call()
      resolve()
    })
  })

/** Time that passes as rests and timers ask for it, and by a little with each reading; for the time of a test. */
function ownClock() {
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
  it('are made in the order in which they were asked for, all of them', async () => {
    const callLater = sameDelay(0.7)
    const order: number[] = []
    const asked: Promise<void>[] = []
    for (let place = 0; place < 1_000; place++) {
      asked.push(called(callLater, () => order.push(place)))
      if (place % 100 === 0) await wait(1)
    }
    await Promise.all(asked)
    expect(order).toEqual(Array.from({ length: 1_000 }, (_, place) => place))
  })

  it.each([0.5, 8])(
    'are made again after nothing was asked for, %s ms late by a clock of their own',
    async (delayMs) => {
      const clock = ownClock()
      const callLater = sameDelay(delayMs)
      for (let round = 0; round < 3; round++) {
        const askedAtMs = clock.nowMs()
        await called(callLater, () => undefined)
        // Right in the mean: early by a quarter at most, late by a rest and the readings of the clock.
        expect(clock.nowMs() - askedAtMs).toBeGreaterThanOrEqual(0.75 * delayMs)
        expect(clock.nowMs() - askedAtMs).toBeLessThan(delayMs + 0.1)
        clock.pass(5)
      }
    },
  )
})
