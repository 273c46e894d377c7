/**
 * Runs a plan on brokers of the test, lets the test act during the run, and returns what was measured.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Result } from '../../src/contracts/result.ts'
import type { RunPlan } from '../../src/contracts/run-plan.ts'
import type { HostMessage, ToolOutput } from '../../src/contracts/runner-protocol.ts'
import type { Sample } from '../../src/contracts/sample.ts'
import type { Target } from '../../src/contracts/target.ts'
import { computeResult } from '../../src/measurement/compute-result.ts'
import { TestController } from './runner-controller.ts'

/** Time from `ready` to the agreed start. A test has this long to stop a worker before the load. */
const untilStartMs = 500

/** What a test may do during a run. Times are relative to the start of the load. */
export interface RunningLoad {
  readonly workers: { readonly producers: readonly number[]; readonly consumers: readonly number[] }
  until(loadMs: number): Promise<void>
  /** Resolves with the samples so far, as soon as they meet the condition. */
  untilSampled(isEnough: (samples: readonly Sample[]) => boolean): Promise<readonly Sample[]>
  /** Ends the load early. The records that were sent are still acknowledged and read. */
  stop(): void
}

export interface MeasuredRun {
  readonly ended: Extract<HostMessage, { type: 'ended' }>
  readonly samples: readonly Sample[]
  /** What Kafka's own tools printed, if they were the clients. */
  readonly outputs: readonly ToolOutput[]
  readonly result: Result
}

export interface MeasureOptions {
  /** Time from `ready` to the start of the load. */
  readonly leadMs?: number
  /** Environment variables of the host besides this process's own. */
  readonly variables?: Readonly<Record<string, string>>
}

/**
 * Runs a plan to its end.
 * @param during called when all is ready; the load starts `leadMs` later
 */
export async function measure(
  plan: RunPlan,
  where: { readonly target: Target; readonly stateDirectory: string },
  during: (load: RunningLoad) => Promise<void> = async () => undefined,
  { leadMs = untilStartMs, variables = {} }: MeasureOptions = {},
): Promise<MeasuredRun> {
  const controller = new TestController(where.stateDirectory, variables)
  try {
    await controller.greet()
    controller.prepare(plan, where.target)
    await controller.first('ready')
    const startMs = Date.now() + leadMs
    controller.send({ type: 'start', atEpochMs: startMs })
    const load: RunningLoad = {
      workers: workersOf(controller.child.pid ?? 0, plan.consumerGroups.length),
      until: (loadMs) => sleep(Math.max(0, startMs + loadMs - Date.now())).then(() => undefined),
      untilSampled: async (isEnough) => {
        await controller.until(() => isEnough(controller.samples))
        return controller.samples
      },
      stop: () => controller.send({ type: 'stop', mode: 'drain' }),
    }
    const [ended] = await Promise.all([controller.first('ended'), during(load)])
    const { samples } = controller
    const outputs = controller.all('tool-output').map(({ output }) => output)
    return { ended, samples, outputs, result: computeResult(plan, samples) }
  } finally {
    await controller.disconnect()
  }
}

/** Worker processes of a host. It starts those of the producers first, then one for each group. */
function workersOf(hostPid: number, groups: number): RunningLoad['workers'] {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && isWorkerOf(hostPid, name))
    .map(Number)
    .sort((left, right) => left - right)
  return { producers: pids.slice(0, pids.length - groups), consumers: pids.slice(pids.length - groups) }
}

function isWorkerOf(hostPid: number, name: string): boolean {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return parent === hostPid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes('worker')
  } catch {
    // The process has ended since it was listed.
    return false
  }
}
