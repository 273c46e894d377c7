/**
 * Converts campaign records of older versions, which counted runs by another rule.
 */
import type { Campaign } from '../contracts/campaign.ts'
import { knownConfigurations } from './campaign-configurations.ts'
import type { StepOutcome } from './step-outcome.ts'

type RunOfStep = Pick<StepOutcome, 'stepId' | 'isClimb'>

/**
 * The results of a campaign with growing rows, counted by today's rule. Older versions did not distinguish the run that
 * chose the number of producers from the repeats. In their records, the first run of each step is taken as the choosing
 * run.
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

/** True if the record counted the run that chose the number of producers as a repeat. */
export function isOfOlderRule({ method, repeats }: Campaign, results: readonly RunOfStep[]): boolean {
  const grows = method.kind === 'cases' && method.growth !== undefined && repeats > 1
  return grows && results.length > 0 && results.every(({ isClimb }) => isClimb !== true)
}
