/**
 * Words the progress of a validation.
 */

import type { RunPlan } from '../../contracts/run-plan.ts'
import type { Sample } from '../../contracts/sample.ts'
import type { ValidationProgress } from '../../contracts/validation-progress.ts'
import { formatDuration } from '../../units/duration.ts'
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

/** Returns the progress for a step that a fleet reports. */
export function stepProgress(runId: string, { step, message, fraction }: FleetProgress): ValidationProgress {
  return { runId, phase: phases[step], message, fraction, leftMs: null }
}

/** Says why the rate is not steady yet, and when counting begins. */
function burnInMessage({ burnInMs }: RunPlan): string {
  return `Clients connect, and quotas let a burst pass. Counting begins after ${formatDuration(burnInMs)}.`
}

/** Returns the progress for a sample of the load; null after the load, because the fleet reports drain and clean-up. */
export function loadProgress(runId: string, plan: RunPlan, sample: Sample): ValidationProgress | null {
  const doneMs = (sample.second + 1) * 1000
  if (doneMs > plan.durationMs) return null
  const phase = doneMs <= plan.burnInMs ? 'burn-in' : 'measuring'
  return {
    runId,
    phase,
    message: phase === 'burn-in' ? burnInMessage(plan) : 'Measuring.',
    fraction: Math.min(1, doneMs / plan.durationMs),
    leftMs: Math.max(0, plan.durationMs - doneMs),
  }
}
