/**
 * Measures the connections that a plan holds open or attempts in addition to those of its producers and consumers.
 */
import type { ConnectionResult } from '../contracts/result.ts'
import type { RunPlan } from '../contracts/run-plan.ts'
import { meanOf } from './batch-means.ts'
import { mergeReadableHistograms, summariseHistogram } from './histogram.ts'
import type { LoadSeconds } from './load-seconds.ts'
import { perSecond } from './rates.ts'

/**
 * Figures of the additional connections; null if the plan has none, or if no sample of the load reports them.
 *
 * Open connections and the rate of attempts are those of the load. Failures and latencies are counted over all seconds,
 * because a broker may answer the last attempts of the load after its end.
 */
export function connectionsOver(plan: RunPlan, { all, load }: LoadSeconds): ConnectionResult | null {
  const loadSeconds = load.flatMap(({ connections }) => connections ?? [])
  if (plan.connections === undefined || loadSeconds.length === 0) return null
  const seconds = all.flatMap(({ connections }) => connections ?? [])
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
  const attempts = sum(seconds.map((second) => second.attempts))
  const failedAttempts = sum(seconds.map((second) => second.failedAttempts))
  const takenShare = attempts === 0 ? 0 : Math.max(0, 1 - failedAttempts / attempts)
  const errors: Record<string, number> = {}
  for (const second of seconds) {
    for (const [name, count] of Object.entries(second.errors)) errors[name] = (errors[name] ?? 0) + count
  }
  return {
    wantedHeld: plan.connections.held,
    wantedAttemptsPerSec: plan.connections.attemptsPerSec,
    openMean: meanOf(loadSeconds.map(({ open }) => open)),
    openLeast: loadSeconds.reduce((min, { open }) => Math.min(min, open), Number.POSITIVE_INFINITY),
    takenAttemptsPerSec: takenShare * perSecond(sum(loadSeconds.map((second) => second.attempts)), load),
    failedAttempts,
    attemptLatency: summariseHistogram(
      mergeReadableHistograms(seconds.map(({ attemptHistogram }) => attemptHistogram)).encoded,
    ),
    errors,
  }
}
