/**
 * Warms a cluster up with runs that do not count, until two consecutive runs agree. A fresh cluster compiles its code
 * and grows its heap in the first seconds of load, and a service's load balancer scales up with the load.
 */
import type { CampaignStep, WarmUp } from '../../contracts/campaign.ts'
import type { MeasuredRecord } from '../../contracts/run-record.ts'

/** How a warm-up ended. */
export interface WarmUpEnd {
  readonly runs: number
  /** True if the last two runs were on one cluster and agreed. */
  readonly isWarm: boolean
  /** The last run. Its cluster is the warm one if `isWarm`. */
  readonly last: MeasuredRecord
}

/** Calls `run` until two consecutive runs on one cluster agree, at most `mostRuns` times. `position` counts from 1. */
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
 * Returns true if no embedded cluster was started between the two runs; always true for the user's cluster. An embedded
 * cluster is restarted if, for example, a topic cannot be deleted, a broker was killed or the runner was restarted.
 */
export function isSameCluster(one: MeasuredRecord, other: MeasuredRecord): boolean {
  return one.environment?.clusterStartedAtEpochMs === other.environment?.clusterStartedAtEpochMs
}

function rateOf({ result }: MeasuredRecord): number {
  return result?.wholeRun.recordsPerSec ?? 0
}

/** Turns a step into a warm-up run, which has its own step id, so it is not counted as a repetition of the step. */
export function warmUpStep(step: CampaignStep, position: number): CampaignStep {
  return { ...step, stepId: 'warm-up', label: `warm-up with ${step.label}`.slice(0, 200), repeat: position }
}

function agree(one: number, other: number, ratio: number): boolean {
  return Math.abs(one - other) <= ratio * Math.max(one, other)
}
