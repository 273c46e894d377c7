import type { StepResult } from '../contracts/campaign.ts'
import type { ClusterOf } from './cluster-order.ts'

/** What the reducer looks at of a result. */
export type StepOutcome = Pick<StepResult, 'stepId' | 'isSustained' | 'isClimb'> &
  /** Where cases grow, what was written decides. */
  Partial<Pick<StepResult, 'steady' | 'wholeRun'>>

/** The runs of a step that count: where it was run again, not the one that the number of writers was chosen by. */
export function countedRuns<Run extends Pick<StepOutcome, 'stepId' | 'isClimb'>>(
  results: readonly Run[],
  stepId: string,
): Run[] {
  const own = results.filter((result) => result.stepId === stepId)
  const counted = own.filter(({ isClimb }) => isClimb !== true)
  return counted.length === 0 ? own : counted
}

/** What decides about the next step besides the campaign itself. */
export interface CampaignProgress {
  /** In any order. */
  readonly results: readonly StepOutcome[]
  /** Ids of steps that the target does not take. */
  readonly notRun: readonly string[]
  readonly clusterOf: ClusterOf
}
