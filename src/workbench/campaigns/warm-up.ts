/**
 * Warm-up: runs that do not count, until two consecutive ones agree. A fresh cluster compiles its code and grows its heap
 * in its first seconds of load, and a load balancer in front of a service scales up with the traffic.
 */
import type { CampaignStep, WarmUp } from '../../contracts/campaign.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'

/** How a warm-up ended. */
export interface WarmUpEnd {
  readonly runs: number
  /** True if two consecutive runs on one cluster agreed. */
  readonly isWarm: boolean
  /** The last run, on the cluster that is warm now. */
  readonly last: MeasuredRecord
}

/** Runs the step until two consecutive runs on one cluster agree, at most `mostRuns` times. */
export async function warmUp(
  { mostRuns, agreementRatio }: WarmUp,
  run: (position: number) => Promise<MeasuredRecord>,
): Promise<WarmUpEnd> {
  let last = await run(1)
  for (let runs = 2; runs <= mostRuns; runs += 1) {
    const before = last
    last = await run(runs)
    const isWarm = isSameCluster(before, last) && agree(rateOf(before), rateOf(last), agreementRatio)
    if (isWarm) return { runs, isWarm, last }
  }
  return { runs: mostRuns, isWarm: false, last }
}

/**
 * True if both runs used the same start of an embedded cluster, or the user's cluster. Between two runs an embedded
 * cluster may be restarted (a topic cannot be deleted, a broker was killed, the runner was restarted), which only the
 * runner knows.
 */
export function isSameCluster(one: MeasuredRecord, other: MeasuredRecord): boolean {
  return one.environment?.clusterStartedAtEpochMs === other.environment?.clusterStartedAtEpochMs
}

function rateOf({ result }: MeasuredRecord): number {
  return result?.wholeRun.recordsPerSec ?? 0
}

/** The step as a warm-up run; the repeats of the step itself begin afterwards. */
export function warmUpStep(step: CampaignStep, position: number): CampaignStep {
  return { ...step, stepId: 'warm-up', label: `warm-up with ${step.label}`.slice(0, 200), repeat: position }
}

function agree(one: number, other: number, ratio: number): boolean {
  return Math.abs(one - other) <= ratio * Math.max(one, other)
}
