/**
 * Computes bills for a scenario: for its own deployment, or for other offerings at their smallest size.
 */

import { cheapestFirst } from '../../billing/cheapest-first.ts'
import { type Bill, billOf } from '../../billing/compute-bill.ts'
import { sheetOfUnitPrices } from '../../billing/unit-prices.ts'
import { compareOfferings } from '../../capacity/compare-offerings.ts'
import { predict } from '../../capacity/predict.ts'
import { targetUtilisation as usualTarget } from '../../capacity/smallest-size.ts'
import type { BillChoice, UnitPrice } from '../../contracts/bill-request.ts'
import type { BrokenFile } from '../../contracts/broken-file.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { modelsFor } from '../calibration/calibrated-models.ts'
import type { Resources } from '../resources.ts'
import { findOffering } from './offerings.ts'
import { loadPriceSheets, type NamedSheet } from './price-sheets.ts'

/** The deployments to bill, and the prices. */
export type BillRequest = {
  readonly choice: BillChoice
  /**
   * Ids of the offerings to bill, each at the smallest size that carries the peak. Empty: the scenario's own offering.
   */
  readonly offerings: readonly string[]
  /** True to bill the scenario's own offering at its smallest size instead of the scenario's size. */
  readonly smallest: boolean
  readonly targetUtilisation?: number | undefined
  readonly prices: readonly UnitPrice[]
  readonly sheets: readonly NamedSheet[]
}

/** An offering that does not carry the workload. */
export type UnbilledOffering = {
  readonly offering: string
  readonly offeringName: string
  readonly reasons: readonly string[]
}

/** A bill, and the chance that its size meets the load. The chance is null for an offering with declared limits. */
export type ScenarioBill = Bill & { readonly chanceMet: number | null }

/** Bills, sorted as `cheapestFirst` does. */
export type BilledScenario = {
  readonly today: string
  readonly targetUtilisation: number
  /** True if each bill is for the smallest size that carries the peak. */
  readonly isSmallest: boolean
  readonly bills: readonly ScenarioBill[]
  readonly unbilled: readonly UnbilledOffering[]
  /** Price sheets of the workspace that cannot be used. */
  readonly brokenSheets: readonly BrokenFile[]
}

/**
 * Computes the bills.
 * @throws AppError as `modelsFor` and `loadPriceSheets`, and OFFERING_INVALID for an offering that does not exist
 */
export async function billScenario(
  scenario: Scenario,
  request: BillRequest,
  resources: Resources,
): Promise<BilledScenario> {
  const models = await modelsFor(scenario.deployment, resources)
  const loaded = await loadPriceSheets(resources, request.sheets)
  for (const { offering } of request.prices) findOffering(models, offering, '--price')
  const given = sheetOfUnitPrices(request.prices, loaded.published, request.choice.today)
  const sheets = { published: loaded.published, own: [...loaded.own, ...(given === null ? [] : [given])] }
  const isSmallest = request.smallest || request.offerings.length > 0
  const ids = request.offerings.length > 0 ? request.offerings : [scenario.deployment.offering]
  const targetUtilisation = request.targetUtilisation ?? usualTarget
  const bills: ScenarioBill[] = []
  const unbilled: UnbilledOffering[] = []
  for (const offering of ids.map((id) => findOffering(models, id, '--offering'))) {
    const found = isSmallest
      ? smallestScenarios(scenario, offering, targetUtilisation)
      : { scenarios: [scenario], reasons: [] }
    const [best] = cheapestFirst(
      found.scenarios.map((each) => ({ ...billOf(each, offering, sheets, request.choice), scenario: each })),
    )
    if (best !== undefined) {
      const { scenario: billed, ...bill } = best
      bills.push({ ...bill, chanceMet: predict(billed, offering).chanceMet ?? null })
    } else unbilled.push({ offering: offering.id, offeringName: offering.name, reasons: found.reasons })
  }
  return {
    today: request.choice.today,
    targetUtilisation,
    isSmallest,
    bills: cheapestFirst(bills),
    unbilled,
    brokenSheets: loaded.broken,
  }
}

/** Returns the scenario once for each tier of the offering that carries it, at the tier's smallest size. */
function smallestScenarios(scenario: Scenario, offering: Offering, targetUtilisation: number) {
  const compared = compareOfferings(scenario, [offering], { targetUtilisation })
  const scenarios = compared.flatMap(({ fits, deployment }) =>
    fits && deployment !== null ? [{ ...scenario, deployment }] : [],
  )
  return { scenarios, reasons: [...new Set(compared.flatMap(({ reasons }) => reasons))] }
}
