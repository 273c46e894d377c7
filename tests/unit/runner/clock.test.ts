import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.doUnmock('node:perf_hooks')
  vi.resetModules()
})

test('the clock of a process agrees with the machine’s even if the process was delayed during its start', async () => {
  const waitedMs = 161
  vi.doMock('node:perf_hooks', () => ({
    performance: { timeOrigin: performance.timeOrigin + waitedMs, now: () => performance.now() },
  }))
  const { epochMs } = await import('../../../src/runner/worker/clock.ts')
  // Between two readings of the machine's clock, which tells whole milliseconds.
  const beforeMs = Date.now()
  const nowMs = epochMs()
  expect(nowMs).toBeGreaterThanOrEqual(beforeMs - 0.1)
  expect(nowMs).toBeLessThanOrEqual(Date.now() + 1.1)
})
