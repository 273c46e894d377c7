/**
 * Decides the next step of a campaign from the results so far.
 *
 * The same campaign and progress always give the same step, so a campaign is resumed by replaying its results.
 */
import type { Campaign, CampaignStep } from '../contracts/campaign.ts'
import {
  atFactor,
  bracketRatio,
  type Configuration,
  knownConfigurations,
  loadFactorOf,
} from './campaign-configurations.ts'
import { nextOfCases } from './case-steps.ts'
import { oneCluster } from './cluster-order.ts'
import { shuffled } from './shuffled.ts'
import { type CampaignProgress, countedRuns, repeatsOf, type StepOutcome } from './step-outcome.ts'

/** Returns true if a configuration was sustained, and null while repeats are missing. */
type Outcome = (stepId: string) => boolean | null

/**
 * The next run of a campaign, or null when it is done. Results may be in any order. Cases that share an embedded
 * cluster are run together.
 *
 * Refused steps are skipped, and so are steps that depend on them: a climb ends before the refused number of producers,
 * and a search ends if it cannot try its next load.
 */
export function nextStep(
  campaign: Campaign,
  results: readonly StepOutcome[],
  { notRun = [], clusterOf = oneCluster }: Partial<Omit<CampaignProgress, 'results'>> = {},
): CampaignStep | null {
  const configuration = nextConfiguration(campaign, { results, notRun, clusterOf })
  if (configuration === null) return null
  const { stepId, label } = configuration
  const isClimb = configuration.isClimb === true && countOf(results, stepId) === 0
  const repeat = repeatsOf(results, stepId).length + 1
  return { stepId, label, repeat, ...(isClimb ? { isClimb } : {}), scenario: configuration.scenario() }
}

/** The highest load factor of a ladder or search that was sustained in most repeats; null if there is none. */
export function highestSustainedFactor(campaign: Campaign, results: readonly StepOutcome[]): number | null {
  const factors = results.flatMap(({ stepId }) => {
    const factor = loadFactorOf(stepId)
    return factor !== null && isStepSustained(campaign, results, stepId) === true ? [factor] : []
  })
  return factors.length === 0 ? null : Math.max(...factors)
}

/** True if a step was sustained in more than half of its repeats. Null while repeats are missing. */
export function isStepSustained(campaign: Campaign, results: readonly StepOutcome[], stepId: string): boolean | null {
  const runsOfStep = countedRuns(results, stepId)
  if (runsOfStep.length < campaign.repeats) return null
  return runsOfStep.filter((result) => result.isSustained).length * 2 > runsOfStep.length
}

function nextConfiguration(campaign: Campaign, progress: CampaignProgress): Configuration | null {
  const { method } = campaign
  const { results, notRun } = progress
  const outcome: Outcome = (stepId) => isStepSustained(campaign, results, stepId)
  if (method.kind === 'saturation-search') {
    const next = nextOfSearch(campaign, method, outcome)
    return next !== null && notRun.includes(next.stepId) ? null : next
  }
  if (method.kind === 'cases') return nextOfCases(campaign, method.cases, progress)
  const known = knownConfigurations(campaign).filter(({ stepId }) => !notRun.includes(stepId))
  if (campaign.orderSeed !== undefined) return nextInRandomOrder(campaign, known, results)
  const stops = method.kind === 'ladder' && method.stopsWhenSaturated
  for (const configuration of known) {
    const isSustained = outcome(configuration.stepId)
    if (isSustained === null) return configuration
    if (!isSustained && stops) return null
  }
  return null
}

/** Rounds over all configurations, each round in its own random order. */
function nextInRandomOrder(
  campaign: Campaign,
  known: readonly Configuration[],
  results: readonly StepOutcome[],
): Configuration | null {
  for (let round = 0; round < campaign.repeats; round += 1) {
    const order = shuffled(known, (campaign.orderSeed ?? 0) + round)
    const missing = order.find(({ stepId }) => countOf(results, stepId) <= round)
    if (missing !== undefined) return missing
  }
  return null
}

/**
 * Bisection between a factor that was sustained and one that was not. It ends, because the bracket is at least 0.1 % of its
 * low end (`bracketRatio`), which is far more than the six digits of the middle.
 */
function nextOfSearch(
  campaign: Campaign,
  method: { readonly lowFactor: number; readonly highFactor: number; readonly toleranceRatio: number },
  outcome: Outcome,
): Configuration | null {
  let [low, high] = [method.lowFactor, method.highFactor]
  const atLow = outcome(atFactor(campaign, low).stepId)
  if (atLow === null) return atFactor(campaign, low)
  if (!atLow) return null
  const atHigh = outcome(atFactor(campaign, high).stepId)
  if (atHigh === null) return atFactor(campaign, high)
  if (atHigh) return null
  while (high - low > bracketRatio(method.toleranceRatio) * low) {
    const middle = Number(((low + high) / 2).toPrecision(6))
    const isSustained = outcome(atFactor(campaign, middle).stepId)
    if (isSustained === null) return atFactor(campaign, middle)
    if (isSustained) low = middle
    else high = middle
  }
  return null
}

function countOf(results: readonly StepOutcome[], stepId: string): number {
  return results.filter((result) => result.stepId === stepId).length
}
