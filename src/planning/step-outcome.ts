import type { StepResult } from '../contracts/campaign.ts'
import type { ClusterOf } from './cluster-order.ts'

/** What the reducer looks at of a result. */
export type StepOutcome = Pick<StepResult, 'stepId' | 'isSustained' | 'isClimb'> &
  /** Where cases grow, what was written decides. */
  Partial<Pick<StepResult, 'steady' | 'wholeRun'>>

type RunOfStep = Pick<StepOutcome, 'stepId' | 'isClimb'>

/** The repeats of a step: its runs but the one that the number of writers was chosen by. */
export function repeatsOf<Run extends RunOfStep>(results: readonly Run[], stepId: string): Run[] {
  return results.filter((result) => result.stepId === stepId && result.isClimb !== true)
}

/** The runs of a step that count: its repeats, or where it has none the run that was made in the search. */
export function countedRuns<Run extends RunOfStep>(results: readonly Run[], stepId: string): Run[] {
  const repeats = repeatsOf(results, stepId)
  return repeats.length > 0 ? repeats : results.filter((result) => result.stepId === stepId)
}

/** What decides about the next step besides the campaign itself. */
export interface CampaignProgress {
  /** In any order. */
  readonly results: readonly StepOutcome[]
  /** Ids of steps that the target does not take. */
  readonly notRun: readonly string[]
  readonly clusterOf: ClusterOf
}
