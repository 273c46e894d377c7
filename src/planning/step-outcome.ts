import type { Campaign, StepResult } from '../contracts/campaign.ts'
import { knownConfigurations } from './campaign-configurations.ts'
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

/**
 * Results of a campaign whose rows grow as they count today: a record of a version that did not tell the run that chose the
 * number of writers from the repeats has the first run of each step as that one.
 */
export function resultsAsCountedToday<Run extends RunOfStep>(
  campaign: Campaign,
  results: readonly Run[],
): readonly Run[] {
  if (!isOfOlderRule(campaign, results)) return results
  const grown = new Set(
    knownConfigurations(campaign).flatMap(({ stepId, isClimb }) => (isClimb === true ? [stepId] : [])),
  )
  const isFirst = ({ stepId }: Run, at: number) => results.findIndex((other) => other.stepId === stepId) === at
  return results.map((run, at) => (grown.has(run.stepId) && isFirst(run, at) ? { ...run, isClimb: true } : run))
}

/** Whether the run that chose the number of writers was counted as a repeat when the record was made. */
export function isOfOlderRule({ method, repeats }: Campaign, results: readonly RunOfStep[]): boolean {
  const grows = method.kind === 'cases' && method.growth !== undefined && repeats > 1
  return grows && results.length > 0 && results.every(({ isClimb }) => isClimb !== true)
}

/** What decides about the next step besides the campaign itself. */
export interface CampaignProgress {
  /** In any order. */
  readonly results: readonly StepOutcome[]
  /** Ids of steps that the target does not take. */
  readonly notRun: readonly string[]
  readonly clusterOf: ClusterOf
}
