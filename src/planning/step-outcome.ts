import type { StepResult } from '../contracts/campaign.ts'

/** What the reducer looks at of a result. */
export type StepOutcome = Pick<StepResult, 'stepId' | 'isSustained'> &
  /** Where cases grow, what was written decides. */
  Partial<Pick<StepResult, 'steady' | 'wholeRun'>>
