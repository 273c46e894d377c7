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

const loadMessages = {
  'burn-in': 'Burn-in: nothing counts yet.',
  measuring: 'Measuring.',
  draining: 'Waiting for acknowledgements and for consumers to catch up.',
} as const

/** A second of load. The time left counts the load and, at most, its drain. */
export function loadProgress(runId: string, plan: RunPlan, sample: Sample): ValidationProgress {
  const doneMs = (sample.second + 1) * 1000
  const phase = doneMs > plan.durationMs ? 'draining' : doneMs <= plan.burnInMs ? 'burn-in' : 'measuring'
  return {
    runId,
    phase,
    message: loadMessages[phase],
    fraction: Math.min(1, doneMs / plan.durationMs),
    leftMs: Math.max(0, plan.durationMs - doneMs),
  }
}
