/**
 * Computes the prediction of a campaign along its axis, also between the steps if the axis is a quantity.
 */
import { limitBand } from '../capacity/limit-band.ts'
import { withClientsOfRun } from '../capacity/run-transactions.ts'
import { scaleScenario } from '../capacity/scale-scenario.ts'
import { expectedBands, solve } from '../capacity/solve.ts'
import type { Campaign, CampaignCase } from '../contracts/campaign.ts'
import type { FigureBands, FigureName, Figures } from '../contracts/figures.ts'
import type { Offering } from '../contracts/offering.ts'
import type { PredictionContext } from '../contracts/prediction-context.ts'
import type { Band } from '../contracts/primitives.ts'
import type { Scenario } from '../contracts/scenario.ts'
import {
  atFactor,
  axisOf,
  knownConfigurations,
  loadFactorOf,
  numberAt,
  scenarioOfCase,
  withFields,
} from './campaign-configurations.ts'

/** The prediction at one position on the axis. */
export interface CurvePlace {
  readonly x: number
  readonly offered: Figures
  readonly expected: FigureBands
  /** The band of a figure at the limit, independent of the offered load. */
  readonly limitOf: (figure: FigureName) => Band
}

/** The axis: a quantity, or the numbers of the steps from 1. */
export type CurveAxis =
  | { readonly kind: 'linear' | 'logarithmic'; readonly title: string; readonly from: number; readonly to: number }
  | { readonly kind: 'steps'; readonly count: number }

/** The predicted curve of a campaign, and the positions of its steps on the axis. */
export interface CampaignCurve {
  readonly axis: CurveAxis
  readonly places: readonly CurvePlace[]
  /** Position of a step on the axis; null if the campaign does not have that step. */
  readonly placeOf: (stepId: string) => number | null
}

/** What the predictions need besides the campaign. */
export interface CurveCircumstances {
  readonly offeringOf: (scenario: Scenario) => Offering
  /** The scale of all runs. */
  readonly scale: number
  /** The target on which a scenario of the campaign is run; it determines the number of brokers. */
  readonly contextOf: (scenario: Scenario) => Partial<PredictionContext>
}

/** Number of equal sections from the first to the last step. Enough to show where the curve bends; a rule of thumb. */
const curveSections = 60

/** If the largest value is at least this many times the smallest, the axis is logarithmic. A rule of thumb. */
const logarithmicFromFactor = 20

/** The curve of a campaign. `stepIds` are the steps that were run. */
export function campaignCurve(
  campaign: Campaign,
  stepIds: readonly string[],
  circumstances: CurveCircumstances,
): CampaignCurve {
  const { method } = campaign
  if (method.kind === 'ladder' || method.kind === 'saturation-search') {
    const factors = stepIds.flatMap((stepId) => loadFactorOf(stepId) ?? [])
    const known =
      factors.length === 0 ? knownConfigurations(campaign).flatMap(({ stepId }) => loadFactorOf(stepId) ?? []) : factors
    return curveOverQuantity({
      title: 'times the load',
      values: known,
      placeOf: loadFactorOf,
      at: (factor) => placeAt(factor, atFactor(campaign, factor).scenario(), circumstances),
    })
  }
  if (method.kind === 'cases') return curveOfCases(campaign, method, circumstances)
  const known = knownConfigurations(campaign)
  const [field, ...others] = method.kind === 'sweep' ? method.fields : []
  const axis = field === undefined || others.length > 0 ? null : axisOf(field)
  const values = axis === null ? [] : numbersOf(axis.values)
  if (axis !== null && values.length > 1) {
    const byStep = new Map(known.map(({ stepId }, index) => [stepId, values[index] ?? null]))
    return curveOverQuantity({
      title: axis.path,
      values,
      placeOf: (stepId) => byStep.get(stepId) ?? null,
      at: (value) => placeAt(value, withFields(campaign, [axis], [value]), circumstances),
    })
  }
  const numbers = new Map(known.map(({ stepId }, index) => [stepId, index + 1]))
  return {
    axis: { kind: 'steps', count: known.length },
    places: known.map(({ scenario }, index) => placeAt(index + 1, scenario(), circumstances)),
    placeOf: (stepId) => numbers.get(stepId) ?? null,
  }
}

