/**
 * A run under its quota for six minutes, or for HEADROOM_SOAK_MINUTES: memory, open handles and threads at the end are
 * those of the time when it had settled, nothing is lost on the way, and nothing is left. By how much the workspace grows is
 * shown: SQLite writes its file in steps.
 *
 * With HEADROOM_SOAK_RECORDS_PER_SEC the run sends so many records of 100 bytes a second instead, and all of them have to
 * be sent and acknowledged. 30 minutes at 100,000 a second write 20 GB and need a machine that carries brokers as well.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
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
/** A connection of a client comes and goes now and then. A leak of one handle or thread a minute would be above this. */
const changeAllowed = 2

/** What a process has at one time. */
function readProcess(pid: number) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const numberOf = (pattern: RegExp) => Number(pattern.exec(status)?.[1] ?? 0)
  return {
    bytes: numberOf(/^VmRSS:\s+(\d+) kB$/m) * 1024,
    threads: numberOf(/^Threads:\s+(\d+)$/m),
    handles: readdirSync(`/proc/${pid}/fd`).length,
  }
}
type ProcessReading = ReturnType<typeof readProcess>

/** Bytes of the workspace's own files: the store, its log of what was written last, and logs. */
function workspaceBytes(workspace: string): number {
  const names = ['', 'logs'].flatMap((folder) => {
    const path = join(workspace, folder)
    return (statSync(path, { throwIfNoEntry: false }) === undefined ? [] : readdirSync(path)).map((name) =>
      join(path, name),
    )
  })
  const stats = names.map((name) => statSync(name, { throwIfNoEntry: false }))
  return stats.reduce((sum, found) => sum + (found?.isFile() === true ? found.size : 0), 0)
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** The second quarter of the load, when all has settled, and the last. */
function quartersOf<T>(values: readonly T[]): { readonly settled: readonly T[]; readonly last: readonly T[] } {
  const quarter = Math.floor(values.length / 4)
  return { settled: values.slice(quarter, 2 * quarter), last: values.slice(-quarter) }
}

/** What a process had in the second quarter and in the last, as means. */
function growthOf(readings: readonly ProcessReading[]) {
  const { settled, last } = quartersOf(readings)
  const change = (of: keyof ProcessReading) =>
    mean(last.map((each) => each[of])) - mean(settled.map((each) => each[of]))
  const settledBytes = mean(settled.map(({ bytes }) => bytes))
  return {
    ...{ settledBytes, growth: change('bytes') / settledBytes },
    ...{
      mostBytes: Math.max(...readings.map(({ bytes }) => bytes)),
      mostHandles: Math.max(...readings.map(({ handles }) => handles)),
    },
    ...{ moreHandles: change('handles'), moreThreads: change('threads') },
    megabytesByMinute: meansByMinute(readings.map(({ bytes }) => bytes / 1e6)),
  }
}

/** Shows whether memory that grew did so steadily or in steps. */
function meansByMinute(values: readonly number[]): number[] {
  const inMinute = 60_000 / everyMs
  const minutes = Math.ceil(values.length / inMinute)
  return Array.from({ length: minutes }, (_, at) => Math.round(mean(values.slice(at * inMinute, (at + 1) * inMinute))))
}

/** By how much files grow in each second, in the second quarter and in the last. */
function growthOfFiles(sizes: readonly number[]) {
  const { settled, last } = quartersOf(sizes)
  const perSec = (part: readonly number[]) => ((part.at(-1) ?? 0) - (part[0] ?? 0)) / part.length / (everyMs / 1000)
  return { settledBytesPerSec: perSec(settled), lastBytesPerSec: perSec(last), mostBytes: Math.max(...sizes) }
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
    const workers = workersOf(workspace).map((pid) => [`worker ${pid}`, pid] as const)
    const processes = new Map([['program', call.child.pid ?? 0], ['host', host], ...workers])
    const readings = new Map([...processes.keys()].map((name) => [name, [] as ProcessReading[]]))
    const fileBytes: number[] = []
    const untilMs = Date.now() + (loadMinutes * 60 - 20) * 1000
    const areAllThere = () => [...processes.values()].every((pid) => existsSync(`/proc/${pid}/status`))
    // A run that ends too early says below why it did.
    while (Date.now() < untilMs && areAllThere()) {
      for (const [name, pid] of processes) readings.get(name)?.push(readProcess(pid))
      fileBytes.push(workspaceBytes(workspace))
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
    const end = await call.exited
    const value = JSON.parse(end.out)
    const growth = [...readings].map(([name, of]) => ({ name, ...growthOf(of) }))
    const files = growthOfFiles(fileBytes)
    showFigures(`Soak of ${loadMinutes} minutes, the second and the last quarter`, {
      ...Object.fromEntries(growth.map((row) => [row.name, row])),
      workspace: files,
    })
    expect(value.error, end.err).toBeUndefined()
    const { isClosed, gaps, groups, offeredRecords, ackedRecords } = value.accounting
    expect([value.status, isClosed, gaps], end.err.slice(-2_000)).toEqual(['complete', true, []])
    if (recordsPerSec !== undefined) expect(ackedRecords).toBe(offeredRecords)
    expect(groups.map(({ lostRecords }: { lostRecords: number }) => lostRecords)).toEqual(groups.map(() => 0))
    expect(await leftAfter(workspace)).toEqual([])
    for (const { name, growth: grown, moreHandles, moreThreads } of growth) {
      expect(grown, name).toBeLessThan(growthAllowed)
      expect([moreHandles < changeAllowed, moreThreads < changeAllowed], name).toEqual([true, true])
    }
  })
})
