/**
 * Builds the table of a benchmark: measured, predicted and published values of each case, in the publication's units.
 */
import { scaleScenario } from '../../capacity/scale-scenario.ts'
import { expectedBands, solve } from '../../capacity/solve.ts'
import type { BenchmarkColumn, BenchmarkTable } from '../../contracts/benchmark.ts'
import type { CampaignCase } from '../../contracts/campaign.ts'
import type { CampaignRecord, StepSummary } from '../../contracts/campaign-record.ts'
import type { Band } from '../../contracts/primitives.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { noisySpread } from '../../evidence/machine-fit.ts'
import { cpuBand } from '../../evidence/published-observations.ts'
import { configurationsOfCase, scenarioOfCase } from '../../planning/campaign-configurations.ts'
import { curveCircumstances } from '../../planning/campaign-points.ts'
import { peakOfCase } from '../../planning/case-steps.ts'
import { countedRuns } from '../../planning/step-outcome.ts'
import { counted } from '../../units/count.ts'
import { elementsOf, isFigure, isFlatOut, measuredOf, timesAll } from './benchmark-quantities.ts'
import { machineOf, type PredictedCase } from './machine-rows.ts'

type Row = BenchmarkTable['rows'][number]

/** One case with its prediction and the step that counts for it. */
interface CaseOutcome extends PredictedCase {
  /** Predicted CPU utilisation of the busiest broker. */
  readonly cpuFraction: Band
  /** Number of producers in the step that counts; null if no step counts or the case does not vary the number. */
  readonly writers: number | null
}

/** Builds the table from the results so far. Returns undefined if the campaign is not a benchmark. */
export function benchmarkTableOf(record: CampaignRecord, steps: readonly StepSummary[]): BenchmarkTable | undefined {
  const { benchmark, method } = record.request.campaign
  if (benchmark === undefined || method.kind !== 'cases') return undefined
  const { id, profile, caseHeading, columns, published } = benchmark
  const outcomes = method.cases.map((campaignCase) => outcomeOf(record, campaignCase, steps))
  const machine = machineOf(record, outcomes)
  const { scale } = curveCircumstances(record)
  const rows = outcomes.map((outcome): Row => {
    const { campaignCase, step, writers } = outcome
    const cells = columns.map((column, index) => ({
      ...measuredAndPredicted(outcome, column, outcomes),
      published: publishedValue(published[campaignCase.id]?.[index] ?? null, column, scale),
    }))
    const isNoisy = (step?.relativeSpread ?? 0) > noisySpread
    const fitted = machine?.fit.rows.get(campaignCase.id)
    const elements = elementsOf(outcome)
    return {
      caseId: campaignCase.id,
      label: campaignCase.label,
      stepId: step?.stepId ?? null,
      writers,
      ...(isNotRun(record, outcome) ? { isNotRun: true } : {}),
      onMachine: fitted === undefined ? null : { recordsPerSec: fitted.predictedPerSec, judged: fitted.judged },
      isNoisy,
      elements,
      cells,
    }
  })
  return {
    id,
    profile,
    scale,
    caseHeading,
    columns,
    rows,
    machine: machine === null ? null : { cores: machine.cores, speed: machine.fit.speed, power: machine.power },
    ...adviceAndClients(record, outcomes),
  }
}

/** True if the case has no result because the target refused it. */
function isNotRun({ request, notRun = [] }: CampaignRecord, { campaignCase, step }: CaseOutcome): boolean {
  if (step !== undefined) return false
  const configurations = configurationsOfCase(request.campaign, campaignCase)
  return configurations.some(({ stepId }) => notRun.some((refused) => refused.stepId === stepId))
}

function outcomeOf(record: CampaignRecord, campaignCase: CampaignCase, steps: readonly StepSummary[]): CaseOutcome {
  const { campaign } = record.request
  const { offeringOf, scale, contextOf } = curveCircumstances(record)
  const scenario =
    campaignCase.below === undefined ? scenarioOfCase(campaign, campaignCase) : scenarioBelow(record, campaignCase)
  const context = { ...contextOf(scenario), capacityScale: scale }
  const solution = solve(scaleScenario(scenario, scale), offeringOf(scenario), context)
  const peak = peakOfCase(campaign, campaignCase, record.results)
  const isCounted = ({ stepId }: { readonly stepId: string }) => stepId === peak?.stepId
  return {
    campaignCase,
    scenario: configurationsOfCase(campaign, campaignCase, record.results).find(isCounted)?.scenario() ?? scenario,
    expected: expectedBands(solution),
    cpuFraction: cpuBand(solution),
    step: steps.find(isCounted),
    writers: peak?.writers ?? null,
    results: peak === null ? [] : countedRuns(record.results, peak.stepId),
  }
}

