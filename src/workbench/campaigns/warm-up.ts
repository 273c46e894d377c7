/**
 * Warm-up: runs that do not count, until two after each other agree. A fresh cluster compiles its code and grows its
 * heap in its first seconds of load, and a load balancer in front of a service grows with the traffic.
 */
import type { CampaignStep, WarmUp } from '../../contracts/campaign.ts'
import type { RunRecord } from '../../contracts/run-record.ts'

/** Runs the step until two in a row agree, or as often as is allowed. @returns how many runs, and whether two agreed */
export async function warmUp(
  { mostRuns, agreementRatio }: WarmUp,
  run: (position: number) => Promise<RunRecord>,
): Promise<{ readonly runs: number; readonly isWarm: boolean }> {
  let before: number | null = null
  for (let position = 1; position <= mostRuns; position += 1) {
    const { result } = await run(position)
    const rate = result?.wholeRun.recordsPerSec ?? 0
    if (before !== null && agree(before, rate, agreementRatio)) return { runs: position, isWarm: true }
    before = rate
  }
  return { runs: mostRuns, isWarm: false }
}

/** The step as it is run for a warm-up: its repeats begin afterwards. */
export function warmUpStep(step: CampaignStep, position: number): CampaignStep {
  return { ...step, stepId: 'warm-up', label: `warm-up with ${step.label}`.slice(0, 200), repeat: position }
}

function agree(one: number, other: number, ratio: number): boolean {
  return Math.abs(one - other) <= ratio * Math.max(one, other)
}
