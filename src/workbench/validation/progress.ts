/**
 * How far a validation is, in words and numbers.
 */
import type { ValidationProgress } from '../../contracts/ipc-contract.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { Sample } from '../../contracts/sample.ts'
import type { FleetProgress } from '../fleets/fleet.ts'

const phases = {
  'starting-cluster': 'preparing',
  preflight: 'preflight',
  'creating-topics': 'preparing',
  'starting-workers': 'preparing',
  'waiting-for-assignment': 'preparing',
  draining: 'draining',
  'cleaning-up': 'cleaning-up',
} as const satisfies Readonly<Record<FleetProgress['step'], ValidationProgress['phase']>>

/** A step that a fleet reports. */
export function stepProgress(runId: string, { step, message, fraction }: FleetProgress): ValidationProgress {
  return { runId, phase: phases[step], message, fraction, leftMs: null }
}

/** A second of load. The time left counts the load and, at most, its drain. */
export function loadProgress(runId: string, plan: RunPlan, sample: Sample): ValidationProgress {
  const doneMs = (sample.second + 1) * 1000
  const isBurnIn = doneMs <= plan.burnInMs
  return {
    runId,
    phase: isBurnIn ? 'burn-in' : 'measuring',
    message: isBurnIn ? 'Burn-in: nothing counts yet.' : 'Measuring.',
    fraction: Math.min(1, doneMs / plan.durationMs),
    leftMs: Math.max(0, plan.durationMs - doneMs),
  }
}
