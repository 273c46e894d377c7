import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { createProcessSampler } from '../../../src/runner/embedded/process-sampler.ts'

/** Uses CPU time until the system has counted this much for this process. */
function burnCpuMs(wantedMs: number): number {
  const before = process.cpuUsage()
  for (;;) {
    const { user, system } = process.cpuUsage(before)
    const usedMs = (user + system) / 1000
    if (usedMs >= wantedMs) return usedMs
  }
}

describe.skipIf(process.platform !== 'linux')('a process sampler', () => {
  it('gives CPU time divided by the time since the previous reading', () => {
    let nowMs = 0
    const sample = createProcessSampler(process.pid, () => nowMs)
    burnCpuMs(300)
    nowMs = 1_000
    const busy = sample()
    nowMs = 1_001_000
    const idle = sample()
    // 300 ms in 1 s, which the system counts in steps of 10 ms; after that almost nothing in 1,000 s.
    expect(busy?.cpuCores).toBeGreaterThan(0.27)
    expect(idle?.cpuCores).toBeLessThan(0.01)
  })

  it('gives the resident memory of the process', () => {
    const { rss } = process.memoryUsage()
    const residentBytes = createProcessSampler(process.pid)()?.residentBytes ?? 0
    expect(residentBytes / rss).toBeGreaterThan(0.5)
    expect(residentBytes / rss).toBeLessThan(2)
  })

  it('gives null for a process that has exited', () => {
    const { pid } = spawnSync(process.execPath, ['--version'])
    expect(createProcessSampler(pid)()).toBeNull()
  })
})
