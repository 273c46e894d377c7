/**
 * Previews a campaign: the bytes that it would write, and how long it would take.
 */
import { AppError, type Problem } from '../../contracts/app-error.ts'
import type { Campaign } from '../../contracts/campaign.ts'
import type { CampaignPreview, CampaignRequest } from '../../contracts/campaign-record.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import type { ValidationPreview, ValidationRequest } from '../../contracts/validation-request.ts'
import {
  type Configuration,
  configurationsOfCase,
  knownConfigurations,
  maxRunsOf,
} from '../../planning/campaign-configurations.ts'
import { coolDownMsOf } from '../../planning/cool-down.ts'
import { shuffled } from '../../planning/shuffled.ts'
import { knownScale } from '../validation/check-request.ts'
import { trialDurationMs } from '../validation/draft-validation.ts'
import { sharedTarget } from './shared-target.ts'

/**
 * Approximate time of a run in addition to its load: preflight, creating topics, connecting, drain, deleting topics.
 * Measured with three embedded brokers on two cores: 3.7 s without consumers and quotas, 12 to 13 s with three groups
 * and quotas.
 */
const overheadMs = { 'embedded:kafka': 5_000, 'embedded:simulated': 6_000, connection: 8_000 } as const

/** Additional time with quotas, because send queues and lagging consumers have to catch up after the load. */
const quotaOverheadMs = 8_000

/** Time in which embedded brokers start (6 to 8 s measured). Consecutive runs that share a cluster need it once. */
const clusterStartMs = 8_000

/** The request for a validation that runs one configuration of a campaign. */
export function validationOf(request: CampaignRequest, scenario: Scenario): ValidationRequest {
  const { campaign, ...options } = request
  const { durationMs, quotaWindowSeconds, isUnlimited } = campaign
  return {
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(quotaWindowSeconds === undefined ? {} : { quotaWindowSeconds }),
    ...(isUnlimited === undefined ? {} : { isUnlimited }),
    ...(campaign.benchmark?.profile === 'smoke' ? { isJudged: false } : {}),
    ...options,
    scenario,
  }
}

/**
 * Previews all configurations that are known before the first run.
 * @throws AppError PLAN_IMPOSSIBLE with the problems of each configuration, or the error that all of them share
 */
export async function previewCampaign(
  request: CampaignRequest,
  preview: (request: ValidationRequest) => Promise<ValidationPreview>,
): Promise<CampaignPreview> {
  const { campaign } = request
  const previews: ConfigurationPreview[] = []
  const refusals: { readonly label: string; readonly error: AppError }[] = []
  for (const configuration of configurationsToPreview(campaign)) {
    try {
      previews.push({ ...(await preview(validationOf(request, configuration.scenario()))), ...configuration })
    } catch (error) {
      refusals.push({ label: configuration.label, error: AppError.from(error) })
    }
  }
  const [first, ...others] = previews
  if (refusals.length > 0 || first === undefined) throw previewError(refusals)
  const target = others.reduce((shared, each) => sharedTarget(shared, each.target), first.target)
  return { ...totalsOf(request, previews), target, steps: previews.map(stepOf), notes: notesOf(previews) }
}

/** Lists each note once, with the steps that it applies to. */
function notesOf(previews: readonly ConfigurationPreview[]): CampaignPreview['notes'] {
  const labels = new Map<string, string[]>()
  for (const { notes, label } of previews) {
    for (const text of notes) labels.set(text, [...(labels.get(text) ?? []), label])
  }
  return [...labels].map(([text, stepLabels]) => ({ text, stepLabels }))
}

type Totals = Pick<CampaignPreview, 'runs' | 'isAtMost' | 'writtenWireBytes' | 'durationMs'>

type ConfigurationPreview = ValidationPreview & Configuration

function totalsOf(request: CampaignRequest, previews: readonly ConfigurationPreview[]): Totals {
  const { campaign } = request
  const { method, repeats, warmUp } = campaign
  const coolDownMs = coolDownMsOf(request)
  const runs = maxRunsOf(campaign)
  const isGrowing = method.kind === 'cases' && method.growth !== undefined
  // The steps of a search that are still unknown lie between the known ones, so none writes more than the largest.
  const unknownRuns = method.kind === 'saturation-search' ? runs - previews.length * repeats : 0
  const bytesOfRuns = previews.map(({ summary }) => summary.writtenWireBytes)
  const knownBytes = previews.map(({ stepId }, index) => fullLoadRunsOf(campaign, stepId) * (bytesOfRuns[index] ?? 0))
  const writtenWireBytes = knownBytes.reduce((sum, each) => sum + each, 0) + unknownRuns * Math.max(...bytesOfRuns)
  const maxRunMs = Math.max(...previews.map((preview) => preview.summary.durationMs + overheadMsOf(preview)))
  const maxLoadMs = Math.max(...previews.map(({ summary }) => summary.durationMs))
  const clusterStarts = clusterStartsOf(campaign, previews)
  const warmUpRuns = clusterStarts * (warmUp?.mostRuns ?? 0)
  // Duration of a warm-up's load / duration of the longest step's load.
  const warmUpShare = (warmUp?.durationMs ?? maxLoadMs) / maxLoadMs
  const warmUpMs =
    warmUpRuns * (maxRunMs - maxLoadMs * (1 - warmUpShare)) + (warmUp === undefined ? 0 : clusterStarts * coolDownMs)
  const startMs = previews.some(({ target }) => target.kind === 'embedded:kafka') ? clusterStarts * clusterStartMs : 0
  return {
    runs,
    isAtMost:
      warmUp !== undefined ||
      isGrowing ||
      method.kind === 'saturation-search' ||
      (method.kind === 'ladder' && method.stopsWhenSaturated),
    writtenWireBytes: Math.ceil(writtenWireBytes + warmUpRuns * warmUpShare * Math.max(...bytesOfRuns)),
    durationMs: trialMsOf(request, previews) + startMs + warmUpMs + runs * maxRunMs + (runs - 1) * coolDownMs,
  }
}

