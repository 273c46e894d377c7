/**
 * Summarises a campaign: each step over all its runs, and the highest load that was sustained.
 */
import type { Campaign, StepResult } from '../../contracts/campaign.ts'
import type { CampaignRecord, CampaignSummary, Saturation, StepSummary } from '../../contracts/campaign-record.ts'
import { type FigureIntervals, type FigureName, figureNames } from '../../contracts/figures.ts'
import type { Interval } from '../../contracts/primitives.ts'
import { noisySpread } from '../../evidence/machine-fit.ts'
import { batchMeansInterval, meanOf } from '../../measurement/batch-means.ts'
import { knownConfigurations, loadFactorOf } from '../../planning/campaign-configurations.ts'
import { highestSustainedFactor, isStepSustained } from '../../planning/next-step.ts'
import { isOfOlderRule, resultsAsCountedToday } from '../../planning/older-record.ts'
import { countedRuns } from '../../planning/step-outcome.ts'
import { smokeLabel } from '../../presentation/labels.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { counted } from '../../units/count.ts'
import { groupDigits } from '../../units/number-text.ts'
import { formatPercent } from '../../units/ratio.ts'
import { benchmarkTableOf } from './benchmark-table.ts'

/** Summarises the results so far. Results of older versions are counted by today's rules. */
export function summariseCampaign(written: CampaignRecord): CampaignSummary {
  const results = [...resultsAsCountedToday(written.request.campaign, written.results)]
  const record = { ...written, results }
  const { request, warmUp } = record
  const { campaign } = request
  const stepIds = [...new Set(results.map(({ stepId }) => stepId))]
  const steps = stepIds
    .flatMap((stepId) => stepSummaryOf(campaign, countedRuns(results, stepId)))
    .sort(byPlace(campaign))
  const saturation = saturationOf(campaign, results, steps)
  const benchmark = benchmarkTableOf(record, steps)
  return {
    steps,
    saturation,
    ...(benchmark === undefined ? {} : { benchmark }),
    doubts: [...olderRuleDoubts(written), ...coldDoubts(warmUp), ...doubtsOf(steps)],
    sentence: `${sentenceOf(record, steps, saturation)}${notRunSentence(record)}`,
  }
}

function stepSummaryOf(campaign: Campaign, runs: readonly StepResult[]): StepSummary[] {
  const [first] = runs
  if (first === undefined) return []
  const verdicts = new Set(runs.map((run) => run.verdict))
  const ingress = runs.map((run) => meanOfRun(run, 'ingressWireBytesPerSec'))
  const latencies = runs.flatMap((run) => run.responseP99Us ?? [])
  const mean = meanOf(ingress)
  return [
    {
      stepId: first.stepId,
      label: first.label,
      runIds: runs.map((run) => run.runId),
      offered: first.offered,
      expected: first.expected,
      measured: measuredOf(runs),
      isSteady: runs.every((run) => run.steady !== null),
      relativeSpread: runs.length < 2 || mean === 0 ? null : (Math.max(...ingress) - Math.min(...ingress)) / mean,
      isSustained: isStepSustained(campaign, runs, first.stepId),
      verdict: verdicts.size === 1 ? first.verdict : 'mixed',
      limiter: mostFrequent(runs.map((run) => run.limiter)) ?? first.limiter,
      responseP99Us: latencies.length === 0 ? null : meanOf(latencies),
    },
  ]
}

/** Intervals of a step's figures. They describe the spread between runs, or between the windows of a single run. */
function measuredOf(runs: readonly StepResult[]): FigureIntervals {
  const intervalOf = (name: FigureName): Interval => {
    const [only] = runs
    if (runs.length === 1 && only?.steady) return only.steady[name]
    return batchMeansInterval(runs.map((run) => meanOfRun(run, name)))
  }
  const [ingressWire, ingressPayload, egressWire, egressPayload, records] = figureNames
  return {
    [ingressWire]: intervalOf(ingressWire),
    [ingressPayload]: intervalOf(ingressPayload),
    [egressWire]: intervalOf(egressWire),
    [egressPayload]: intervalOf(egressPayload),
    [records]: intervalOf(records),
  }
}

function meanOfRun({ steady, wholeRun }: StepResult, name: FigureName): number {
  return steady?.[name].mean ?? wholeRun[name]
}

function mostFrequent<T>(values: readonly T[]): T | undefined {
  const counts = new Map<T, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([, left], [, right]) => right - left)[0]?.[0]
}

/** Sorts steps by load factor. Steps without a load factor are in the order of the campaign. */
function byPlace(campaign: Campaign): (one: StepSummary, other: StepSummary) => number {
  const known = campaign.method.kind === 'saturation-search' ? [] : knownConfigurations(campaign)
  const order = new Map(known.map(({ stepId }, index) => [stepId, index]))
  const placeOf = (stepId: string) => loadFactorOf(stepId) ?? order.get(stepId) ?? known.length
  return (one, other) => placeOf(one.stepId) - placeOf(other.stepId)
}

