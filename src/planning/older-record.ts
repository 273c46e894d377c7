/**
 * Records of campaigns of versions that counted runs by another rule.
 */
import type { Campaign } from '../contracts/campaign.ts'
import { knownConfigurations } from './campaign-configurations.ts'
import type { StepOutcome } from './step-outcome.ts'

type RunOfStep = Pick<StepOutcome, 'stepId' | 'isClimb'>

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
