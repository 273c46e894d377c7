/**
 * Measures the connections that a plan holds and attempts in addition to those of its clients.
 */
import type { ConnectionResult } from '../contracts/result.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Sample } from '../contracts/sample.ts'
import { meanOf } from './batch-means.ts'
import { mergeReadableHistograms, summariseHistogram } from './histogram.ts'
import { perSecond } from './rates.ts'

/** Figures of the additional connections over the load; null if the plan has none, or if no sample reports them. */
export function connectionsOver(plan: RunPlan, load: readonly Sample[]): ConnectionResult | null {
  const seconds = load.flatMap(({ connections }) => connections ?? [])
  if (plan.connections === undefined || seconds.length === 0) return null
  const attempts = seconds.reduce((sum, second) => sum + second.attempts, 0)
  const failedAttempts = seconds.reduce((sum, second) => sum + second.failedAttempts, 0)
  const errors: Record<string, number> = {}
  for (const second of seconds) {
    for (const [name, count] of Object.entries(second.errors)) errors[name] = (errors[name] ?? 0) + count
  }
  return {
    wantedHeld: plan.connections.held,
    wantedAttemptsPerSec: plan.connections.attemptsPerSec,
    openMean: meanOf(seconds.map(({ open }) => open)),
    openLeast: seconds.reduce((min, { open }) => Math.min(min, open), Number.POSITIVE_INFINITY),
    takenAttemptsPerSec: perSecond(Math.max(0, attempts - failedAttempts), load),
    failedAttempts,
    attemptLatency: summariseHistogram(
      mergeReadableHistograms(seconds.map(({ attemptHistogram }) => attemptHistogram)).encoded,
    ),
    errors,
  }
}