function saturationOf(
  campaign: Campaign,
  results: readonly StepResult[],
  steps: readonly StepSummary[],
): Saturation | null {
  const { kind } = campaign.method
  if (kind !== 'ladder' && kind !== 'saturation-search') return null
  const loadFactor = highestSustainedFactor(campaign, results)
  const step = steps.find(({ stepId }) => loadFactorOf(stepId) === loadFactor)
  if (loadFactor === null || step === undefined) return null
  const above = steps.flatMap(({ stepId, isSustained }) => {
    const factor = loadFactorOf(stepId)
    return factor !== null && factor > loadFactor && isSustained === false ? [factor] : []
  })
  const nextFactor = above.length === 0 ? null : Math.min(...above)
  const { stepId, offered, measured, runIds } = step
  const rate = intervalText(measured.ingressWireBytesPerSec, runIds.length)
  const next =
    nextFactor === null
      ? 'no higher load was tried that was not sustained, so this is no limit'
      : `${groupDigits(nextFactor, 4)} times was not`
  const sentence = `Sustained up to ${groupDigits(loadFactor, 4)} times the load: ${rate} in on the wire; ${next}.`
  return { stepId, loadFactor, nextFactor, offered, measured, runs: runIds.length, sentence }
}

function intervalText({ mean, low, high }: Interval, runs: number): string {
  const over = runs === 1 ? 'one run' : `${runs} runs`
  return `${formatByteRate(mean)} (${formatByteRate(low)} to ${formatByteRate(high)} over ${over})`
}

function olderRuleDoubts({ request, results }: CampaignRecord): string[] {
  if (!isOfOlderRule(request.campaign, results)) return []
  return [
    'An older version wrote this record. It counted the run that chose the number of producers of a row. That run is left out here, so each row has one run fewer than requested.',
  ]
}

function coldDoubts(warmUp: CampaignRecord['warmUp']): string[] {
  if (warmUp === undefined || warmUp.isWarm) return []
  const agreed = 'no two consecutive ones agreed on the same cluster'
  return [`The warm-up ended after ${warmUp.runs} runs, of which ${agreed}. The steps may have measured too little.`]
}

function doubtsOf(steps: readonly StepSummary[]): string[] {
  const noisy = steps.filter(({ relativeSpread }) => (relativeSpread ?? 0) > noisySpread)
  const unsteady = steps.filter(({ isSteady }) => !isSteady)
  const sustained = steps.filter(({ isSustained }) => isSustained === true).at(-1)
  const below = steps.filter(({ stepId, isSustained }) => {
    const [factor, highest] = [loadFactorOf(stepId), sustained === undefined ? null : loadFactorOf(sustained.stepId)]
    return isSustained === false && factor !== null && highest !== null && factor < highest
  })
  return [
    ...noisy.map(
      ({ label, relativeSpread }) =>
        `${label}: too noisy. Its runs differ by ${formatPercent(relativeSpread ?? 0)} of their mean.`,
    ),
    ...(unsteady.length === 0
      ? []
      : [`No steady window, so these figures cover the whole load: ${namesOf(unsteady)}.`]),
    ...below.map(({ label }) => `${label}: not sustained, although a higher load was.`),
  ]
}

/** Maximum number of steps that a sentence names. The others are counted. */
const maxNames = 6

function namesOf(steps: readonly StepSummary[]): string {
  const names = steps.slice(0, maxNames).map(({ label }) => label)
  const left = steps.length - names.length
  return `${names.join('; ')}${left > 0 ? `; and ${left} more` : ''}`
}

function notRunSentence({ notRun = [] }: CampaignRecord): string {
  if (notRun.length === 0) return ''
  return ` ${counted(notRun.length, 'step')} could not be run.`
}

function sentenceOf(
  { request, status }: CampaignRecord,
  steps: readonly StepSummary[],
  saturation: Saturation | null,
): string {
  const { method, benchmark } = request.campaign
  if (steps.length === 0) return status === 'incomplete' ? 'Nothing was measured.' : 'Nothing was measured yet.'
  const prefix = status === 'complete' || status === 'incomplete' ? '' : 'So far: '
  if (saturation !== null) return `${prefix}${saturation.sentence}`
  if (method.kind === 'ladder' || method.kind === 'saturation-search') return `${prefix}No load was sustained.`
  const stepCount = counted(steps.length, 'step')
  if (benchmark?.profile === 'smoke') return `${prefix}${stepCount} measured, without a verdict (${smokeLabel}).`
  return `${prefix}${verdictsText(steps, stepCount)}.`
}

const otherVerdicts: readonly (readonly [StepSummary['verdict'], string])[] = [
  ['above', 'above the prediction'],
  ['below', 'below the prediction'],
  ['mixed', 'with runs that disagree'],
  ['not-proven', 'not proven'],
  [null, 'without a verdict'],
]

/** Counts the verdicts in words, e.g. "2 of 5 steps confirmed; 1 below the prediction, 2 not proven". */
function verdictsText(steps: readonly StepSummary[], stepCount: string): string {
  const countOf = (kind: StepSummary['verdict']) => steps.filter(({ verdict }) => verdict === kind).length
  const others = otherVerdicts.flatMap(([kind, words]) => (countOf(kind) === 0 ? [] : [`${countOf(kind)} ${words}`]))
  return `${countOf('confirmed')} of ${stepCount} confirmed${others.length === 0 ? '' : `; ${others.join(', ')}`}`
}
