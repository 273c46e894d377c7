/**
 * Compares offerings for the workload of a scenario.
 */
import { type CostedOffering, summaryOf, withBills } from '../../billing/compare-costs.ts'
import { costOverLoad } from '../../billing/compute-cost-over-load.ts'
import { describeBinding } from '../../capacity/binding-changes.ts'
import { type CompareOptions, compareOfferings } from '../../capacity/compare-offerings.ts'
import type { BrokenFile } from '../../contracts/broken-file.ts'
import type { CostOverLoad } from '../../contracts/cost-over-load.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { targetUtilisation as usualTarget } from '../../contracts/target-utilisation.ts'
import { todayText } from '../../units/calendar-day.ts'
import { modelsFor } from '../calibration/calibrated-models.ts'
import type { Resources } from '../resources.ts'
import { findOffering } from './offerings.ts'
import { type Costs, pricedSheets } from './priced-sheets.ts'

/** Returns the default costs: list prices and the prices of the workspace, as of today. */
export function listPricesToday(): Costs {
  return { choice: { today: todayText() }, prices: [], sheets: [] }
}

/** An offering with the name of its binding limit. */
export type ComparedRow = CostedOffering & { readonly bindingText: string }

/** Summarises a bill for lists and JSON. */
export function billSummary(bill: NonNullable<CostedOffering['bill']>): ReturnType<typeof summaryOf> {
  return summaryOf(bill)
}

/** The compared offerings, best first, and the target utilisation. */
export interface ComparedScenario {
  readonly targetUtilisation: number
  readonly offerings: readonly ComparedRow[]
  /** Price sheets of the workspace that cannot be used. */
  readonly brokenSheets: readonly BrokenFile[]
}

/** Options of a comparison. */
export type CompareRequest = CompareOptions & { readonly models?: readonly string[]; readonly costs: Costs }

/**
 * Compares all offerings, or those that `options.models` names, with their monthly bills.
 * @throws AppError OFFERING_INVALID if an offering that is named or has a price does not exist, and as `pricedSheets`
 */
export async function compareScenario(
  scenario: Scenario,
  options: CompareRequest,
  resources: Resources,
): Promise<ComparedScenario> {
  const { offerings, pricing, brokenSheets } = await pricedOfferings(scenario, options, resources)
  const rows = withBills(scenario, compareOfferings(scenario, offerings, options), offerings, pricing)
  return {
    targetUtilisation: options.targetUtilisation ?? usualTarget,
    offerings: rows.map((each) => ({ ...each, bindingText: describeBinding(each.binding) })),
    brokenSheets,
  }
}

/** Load factors at which costs are computed: from 1/16 to 16, with four per doubling. */
const loadFactors = Array.from({ length: 33 }, (_, step) => 2 ** ((step - 16) / 4))

/**
 * Computes the costs of the named offerings over the load, and the loads at which another one becomes the cheaper one.
 * @throws AppError as `compareScenario`
 */
export async function costsOverLoad(
  scenario: Scenario,
  options: CompareRequest,
  resources: Resources,
): Promise<CostOverLoad & { readonly targetUtilisation: number }> {
  const { offerings, pricing } = await pricedOfferings(scenario, options, resources)
  const targetUtilisation = options.targetUtilisation ?? usualTarget
  return {
    targetUtilisation,
    ...costOverLoad(scenario, offerings, { ...pricing, targetUtilisation, factors: loadFactors }),
  }
}

async function pricedOfferings(scenario: Scenario, { models, costs }: CompareRequest, resources: Resources) {
  const all = await modelsFor(scenario.deployment, resources)
  const offerings: readonly Offering[] = models?.map((id) => findOffering(all, id, '--models')) ?? all.offerings
  const { sheets, brokenSheets } = await pricedSheets(costs, all, resources)
  return { offerings, pricing: { sheets, choice: costs.choice }, brokenSheets }
}
