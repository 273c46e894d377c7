/**
 * Warm-up: runs that do not count, until two after each other agree. A fresh cluster compiles its code and grows its
 * heap in its first seconds of load, and a load balancer in front of a service grows with the traffic.
 */
import type { CampaignStep, WarmUp } from '../../contracts/campaign.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'

/** How a warm-up ended. */
export interface WarmUpEnd {
  readonly runs: number
  /** Two runs after each other agreed, on one cluster. */
  readonly isWarm: boolean
  /** The last run: on the cluster that is warm now. */
  readonly last: MeasuredRecord
}

/** Runs the step until two in a row agree on one cluster, or as often as is allowed. */
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
 * True where both ran on the same start of an embedded cluster, or on a cluster of the user's. What stands between two runs
 * may end a cluster (a topic that cannot be deleted, a broker that is killed, a runner that is started anew), and nobody
 * but the runner knows.
 */
export function isSameCluster(one: MeasuredRecord, other: MeasuredRecord): boolean {
  return one.environment?.clusterStartedAtEpochMs === other.environment?.clusterStartedAtEpochMs
}

function rateOf({ result }: MeasuredRecord): number {
  return result?.wholeRun.recordsPerSec ?? 0
}

/** The step as it is run for a warm-up: its repeats begin afterwards. */
export function warmUpStep(step: CampaignStep, position: number): CampaignStep {
  return { ...step, stepId: 'warm-up', label: `warm-up with ${step.label}`.slice(0, 200), repeat: position }
}

function agree(one: number, other: number, ratio: number): boolean {
  return Math.abs(one - other) <= ratio * Math.max(one, other)
}
