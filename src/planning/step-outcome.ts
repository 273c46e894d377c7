import type { StepResult } from '../contracts/campaign.ts'
import type { ClusterOf } from './cluster-order.ts'

/** What the reducer looks at of a result. */
export type StepOutcome = Pick<StepResult, 'stepId' | 'isSustained'> &
  /** Where cases grow, what was written decides. */
  Partial<Pick<StepResult, 'steady' | 'wholeRun'>>

/** What decides about the next step besides the campaign itself. */
export interface CampaignProgress {
  /** In any order. */
  readonly results: readonly StepOutcome[]
  /** Ids of steps that the target does not take. */
  readonly notRun: readonly string[]
  readonly clusterOf: ClusterOf
}
