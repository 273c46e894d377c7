/**
 * A run under its quota for six minutes, or for HEADROOM_SOAK_MINUTES: what it holds in memory at the end is what it held
 * when it had settled, nothing is lost on the way, and nothing is left.
 *
 * With HEADROOM_SOAK_RECORDS_PER_SEC the run sends so many records of 100 bytes a second instead, and all of them have to
 * be sent and acknowledged. 30 minutes at 100,000 a second write 20 GB and need a machine that carries brokers as well.
 */
import { readFileSync } from 'node:fs'
import { describe } from 'vitest'
import { hostOf, workersOf } from '../faults/running-run.ts'
import { callHeadroom, itInWorkspace, leftAfter } from '../integration/validate-support.ts'
import { showFigures } from './figures.ts'

const recordsPerSec = process.env.HEADROOM_SOAK_RECORDS_PER_SEC
const loadMinutes = Number(process.env.HEADROOM_SOAK_MINUTES ?? 6)
const everyMs = 1_000
const aroundLoadMs = 600_000
/** The collector of Node lets a heap swing; a leak of one record in a hundred would be far above this. */
const growthAllowed = 0.05

function memoryBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes ?? 0) * 1024
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Memory of a process in the second quarter of the load, when all has settled, and in the last. */
function growthOf(memory: readonly number[]) {
  const quarter = Math.floor(memory.length / 4)
  const settledBytes = mean(memory.slice(quarter, 2 * quarter))
  const lastBytes = mean(memory.slice(-quarter))
  return { settledBytes, lastBytes, growth: lastBytes / settledBytes - 1, mostBytes: Math.max(...memory) }
}

/** The quotas of the example, a twentieth of them; or all of them, with records that stay below. */
function loadOptions(): string[] {
  if (recordsPerSec === undefined) return ['--scale', '0.05']
  const settings = [`peakRecordsPerSec=${recordsPerSec}`, 'recordValueBytes=100', 'batchBytes=131072']
  return ['--scale', '1', ...settings.flatMap((setting) => ['--set', `workload.producers.0.${setting}`])]
}

describe.runIf(process.platform === 'linux')(`a run of ${loadMinutes} minutes`, () => {
  const options = { timeout: loadMinutes * 60_000 + aroundLoadMs }
  itInWorkspace('grows by nothing, loses nothing and leaves nothing', options, async ({ workspace, expect }) => {
    const words = ['validate', 'examples/first.headroom.json', '--target', 'embedded:kafka']
    const length = ['--duration', `${loadMinutes}m`, '--set', 'workload.topics.0.replicationFactor=1', '--json']
    const call = callHeadroom(workspace, [...words, ...loadOptions(), ...length])
    await call.says(/^burn-in .* left/m)
    const host = hostOf(workspace)
    const processes = new Map([['host', host], ...workersOf(workspace).map((pid) => [`worker ${pid}`, pid] as const)])
    const memory = new Map([...processes.keys()].map((name) => [name, [] as number[]]))
    for (const untilMs = Date.now() + (loadMinutes * 60 - 20) * 1000; Date.now() < untilMs; ) {
      for (const [name, pid] of processes) memory.get(name)?.push(memoryBytes(pid))
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
    const end = await call.exited
    const value = JSON.parse(end.out)
    const growth = [...memory].map(([name, bytes]) => ({ name, ...growthOf(bytes) }))
    showFigures(
      `Soak of ${loadMinutes} minutes, memory in the second and in the last quarter`,
      Object.fromEntries(growth.map((row) => [row.name, row])),
    )
    expect(value.error, end.err).toBeUndefined()
    const { isClosed, gaps, groups, offeredRecords, ackedRecords } = value.accounting
    expect([value.status, isClosed, gaps]).toEqual(['complete', true, []])
    if (recordsPerSec !== undefined) expect(ackedRecords).toBe(offeredRecords)
    expect(groups.map(({ lostRecords }: { lostRecords: number }) => lostRecords)).toEqual(groups.map(() => 0))
    expect(await leftAfter(workspace)).toEqual([])
    for (const { name, settledBytes, lastBytes } of growth) {
      expect(lastBytes, name).toBeLessThan(settledBytes * (1 + growthAllowed))
    }
  })
})