/**
 * Number of clusters that the campaign starts: one for the first run, and one for each run that needs another cluster than
 * the run before it.
 */
function clusterStartsOf({ method, repeats, orderSeed }: Campaign, previews: readonly ConfigurationPreview[]): number {
  const needed = previews.map(({ target }) => JSON.stringify([target.label, target.quotas]))
  const startsOf = (clusters: readonly string[]) =>
    clusters.filter((cluster, index) => cluster !== clusters[index - 1]).length
  if (orderSeed === undefined) return startsOf(needed)
  // Each round of repetitions uses every cluster once and begins with the last cluster of the round before.
  if (method.kind === 'cases') return 1 + (new Set(needed).size - 1) * repeats
  return startsOf(Array.from({ length: repeats }, (_, round) => shuffled(needed, orderSeed + round)).flat())
}

/** Time of a run in addition to its load, including the start of group members one after another. */
function overheadMsOf({ target, summary, scenario }: ConfigurationPreview): number {
  const joiningMs = scenario().workload.consumerGroups.map(
    ({ members, startStaggerMs }) => (Math.min(members, summary.consumerClients) - 1) * startStaggerMs,
  )
  return overheadMs[target.kind] + (target.quotas === null ? 0 : quotaOverheadMs) + Math.max(0, ...joiningMs)
}

/**
 * Duration of the trial run that finds the scale of all runs; 0 if the scale is known. The trial starts its own
 * cluster.
 */
function trialMsOf(request: CampaignRequest, previews: readonly ConfigurationPreview[]): number {
  if (knownScale(validationOf(request, request.campaign.scenario)) !== null) return 0
  const isKafka = previews.some(({ target }) => target.kind === 'embedded:kafka')
  return (
    trialDurationMs + overheadMs[isKafka ? 'embedded:kafka' : 'embedded:simulated'] + (isKafka ? clusterStartMs : 0)
  )
}

/**
 * The configurations to preview. Of a climb (runs with more and more producers) only the last is previewed, because the
 * others write less and each preview takes time.
 */
function configurationsToPreview(campaign: Campaign): Configuration[] {
  const { method } = campaign
  if (method.kind !== 'cases') return knownConfigurations(campaign)
  return method.cases.flatMap((each) => configurationsOfCase(campaign, each).slice(-1))
}

/**
 * Expresses the runs of a step as a number of runs at its full load. A run of its climb counts by its share of the
 * producers.
 */
function fullLoadRunsOf({ method, repeats }: Campaign, stepId: string): number {
  const growth = method.kind === 'cases' ? method.growth : undefined
  const isFixed = method.kind !== 'cases' || method.cases.some(({ id }) => id === stepId)
  if (growth === undefined || isFixed) return repeats
  const all = growth.writers.reduce((sum, writers) => sum + writers, 0)
  return all / Math.max(...growth.writers) + (repeats > 1 ? repeats : 0)
}

function stepOf({ stepId, label, prediction, summary }: ConfigurationPreview): CampaignPreview['steps'][number] {
  return { stepId, label, offered: prediction.offered, expected: prediction.expected, summary }
}

function previewError(refusals: readonly { readonly label: string; readonly error: AppError }[]): AppError {
  const [first] = refusals
  if (first === undefined) return new AppError('PLAN_IMPOSSIBLE', 'The campaign has no step.')
  const messages = new Set(refusals.map(({ error }) => error.message))
  // A problem that all steps share, such as an unknown offering or a scale for a real cluster, is reported once.
  if (messages.size === 1 && first.error.code !== 'PLAN_IMPOSSIBLE') return first.error
  const problems = refusals.flatMap(({ label, error }): Problem[] =>
    error.problems.length === 0
      ? [{ place: label, message: error.message }]
      : error.problems.map(({ place, message }) => ({ place: label, message: `${place}: ${message}` })),
  )
  const steps = refusals.length === 1 ? 'One step' : `${refusals.length} steps`
  return new AppError('PLAN_IMPOSSIBLE', `${steps} of the campaign cannot be run.`, {
    problems,
    remedy: first.error.remedy ?? 'Leave these steps out, or remove the causes.',
  })
}
