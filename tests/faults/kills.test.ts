import { readdirSync, readFileSync } from 'node:fs'
import { describe } from 'vitest'
import {
  type Call,
  callHeadroom,
  headroomJson,
  itInWorkspace,
  leftAfter,
  processesOf,
} from '../integration/validate-support.ts'

/** Longest time that a runner may take to end everything after it lost its controller. */
const sweepMs = 15_000

/** A validation on one real broker, some seconds into its load. */
async function startRun(workspace: string): Promise<Call> {
  const words = ['validate', 'examples/first.headroom.json', '--target', 'embedded:kafka', '--scale', '0.05']
  const quick = ['--quota-window-seconds', '4', '--set', 'workload.topics.0.replicationFactor=1', '--json']
  const call = callHeadroom(workspace, [...words, ...quick])
  await call.says(/(burn-in|measuring) .* left/)
  await new Promise((resolve) => setTimeout(resolve, 6_000))
  return call
}

function host(workspace: string): number {
  const found = processesOf(workspace).find(({ command }) => command.includes('host.mjs'))
  if (found === undefined) throw new Error('the runner host was not found')
  return found.pid
}

function broker(workspace: string): number {
  const found = processesOf(workspace).find(({ command }) => command.includes('kafka.Kafka'))
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
async function lastRun(workspace: string) {
  const { value } = await headroomJson(workspace, ['runs', 'show', 'last'])
  return value
}

// Each has a cluster of its own and waits for most of its time: side by side they take half as long.
describe.runIf(process.platform === 'linux').concurrent('a run in which something is killed', () => {
  itInWorkspace.for([
    ['the runner host', (workspace: string) => [host(workspace)], 8, 'runner-exited'],
    ['a worker', (workspace: string) => workersOf(host(workspace)).slice(0, 1), 8, 'worker-crashed'],
    ['the broker', (workspace: string) => [broker(workspace)], 8, 'broker-lost'],
  ] as const)('(%s) is there, partial, and nothing of it is left', async (kill, { workspace, expect }) => {
    const [, victims, exitCode, endReason] = kill
    const call = await startRun(workspace)
    const pids = victims(workspace)
    expect(pids).toHaveLength(1)
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    const end = await call.exited
    const value = JSON.parse(end.out)
    expect([end.exitCode, value.status, value.endReason]).toEqual([exitCode, 'partial', endReason])
    expect(value.verdict).toBe('not-proven')
    expect(value.accounting.ackedRecords).toBeGreaterThan(0)
    expect(value.cleanUp.leftovers).toEqual([])
    expect(await leftAfter(workspace, sweepMs)).toEqual([])
    expect((await lastRun(workspace)).status).toBe('partial')
  })

  itInWorkspace(
    '(this program) is there at the next start, with its result, and nothing of it is left',
    async ({ workspace, expect }) => {
      const call = await startRun(workspace)
      // The wrapper script imports the bundle: it is the program itself.
      call.child.kill('SIGKILL')
      await call.exited
      expect(await leftAfter(workspace, sweepMs)).toEqual([])
      const run = await lastRun(workspace)
      expect([run.status, run.endReason]).toEqual(['partial', 'app-killed'])
      expect(run.result.accounting.ackedRecords).toBeGreaterThan(0)
      expect(run.overlay.reasonCode).toBe('partial-run')
      const { value } = await headroomJson(workspace, ['runs', 'list'])
      expect(value.runs[0]).toMatchObject({ status: 'partial', verdict: 'not-proven' })
    },
  )

  itInWorkspace(
    '(this program, by a second interrupt) leaves at once and nothing behind',
    async ({ workspace, expect }) => {
      const call = await startRun(workspace)
      call.child.kill('SIGINT')
      await call.says(/Once more leaves at once/)
      // Closer together they would be one interrupt and its echo.
      await new Promise((resolve) => setTimeout(resolve, 400))
      call.child.kill('SIGINT')
      expect((await call.exited).exitCode).toBe(130)
      expect(await leftAfter(workspace, sweepMs)).toEqual([])
      expect((await lastRun(workspace)).status).toBe('partial')
    },
  )

  itInWorkspace(
    '(this program and its runner at once) leaves nothing either, and the next run works',
    async ({ workspace, expect }) => {
      const call = await startRun(workspace)
      const hostPid = host(workspace)
      process.kill(hostPid, 'SIGKILL')
      call.child.kill('SIGKILL')
      await call.exited
      const words = ['--target', 'embedded:simulated', '--scale', '0.02', '--duration', '8s']
      const next = await headroomJson(workspace, ['validate', 'examples/first.headroom.json', ...words])
      expect(next.value.status).toBe('complete')
      expect(await leftAfter(workspace, sweepMs)).toEqual([])
    },
  )
})
