/**
 * The steps of a campaign of cases: the repeats of each row. A growing row first climbs: it gets more and more producers
 * until its rate no longer rises.
 */
import type { Campaign, CampaignCase } from '../contracts/campaign.ts'
import { type Configuration, configurationsOfCase, scenarioOfCase, writtenPerSec } from './campaign-configurations.ts'
import { type ClusterOf, sameClusterTogether } from './cluster-order.ts'
import { shuffled } from './shuffled.ts'
import { type CampaignProgress, repeatsOf, type StepOutcome } from './step-outcome.ts'

/** The next step, or null when every row is done. */
export function nextOfCases(
  campaign: Campaign,
  cases: readonly CampaignCase[],
  progress: CampaignProgress,
): Configuration | null {
  const { orderSeed, repeats } = campaign
  // How many repeats each row must have before the next round begins. Without a random order there is one round.
  const rounds = orderSeed === undefined ? [repeats] : Array.from({ length: repeats }, (_, round) => round + 1)
  for (const wantedRepeats of rounds) {
    const order = orderSeed === undefined ? cases : orderOfRound(campaign, cases, wantedRepeats - 1, progress.clusterOf)
    for (const each of order) {
      if (isWaiting(campaign, each, progress)) continue
      const steps = configurationsOfCase(campaign, each, progress.results)
      const step = nextOfCase(steps, { ...progress, campaign, wantedRepeats })
      if (step !== null) return step
    }
  }
  return null
}

/** The order of the cases in a round, from the seed. Those of one cluster stay together, so that it starts and warms up once. */
function orderOfRound(
  campaign: Campaign,
  cases: readonly CampaignCase[],
  round: number,
  clusterOf: ClusterOf,
): CampaignCase[] {
  const { orderSeed = 0 } = campaign
  const keyed = shuffled(cases, orderSeed + round).map((each) => ({
    each,
    cluster: clusterOf(scenarioOfCase(campaign, each)),
  }))
  return sameClusterTogether(keyed, round).map(({ each }) => each)
}

/** True if the load of a case follows from the peak of another case that is not known yet. */
function isWaiting(campaign: Campaign, { below }: CampaignCase, progress: CampaignProgress): boolean {
  const { method } = campaign
  const above = method.kind === 'cases' ? method.cases.find(({ id }) => id === below?.caseId) : undefined
  if (above === undefined) return false
  return climb(configurationsOfCase(campaign, above), progress, flatRatioOf(campaign)).next !== null
}

/** The step that counts for a case. */
export interface CasePeak {
  readonly stepId: string
  /** Number of producers at the peak; null if the case does not grow. */
  readonly writers: number | null
}

/** The step that counts for a case: the case itself, or the best step of its climb so far; null before the first run. */
export function peakOfCase(campaign: Campaign, each: CampaignCase, results: readonly StepOutcome[]): CasePeak | null {
  const steps = configurationsOfCase(campaign, each, results)
  const { best } = climb(steps, { results, notRun: [] }, flatRatioOf(campaign))
  if (best === null) return null
  const isGrown = best.stepId !== each.id
  const clients = best.scenario().workload.producers[0]?.clients ?? 1
  return { stepId: best.stepId, writers: isGrown ? clients : null }
}

interface Climb {
  /** The step of the highest first run. */
  readonly best: Configuration | null
  /** The next step to try; null if the rate is flat, no step is left, or the target refuses the next one. */
  readonly next: Configuration | null
}

/** Climbs until a step's rate exceeds the best one so far by too little, or until the target refuses a step. */
function climb(
  steps: readonly Configuration[],
  { results, notRun }: Pick<CampaignProgress, 'results' | 'notRun'>,
  flatRatio: number,
): Climb {
  let best: { readonly step: Configuration; readonly rate: number } | null = null
  for (const step of steps) {
    const first = results.find(({ stepId }) => stepId === step.stepId)
    if (first === undefined) return { best: best?.step ?? null, next: notRun.includes(step.stepId) ? null : step }
    const rate = writtenPerSec(first)
    const isFlat = best !== null && rate < best.rate * (1 + flatRatio)
    if (best === null || rate > best.rate) best = { step, rate }
    if (isFlat) break
  }
  return { best: best?.step ?? null, next: null }
}

function nextOfCase(
  steps: readonly Configuration[],
  order: CampaignProgress & { readonly campaign: Campaign; readonly wantedRepeats: number },
): Configuration | null {
  const { campaign, results, notRun, wantedRepeats } = order
  const { best, next } = climb(steps, order, flatRatioOf(campaign))
  if (next !== null || best === null || notRun.includes(best.stepId)) return next
  return repeatsOf(results, best.stepId).length < wantedRepeats ? best : null
}

function flatRatioOf({ method }: Campaign): number {
  return method.kind === 'cases' ? (method.growth?.flatRatio ?? 0) : 0
}
