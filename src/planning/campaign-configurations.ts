/**
 * The configurations of a campaign, one for each of its steps.
 */
import { scaleScenario } from '../capacity/scale-scenario.ts'
import { setScenarioField, stepsOf } from '../capacity/set-scenario-field.ts'
import { combinations } from '../capacity/sweep.ts'
import { readSweepAxis, type SweepAxis } from '../capacity/sweep-axis.ts'
import type { Campaign, CampaignCase, SweptField } from '../contracts/campaign.ts'
import { parseOrThrow } from '../contracts/parse.ts'
import { type Scenario, scenario as scenarioSchema } from '../contracts/scenario.ts'
import { counted } from '../units/count.ts'
import { groupDigits } from '../units/number-text.ts'
import type { StepOutcome } from './step-outcome.ts'

/** A configuration that is run `repeats` times. */
export type Configuration = {
  readonly stepId: string
  /** Name for users, e.g. "0.5 times the load" or "partitions = 10". */
  readonly label: string
  /** True if its first run only serves to find the number of producers, and does not count. */
  readonly isClimb?: boolean
  /** @throws AppError SCENARIO_INVALID if a swept path or value is wrong. */
  readonly scenario: () => Scenario
}

/**
 * All configurations that are known before the first result, in the order of the campaign. For a search, these are its
 * lowest and its highest factor.
 * @throws AppError USAGE or SCENARIO_INVALID if swept values cannot be parsed.
 */
export function knownConfigurations(campaign: Campaign): Configuration[] {
  const { method } = campaign
  switch (method.kind) {
    case 'single':
      return [{ stepId: 'single', label: campaign.scenario.name, scenario: () => campaign.scenario }]
    case 'ladder':
      return [...new Set(method.loadFactors)].map((factor) => atFactor(campaign, factor))
    case 'saturation-search':
      return [method.lowFactor, method.highFactor].map((factor) => atFactor(campaign, factor))
    case 'sweep': {
      const axes = method.fields.map(axisOf)
      return combinations(axes).map((values, index) => ({
        stepId: `value-${index + 1}`,
        label: sweepLabel(axes, values),
        scenario: () => withFields(campaign, axes, values),
      }))
    }
    case 'cases':
      return method.cases.flatMap((each) => configurationsOfCase(campaign, each))
  }
}

/**
 * The configurations of one case: the case itself, or the case with each number of producers. The load of a case below
 * the peak of another case follows from that peak; without results, it is the largest possible load.
 */
export function configurationsOfCase(
  campaign: Campaign,
  each: CampaignCase,
  results: readonly StepOutcome[] = [],
): Configuration[] {
  const { method } = campaign
  if (each.below !== undefined) return [belowPeak(campaign, each, each.below, results)]
  const growth = method.kind === 'cases' && each.isFixed !== true ? method.growth : undefined
  const own = () => scenarioOfCase(campaign, each)
  if (growth === undefined) return [{ stepId: each.id, label: each.label, scenario: own }]
  return growth.writers.map((writers) => ({
    stepId: `${each.id}.${writers}-writers`,
    label: `${each.label}, ${counted(writers, 'producer')}`,
    ...(campaign.repeats > 1 ? { isClimb: true } : {}),
    scenario: () => withWriters(own(), writers, growth.recordsPerSecEach),
  }))
}

function belowPeak(
  campaign: Campaign,
  each: CampaignCase,
  { caseId, loadRatio }: NonNullable<CampaignCase['below']>,
  results: readonly StepOutcome[],
): Configuration {
  const { method } = campaign
  const growth = method.kind === 'cases' ? method.growth : undefined
  const above = method.kind === 'cases' ? method.cases.find(({ id }) => id === caseId) : undefined
  const peak = above === undefined ? null : bestOf(configurationsOfCase(campaign, above), results)
  const writers = peak?.configuration.scenario().workload.producers[0]?.clients ?? growth?.writers.at(-1) ?? 1
  const recordsPerSec = peak?.recordsPerSec ?? writers * (growth?.recordsPerSecEach ?? 1)
  return {
    stepId: each.id,
    label: each.label,
    scenario: () => withWriters(scenarioOfCase(campaign, each), writers, (recordsPerSec * loadRatio) / writers),
  }
}

/** The configuration whose first run wrote most, and its rate; null before the first run. */
export function bestOf(
  configurations: readonly Configuration[],
  results: readonly StepOutcome[],
): { readonly configuration: Configuration; readonly recordsPerSec: number } | null {
  const ran = configurations.flatMap((configuration) => {
    const first = results.find(({ stepId }) => stepId === configuration.stepId)
    return first === undefined ? [] : [{ configuration, recordsPerSec: writtenPerSec(first) }]
  })
  return ran.length === 0 ? null : ran.reduce((best, each) => (each.recordsPerSec > best.recordsPerSec ? each : best))
}