/** The curve along the axis of the cases, or case by case without an axis. `placeOf` takes the id of a case. */
function curveOfCases(
  campaign: Campaign,
  { cases, axis }: Extract<Campaign['method'], { kind: 'cases' }>,
  circumstances: CurveCircumstances,
): CampaignCurve {
  const onAxis = axis === undefined ? new Map<string, number>() : placesOnAxis(campaign, cases, axis)
  if (axis !== undefined && new Set(onAxis.values()).size > 1) {
    return curveOverQuantity({
      title: axis,
      values: [...onAxis.values()],
      placeOf: (caseId) => onAxis.get(caseId) ?? null,
      at: (value) => placeAt(value, withFields(campaign, [{ path: axis, values: [value] }], [value]), circumstances),
    })
  }
  const numbers = new Map(cases.map(({ id }, index) => [id, index + 1]))
  return {
    axis: { kind: 'steps', count: cases.length },
    places: cases.map((each, index) => placeAt(index + 1, scenarioOfCase(campaign, each), circumstances)),
    placeOf: (caseId) => numbers.get(caseId) ?? null,
  }
}

/** The cases that set no field but that of the axis, each with its value. */
function placesOnAxis(campaign: Campaign, cases: readonly CampaignCase[], axis: string): Map<string, number> {
  const places = cases.flatMap(({ id, set, isFixed }): [string, number][] => {
    const isOnAxis = isFixed !== true && Object.keys(set).every((path) => path === axis)
    const value = isOnAxis ? (set[axis] ?? numberAt(campaign.scenario, axis)) : null
    return typeof value === 'number' && value > 0 ? [[id, value]] : []
  })
  return new Map(places)
}

/** The values if they are different numbers above zero; otherwise an empty list. */
function numbersOf(values: readonly unknown[]): number[] {
  const numbers = values.flatMap((value) => (typeof value === 'number' && value > 0 ? [value] : []))
  return numbers.length === values.length && new Set(numbers).size === values.length ? numbers : []
}

function curveOverQuantity(quantity: {
  readonly title: string
  readonly values: readonly number[]
  readonly placeOf: (stepId: string) => number | null
  readonly at: (value: number) => CurvePlace
}): CampaignCurve {
  const { title, placeOf, at } = quantity
  const [lowest, to] = [Math.min(...quantity.values), Math.max(...quantity.values)]
  const kind = to / lowest >= logarithmicFromFactor ? 'logarithmic' : 'linear'
  const isWhole = quantity.values.every(Number.isInteger)
  const between = Array.from({ length: curveSections - 1 }, (_, index) => {
    const share = (index + 1) / curveSections
    const value = kind === 'linear' ? lowest + share * (to - lowest) : lowest * (to / lowest) ** share
    return isWhole ? Math.round(value) : value
  })
  const all = [...new Set([...quantity.values, ...between])].sort((one, other) => one - other)
  // A linear axis begins at 0, so that it has two ends even with a single step.
  const from = kind === 'logarithmic' ? lowest : 0
  return { axis: { kind, title, from, to }, places: all.map(at), placeOf }
}

function placeAt(x: number, scenario: Scenario, { offeringOf, scale, contextOf }: CurveCircumstances): CurvePlace {
  const context = { ...contextOf(scenario), capacityScale: scale }
  const solution = solve(withClientsOfRun(scaleScenario(scenario, scale)), offeringOf(scenario), context)
  return {
    x,
    offered: solution.offered.figures,
    expected: expectedBands(solution),
    limitOf: (figure) => limitBand(solution, figure),
  }
}
