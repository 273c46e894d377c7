import { describe, expect, it, vi } from 'vitest'
import { waitReporting } from '../../../../src/runner/observe/reporting-wait.ts'

/** Runs the function and records the waits that it asked for. None of them takes time. */
async function waitsOf(waitsMs: readonly number[]): Promise<{ sleptMs: number[]; reports: number }> {
  const { signal } = new AbortController()
  const sleptMs: number[] = []
  const report = vi.fn()
  for (const waitMs of waitsMs)
    await waitReporting(waitMs, report, signal, async (ms, _, options) => {
      expect(options.signal).toBe(signal)
      sleptMs.push(ms)
    })
  return { sleptMs, reports: report.mock.calls.length }
}

describe('the wait between two snapshots', () => {
  it('reports once a minute, so that the workbench does not take a long wait for a hung host', async () => {
    const { sleptMs, reports } = await waitsOf([24 * 60_000])
    expect(reports).toBe(23)
    expect(sleptMs.reduce((sum, ms) => sum + ms, 0)).toBe(24 * 60_000)
  })

  it('reports nothing on its own in a shorter wait, and does not wait if the time is over', async () => {
    expect(await waitsOf([59_000, -5])).toEqual({ sleptMs: [59_000, 0], reports: 0 })
  })
})