/** Acknowledged records/s of a run: over its steady windows, or over the whole load if there are none. */
export function writtenPerSec({ steady, wholeRun }: StepOutcome): number {
  return steady?.recordsPerSec.mean ?? wholeRun?.recordsPerSec ?? 0
}

/** Gives every producer entry this number of clients, each of which offers `recordsPerSecEach`. */
function withWriters(scenario: Scenario, writers: number, recordsPerSecEach: number): Scenario {
  const producers = scenario.workload.producers.map(({ averageRecordsPerSec: _average, ...producer }) => ({
    ...producer,
    clients: writers,
    peakRecordsPerSec: writers * recordsPerSecEach,
  }))
  return { ...scenario, workload: { ...scenario.workload, producers } }
}

/** The scenario of one case. @throws AppError SCENARIO_INVALID if a path or a value is wrong. */
export function scenarioOfCase(campaign: Campaign, { set }: CampaignCase): Scenario {
  const fields = Object.entries(set).map(([path, value]) => ({ path, values: [value] }))
  return withFields(campaign, fields, Object.values(set))
}

/** A swept field with its parsed values. @throws AppError USAGE or SCENARIO_INVALID */
export function axisOf({ path, values }: SweptField): SweepAxis {
  return typeof values === 'string' ? readSweepAxis(path, values) : { path, values }
}

/** The maximum number of runs of a campaign. */
export function maxRunsOf(campaign: Campaign): number {
  const { method, repeats } = campaign
  const known = knownConfigurations(campaign).length
  if (method.kind === 'cases') {
    const runsOf = (steps: readonly Configuration[]) =>
      steps.length + (steps[0]?.isClimb === true ? repeats : repeats - 1)
    return method.cases.reduce((sum, each) => sum + runsOf(configurationsOfCase(campaign, each)), 0)
  }
  if (method.kind !== 'saturation-search') return known * repeats
  const { lowFactor, highFactor } = method
  const halvings = Math.log2((highFactor - lowFactor) / (bracketRatio(method.toleranceRatio) * lowFactor))
  return (known + Math.max(0, Math.ceil(halvings))) * repeats
}

/** The relative width of the bracket at which a search ends. At least 0.001, because with 0 a search would never end. */
export function bracketRatio(toleranceRatio: number): number {
  return Math.max(toleranceRatio, 0.001)
}

/** The scenario at a factor of its load. */
export function atFactor(campaign: Campaign, factor: number): Configuration {
  return {
    stepId: `load-${factor}`,
    label: `${groupDigits(factor, 4)} times the load`,
    scenario: () => scaleScenario(campaign.scenario, factor),
  }
}

/** The load factor of a step of a ladder or search; null for other steps. */
export function loadFactorOf(stepId: string): number | null {
  const factor = /^load-(.+)$/.exec(stepId)?.[1]
  return factor === undefined ? null : Number(factor)
}

function sweepLabel(fields: readonly SweepAxis[], values: readonly unknown[]): string {
  const parts = fields.map(({ path }, index) => {
    const value = values[index]
    return `${path.split(/[.[\]]+/).findLast((step) => step !== '') ?? path} = ${typeof value === 'string' ? value : JSON.stringify(value)}`
  })
  return parts.join(', ').slice(0, 150)
}

/** The scenario with its fields set to these values. @throws AppError SCENARIO_INVALID if a path or a value is wrong. */
export function withFields(campaign: Campaign, fields: readonly SweepAxis[], values: readonly unknown[]): Scenario {
  const json = fields.reduce<unknown>(
    (changed, { path }, index) => setScenarioField(changed, path, values[index]),
    campaign.scenario,
  )
  const what = fields.map(({ path }, index) => `${path} = ${JSON.stringify(values[index])}`).join(', ')
  const remedy = `Correct the values that the campaign "${campaign.name}" tries.`
  return parseOrThrow(scenarioSchema, json, { code: 'SCENARIO_INVALID', what: `The step ${what}`, remedy })
}

/** The number at a path of a scenario; null if there is none. */
export function numberAt(scenario: Scenario, path: string): number | null {
  const value = stepsOf(path).reduce<unknown>((at, step) => Reflect.get(Object(at), step), scenario)
  return typeof value === 'number' ? value : null
}
