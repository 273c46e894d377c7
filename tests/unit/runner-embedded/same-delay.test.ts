import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { sameDelay } from '../../../src/runner/embedded/same-delay.ts'

/** A promise of the call that was asked for. */
const called = (callLater: ReturnType<typeof sameDelay>, call: () => void) =>
  new Promise<void>((resolve) => {
    callLater(() => {
      call()
      resolve()
    })
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

  it('are made again after nothing was asked for, and after a delay that timers know', async () => {
    for (const delayMs of [0.5, 8]) {
      const callLater = sameDelay(delayMs)
      for (let round = 0; round < 3; round++) {
        const askedAtMs = performance.now()
        await called(callLater, () => undefined)
        // Right in the mean: early by a quarter at most.
        expect(performance.now() - askedAtMs).toBeGreaterThan(delayMs / 2)
        await wait(5)
      }
    }
  })
})
