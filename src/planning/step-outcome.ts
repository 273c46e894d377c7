/**
 * The results of a campaign's runs, as far as they decide its next step.
 */
import type { StepResult } from '../contracts/campaign.ts'
import type { ClusterOf } from './cluster-order.ts'

/** The fields of a result that decide the next step. */
export type StepOutcome = Pick<StepResult, 'stepId' | 'isSustained' | 'isClimb'> &
  /** Growing cases are compared by the written rate. */
  Partial<Pick<StepResult, 'steady' | 'wholeRun'>>

type RunOfStep = Pick<StepOutcome, 'stepId' | 'isClimb'>

/** The repeats of a step: all its runs except the one that chose the number of producers. */
export function repeatsOf<Run extends RunOfStep>(results: readonly Run[], stepId: string): Run[] {
  return results.filter((result) => result.stepId === stepId && result.isClimb !== true)
}

/** The runs of a step that count: its repeats, or the run of the climb if it has no repeats. */
export function countedRuns<Run extends RunOfStep>(results: readonly Run[], stepId: string): Run[] {
  const repeats = repeatsOf(results, stepId)
  return repeats.length > 0 ? repeats : results.filter((result) => result.stepId === stepId)
}

/** The state of a campaign from which its next step follows. */
export interface CampaignProgress {
  /** In any order. */
  readonly results: readonly StepOutcome[]
  /** Ids of steps that the target refused. */
  readonly notRun: readonly string[]
  readonly clusterOf: ClusterOf
}
