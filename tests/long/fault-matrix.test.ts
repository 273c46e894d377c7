/**
 * Each part of a run killed or stopped in each of its phases.
 *
 * Whatever falls, and whenever: the command ends, with one JSON object and no stack trace; nothing of the run is left;
 * what was measured is kept, and a run that did not come to the end of its load is never confirmed. One that fell after it has
 * all its windows: it is judged by them, and marked as partial.
 */
import { readFileSync } from 'node:fs'
import { describe } from 'vitest'
import { endingOf, type RunPhase, runFaults, type Victim } from '../faults/run-faults.ts'
import { brokerOf, hostOf, lastRun, startRun, workersOf } from '../faults/running-run.ts'
import { type Call, itInWorkspace, leftAfter } from '../integration/validate-support.ts'

/** What is said when a phase has begun. */
const phases: Readonly<Record<RunPhase, RegExp>> = {
  'the cluster starts': /^preparing/m,
  preflight: /^preflight/m,
  'burn-in': /^burn-in .* left/m,
  measuring: /^measuring .* left/m,
  'clean-up': /^(draining|cleaning-up)/m,
}

/** Waits for the process: in the first phases it may still be on its way. */
async function find(victim: Victim, workspace: string, call: Call): Promise<number> {
  for (const untilMs = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    try {
      return pidOf(victim, workspace, call)
    } catch (error) {
      if (Date.now() > untilMs) throw error
    }
  }
}

function pidOf(victim: Victim, workspace: string, call: Call): number {
  if (victim === 'runner host') return hostOf(workspace)
  if (victim === 'broker' || victim === 'first of two brokers') return brokerOf(workspace)
  const pid = victim === 'program' ? call.child.pid : workersOf(workspace).at(victim === 'producer worker' ? 0 : -1)
  if (pid === undefined) throw new Error(`no ${victim} was found`)
  return pid
}

describe.runIf(process.platform === 'linux').concurrent('a run in which', () => {
  itInWorkspace.for(runFaults.map((fault) => [fault.victim, fault.phase, fault.signal, fault] as const))(
    'the %s falls while %s (%s) ends as it must, and leaves nothing',
    async ([victim, phase, signal, fault], { workspace, expect }) => {
      const [status, endReason] = endingOf(fault)
      const call = startRun(workspace, victim === 'first of two brokers' ? 2 : 1)
      await call.says(phases[phase])
      const pid = await find(victim, workspace, call)
      process.kill(pid, signal)
      if (victim === 'program' && signal === 'SIGSTOP') {
        // A program that hangs: its runner takes the silence for a lost controller.
        expect(await leftAfter(workspace)).toEqual([])
        process.kill(pid, 'SIGCONT')
      }
      const end = await call.exited
      if (signal === 'SIGSTOP') expect(() => readFileSync(`/proc/${pid}/stat`)).toThrow()
      expect(end.err).not.toMatch(/^ {4}at /m)
      expect(await leftAfter(workspace)).toEqual([])
      if (victim !== 'program' || signal === 'SIGSTOP') {
        const said = JSON.parse(end.out)
        expect([said.status, said.endReason], said.endDetail ?? '').toEqual([status, endReason])
        expect(said.error?.message ?? said.reason).toEqual(expect.any(String))
      }
      const run = await lastRun(workspace)
      expect([run.status, run.endReason], run.endDetail ?? '').toEqual([status, endReason])
      if (status === 'failed') expect(run.result).toBeNull()
      else if (phase !== 'burn-in') expect(run.result.accounting.ackedRecords).toBeGreaterThan(0)
      else expect(run.result).not.toBeNull()
      if (status === 'partial') expect(run.overlay.marks).toContain('partial')
      if (status !== 'failed' && phase !== 'clean-up') expect(run.overlay.verdict).not.toBe('confirmed')
      if (status === 'partial' && phase !== 'clean-up') expect(run.overlay.verdict).toBe('not-proven')
    },
  )
})
