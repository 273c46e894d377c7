import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  Reflect.deleteProperty(performance, 'timeOrigin')
  vi.resetModules()
})

test('the clock of a process agrees with the machine’s even if the process was delayed during its start', async () => {
  const waitedMs = 161
  // The module of the clock is loaded again, as in a process that starts, because test files share modules.
  vi.resetModules()
  Object.defineProperty(performance, 'timeOrigin', {
    value: performance.timeOrigin + waitedMs,
    configurable: true,
  })
  const { epochMs } = await import('../../../src/runner/worker/clock.ts')
  // The time must lie between two readings of the machine's clock, which has a resolution of a millisecond.
  const beforeMs = Date.now()
  const nowMs = epochMs()
  expect(nowMs).toBeGreaterThanOrEqual(beforeMs - 0.1)
  expect(nowMs).toBeLessThanOrEqual(Date.now() + 1.1)
})