/**
 * The scenario of a case whose load is a share of another case's peak. Until that peak is known, its load is not
 * reduced.
 */
function scenarioBelow({ request: { campaign }, results }: CampaignRecord, campaignCase: CampaignCase): Scenario {
  const [only] = configurationsOfCase(campaign, campaignCase, results)
  return only === undefined ? scenarioOfCase(campaign, campaignCase) : only.scenario()
}

function measuredAndPredicted(
  outcome: CaseOutcome,
  column: BenchmarkColumn,
  all: readonly CaseOutcome[],
): Omit<Row['cells'][number], 'published'> {
  const { relativeTo, unitValue } = column
  // The load of this case was chosen, so its ratio to another case's maximum means nothing.
  if (relativeTo !== undefined && !isFlatOut(outcome.campaignCase)) return { measured: null, predicted: null }
  const measured = measuredOf(outcome, column)
  const predicted = predictedOf(outcome, column)
  if (relativeTo === undefined) {
    return {
      measured: measured === null ? null : timesAll(measured, 1 / unitValue),
      predicted: predicted === null ? null : timesAll(predicted, 1 / unitValue),
    }
  }
  const reference = all.find(({ campaignCase }) => campaignCase.id === relativeTo)
  const [referenceMeasured, referencePredicted] =
    reference === undefined
      ? [0, 0]
      : [measuredOf(reference, column)?.mean ?? 0, predictedOf(reference, column)?.likely ?? 0]
  return {
    measured:
      measured === null || referenceMeasured === 0 ? null : timesAll(measured, 1 / (referenceMeasured * unitValue)),
    predicted:
      predicted === null || referencePredicted === 0 ? null : timesAll(predicted, 1 / (referencePredicted * unitValue)),
  }
}

function predictedOf({ expected, cpuFraction }: CaseOutcome, { figure, coresPerBroker }: BenchmarkColumn): Band | null {
  if (figure === 'brokerCpuFraction') return coresPerBroker !== undefined && cpuFraction.likely > 0 ? cpuFraction : null
  return isFigure(figure) ? expected[figure] : null
}

/** Multiplies a published rate with the scale of the run. Ratios and fractions are not scaled. */
function publishedValue(printed: number | null, { figure, relativeTo }: BenchmarkColumn, scale: number): number | null {
  if (printed === null) return null
  const isRate = relativeTo === undefined && (isFigure(figure) || figure.endsWith('BytesPerSec'))
  return isRate ? printed * scale : printed
}

/**
 * Advice if the load generator limited flat-out cases, because their rates are then lower bounds. One sentence for all.
 */
function clientLimitAdvice({ request }: CampaignRecord, outcomes: readonly CaseOutcome[]): string[] {
  if (request.campaign.isUnlimited !== true) return []
  const measured = outcomes.filter(({ campaignCase, step }) => step !== undefined && isFlatOut(campaignCase))
  const limited = measured.filter(({ step }) => step?.limiter === 'client')
  if (limited.length === 0) return []
  const rows = `${limited.length} of ${counted(measured.length, 'row')}`
  return [
    `The load generator was the limit in ${rows}. Their rates are what it reached; the cluster may take more. Run it on its own machines, or on one that nothing else uses.`,
  ]
}

function adviceAndClients(
  record: CampaignRecord,
  outcomes: readonly CaseOutcome[],
): Pick<BenchmarkTable, 'advice' | 'clients'> {
  const { results } = record
  const advice = results.flatMap((result) => (result.advice ?? []).map((sentence) => `${result.label}: ${sentence}`))
  return {
    advice: [...new Set(advice), ...clientLimitAdvice(record, outcomes)],
    clients: outcomes.flatMap(({ campaignCase, results: caseResults }) => {
      const newest = caseResults.at(-1)
      if (newest?.clients === undefined || newest.clients.length === 0) return []
      const isOverloaded = newest.offered.recordsPerSec > newest.expected.recordsPerSec.likely * (1 + 1e-6)
      return [{ caseId: campaignCase.id, isOverloaded, lines: newest.clients }]
    }),
  }
}
