import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ConnectionLoad } from '../../../src/runner/host/connection-load.ts'
import { startCountdown } from '../../../src/runner/worker/countdown.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const anHourMs = 3_600_000

/** The clock of the machine is set, forward or back, while time passes as ever. */
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
})
