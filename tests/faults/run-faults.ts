/**
 * Faults of tests/long/fault-matrix.test.ts, and what a run must end in after each. docs/reliability.md has them too.
 */
import type { EndReason } from '../../src/contracts/run-record.ts'

const phases = ['the cluster starts', 'preflight', 'burn-in', 'measuring', 'clean-up'] as const
export type RunPhase = (typeof phases)[number]

const victims = ['runner host', 'producer worker', 'consumer worker', 'broker', 'program'] as const
/** The process that falls. A `broker` is the only one of its cluster. */
export type Victim = (typeof victims)[number] | 'first of two brokers'
const workers: readonly Victim[] = ['producer worker', 'consumer worker']

export interface RunFault {
  readonly victim: Victim
  readonly phase: RunPhase
  readonly signal: 'SIGKILL' | 'SIGSTOP'
}

/** How a run stands after its fault: its status and the reason of its end. */
export type Ending = readonly [status: 'failed' | 'partial' | 'complete', endReason: EndReason]

export const runFaults: readonly RunFault[] = [
  ...phases.flatMap((phase) =>
    (['runner host', 'program', 'broker'] as const).map((victim) => ({ victim, phase, signal: 'SIGKILL' }) as const),
  ),
  ...(['the cluster starts', 'preflight', 'measuring', 'clean-up'] as const).map(
    (phase) => ({ victim: 'first of two brokers', phase, signal: 'SIGKILL' }) as const,
  ),
  ...(['burn-in', 'measuring', 'clean-up'] as const).flatMap((phase) =>
    (['producer worker', 'consumer worker'] as const).map((victim) => ({ victim, phase, signal: 'SIGKILL' }) as const),
  ),
  ...victims.map((victim) => ({ victim, phase: 'measuring', signal: 'SIGSTOP' }) as const),
]

/** What a fault of the list must end in. One answer each: a run that ends in another has lost or invented something. */
export function endingOf({ victim, phase, signal }: RunFault): Ending {
  // A broker that hangs serves nothing: that is measured to the end.
  if (signal === 'SIGSTOP' && victim === 'broker') return ['complete', 'plan-complete']
  // A program that hangs is lost to its runner, whose last word it finds when it goes on.
  if (signal === 'SIGSTOP' && victim === 'program') return ['partial', 'controller-lost']
  const isBeforeLoad = phase === 'the cluster starts' || phase === 'preflight'
  const status = isBeforeLoad ? 'failed' : 'partial'
  if (workers.includes(victim)) return [status, 'worker-crashed']
  if (victim === 'program') return [status, 'app-killed']
  if (victim === 'runner host') return [status, 'runner-exited']
  return [status, phase === 'the cluster starts' ? 'prepare-failed' : 'broker-lost']
}
