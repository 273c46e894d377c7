import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Call,
  callHeadroom,
  headroomJson,
  leftAfter,
  makeWorkspace,
  processesOf,
} from '../integration/validate-support.ts'

/** Longest time that a runner may take to end everything after it lost its controller. */
const sweepMs = 15_000

let workspace: Awaited<ReturnType<typeof makeWorkspace>>
beforeEach(async () => {
  workspace = await makeWorkspace()
})
afterEach(() => workspace.remove())

/** A validation on one real broker, some seconds into its load. */
async function startRun(): Promise<Call> {
  const words = ['validate', 'examples/first.headroom.json', '--target', 'embedded:kafka', '--scale', '0.05']
  const quick = ['--quota-window-seconds', '4', '--set', 'workload.topics.0.replicationFactor=1', '--json']
  const call = callHeadroom(workspace.path, [...words, ...quick])
  await call.says(/(burn-in|measuring) .* left/)
  await new Promise((resolve) => setTimeout(resolve, 6_000))
  return call
}

function host(): number {
  const found = processesOf(workspace.path).find(({ command }) => command.includes('host.mjs'))
  if (found === undefined) throw new Error('the runner host was not found')
  return found.pid
}

function broker(): number {
  const found = processesOf(workspace.path).find(({ command }) => command.includes('kafka.Kafka'))
  if (found === undefined) throw new Error('the broker was not found')
  return found.pid
}

function workersOf(hostPid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        return parent === hostPid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('worker.mjs')
      } catch {
        return false
      }
    })
    .map(Number)
}

/** The run as the next call sees it. */
async function lastRun() {
  const { value } = await headroomJson(workspace.path, ['runs', 'show', 'last'])
  return value
}

describe.runIf(process.platform === 'linux')('a run in which something is killed', () => {
  it.each([
    ['the runner host', () => [host()], 8, 'runner-exited'],
    ['a worker', () => workersOf(host()).slice(0, 1), 8, 'worker-crashed'],
    ['the broker', () => [broker()], 8, 'broker-lost'],
  ])('(%s) is there, partial, and nothing of it is left', async (_what, victims, exitCode, endReason) => {
    const call = await startRun()
    const pids = victims()
    expect(pids).toHaveLength(1)
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    const end = await call.exited
    const value = JSON.parse(end.out)
    expect([end.exitCode, value.status, value.endReason]).toEqual([exitCode, 'partial', endReason])
    expect(value.verdict).toBe('not-proven')
    expect(value.accounting.ackedRecords).toBeGreaterThan(0)
    expect(value.cleanUp.leftovers).toEqual([])
    expect(await leftAfter(workspace.path, sweepMs)).toEqual([])
    expect((await lastRun()).status).toBe('partial')
  })

  it('(this program) is there at the next start, with its result, and nothing of it is left', async () => {
    const call = await startRun()
    // The wrapper script imports the bundle: it is the program itself.
    call.child.kill('SIGKILL')
    await call.exited
    expect(await leftAfter(workspace.path, sweepMs)).toEqual([])
    const run = await lastRun()
    expect([run.status, run.endReason]).toEqual(['partial', 'app-killed'])
    expect(run.result.accounting.ackedRecords).toBeGreaterThan(0)
    expect(run.overlay.reasonCode).toBe('partial-run')
    const { value } = await headroomJson(workspace.path, ['runs', 'list'])
    expect(value.runs[0]).toMatchObject({ status: 'partial', verdict: 'not-proven' })
  })

  it('(this program, by a second interrupt) leaves at once and nothing behind', async () => {
    const call = await startRun()
    call.child.kill('SIGINT')
    await call.says(/Once more leaves at once/)
    // Closer together they would be one interrupt and its echo.
    await new Promise((resolve) => setTimeout(resolve, 400))
    call.child.kill('SIGINT')
    expect((await call.exited).exitCode).toBe(130)
    expect(await leftAfter(workspace.path, sweepMs)).toEqual([])
    expect((await lastRun()).status).toBe('partial')
  })

  it('(this program and its runner at once) leaves nothing either, and the next run works', async () => {
    const call = await startRun()
    const hostPid = host()
    process.kill(hostPid, 'SIGKILL')
    call.child.kill('SIGKILL')
    await call.exited
    const words = ['--target', 'embedded:simulated', '--scale', '0.02', '--duration', '8s']
    const next = await headroomJson(workspace.path, ['validate', 'examples/first.headroom.json', ...words])
    expect(next.value.status).toBe('complete')
    expect(await leftAfter(workspace.path, sweepMs)).toEqual([])
  })
})
