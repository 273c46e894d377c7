import { describe, expect, it } from 'vitest'
import { steadyClock } from '../../../../src/runner/observe/steady-clock.ts'

/** A machine whose clock a test can set, and the clock of a reading on this machine. */
function machine() {
  let [wallMs, uptimeMs] = [1_700_000_000_000, 50_000]
  const now = steadyClock({ wallMs: () => wallMs, uptimeMs: () => uptimeMs })
  return {
    now,
    pass(ms: number) {
      wallMs += ms
      uptimeMs += ms
    },
    setClock(byMs: number) {
      wallMs += byMs
    },
  }
}

describe('the clock of a reading', () => {
  it('is the wall clock as long as that is not set', () => {
    const { now, pass } = machine()
    expect(now()).toBe(1_700_000_000_000)
    // This includes a sleep of the machine, during which uptime and wall clock continue.
    pass(7_200_000)
    expect(now()).toBe(1_700_007_200_000)
  })

  it.each([3_600_000, -3_600_000, 1_500, -1_500])('goes on as before if the wall clock is set by %i ms', (byMs) => {
    const { now, pass, setClock } = machine()
    pass(5_000)
    setClock(byMs)
    pass(5_000)
    expect(now()).toBe(1_700_000_010_000)
    setClock(-byMs)
    pass(1_000)
    expect(now()).toBe(1_700_000_011_000)
  })

  it('follows a clock that is corrected slowly', () => {
    const { now, pass, setClock } = machine()
    for (let second = 0; second < 60; second += 1) {
      pass(1_000)
      setClock(0.5)
    }
    expect(now()).toBe(1_700_000_060_030)
  })
})
