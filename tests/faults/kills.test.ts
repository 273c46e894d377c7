import { describe } from 'vitest'
import { type Call, headroomJson, itInWorkspace, leftAfter, rateLine } from '../integration/validate-support.ts'
import { brokerOf, hostOf, lastRun, startRun, workersOf } from './running-run.ts'

/** A run of which acknowledged records are kept: what falls later must not take them away. */
async function runUnderLoad(workspace: string): Promise<Call> {
  const call = startRun(workspace)
  const ended = call.exited.then(({ exitCode, err, out }) => {
    throw new Error(`the run ended by itself with exit code ${exitCode}:\n${err}\n${out.slice(0, 1_000)}`)
  })
  await Promise.race([call.says(rateLine), ended])
  // Its end is what the test is about.
  ended.catch(() => undefined)
  return call
}

// Each has a cluster of its own and waits for most of its time: side by side they take half as long.
describe.runIf(process.platform === 'linux').concurrent('a run in which something is killed', () => {
  itInWorkspace.for([
    ['the runner host', (workspace: string) => [hostOf(workspace)], 8, 'runner-exited'],
    ['a worker', (workspace: string) => workersOf(workspace).slice(0, 1), 8, 'worker-crashed'],
    ['the broker', (workspace: string) => [brokerOf(workspace)], 8, 'broker-lost'],
  ] as const)('(%s) is there, partial, and nothing of it is left', async (kill, { workspace, expect }) => {
    const [, victims, exitCode, endReason] = kill
    const call = await runUnderLoad(workspace)
    const pids = victims(workspace)
    expect(pids).toHaveLength(1)
    for (const pid of pids) process.kill(pid, 'SIGKILL')
    const end = await call.exited
    const value = JSON.parse(end.out)
    expect([end.exitCode, value.status, value.endReason]).toEqual([exitCode, 'partial', endReason])
    expect(value.verdict).toBe('not-proven')
    expect(value.accounting.ackedRecords).toBeGreaterThan(0)
    expect(value.cleanUp.leftovers).toEqual([])
    expect(await leftAfter(workspace)).toEqual([])
    expect((await lastRun(workspace)).status).toBe('partial')
  })

  itInWorkspace(
    '(this program) is there at the next start, with its result, and nothing of it is left',
    async ({ workspace, expect }) => {
      const call = await runUnderLoad(workspace)
      // The wrapper script imports the bundle: it is the program itself.
      call.child.kill('SIGKILL')
      await call.exited
      expect(await leftAfter(workspace)).toEqual([])
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
      const call = await runUnderLoad(workspace)
      call.child.kill('SIGINT')
      await call.says(/Press Ctrl-C again to leave at once/)
      call.child.kill('SIGINT')
      expect((await call.exited).exitCode).toBe(130)
      expect(await leftAfter(workspace)).toEqual([])
      expect((await lastRun(workspace)).status).toBe('partial')
    },
  )

  itInWorkspace(
    '(this program and its runner at once) leaves nothing, and the next run works',
    async ({ workspace, expect }) => {
      const call = await runUnderLoad(workspace)
      const hostPid = hostOf(workspace)
      process.kill(hostPid, 'SIGKILL')
      call.child.kill('SIGKILL')
      await call.exited
      const words = ['--target', 'embedded:simulated', '--scale', '0.02', '--duration', '8s']
      const next = await headroomJson(workspace, ['validate', 'examples/first.headroom.json', ...words])
      expect(next.value.status).toBe('complete')
      expect(await leftAfter(workspace)).toEqual([])
    },
  )
})
