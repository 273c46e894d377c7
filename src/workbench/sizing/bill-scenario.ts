/**
 * Computes bills for a scenario: for its own deployment, or for other offerings at their smallest size.
 */

import { cheapestFirst } from '../../billing/cheapest-first.ts'
import { bestTier, type Pricing, statedTotals, withBills } from '../../billing/compare-costs.ts'
import { type Bill, billOf } from '../../billing/compute-bill.ts'
import { compareOfferings } from '../../capacity/compare-offerings.ts'
import { predict } from '../../capacity/predict.ts'
import type { BrokenFile } from '../../contracts/broken-file.ts'
import type { Offering } from '../../contracts/offering.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { targetUtilisation as usualTarget } from '../../contracts/target-utilisation.ts'
import { type SizeNote, sizeNoteOf } from '../../presentation/billing/size-note.ts'
import { modelsFor, refuseUnknownTier } from '../calibration/calibrated-models.ts'
import type { Resources } from '../resources.ts'
import { findOffering } from './offerings.ts'
import { type Costs, pricedSheets } from './priced-sheets.ts'

/** The deployments to bill, and the prices. */
export type BillRequest = Costs & {
  /**
   * Ids of the offerings to bill, each at the smallest size that carries the peak. Empty: the scenario's own offering.
   */
  readonly offerings: readonly string[]
  /** True to bill the scenario's own offering at its smallest size instead of the scenario's size. */
  readonly smallest: boolean
  readonly targetUtilisation?: number | undefined
}

/** An offering that does not carry the workload. */
export type UnbilledOffering = {
  readonly offering: string
  readonly offeringName: string
  readonly reasons: readonly string[]
}

/**
 * A bill with the chance that its size meets the load, and whether it does. The chance is null for an offering with
 * declared limits.
 */
export type ScenarioBill = Bill & SizeNote & { readonly chanceMet: number | null }

/** Returns the bill in the form of JSON answers: totals that would mislead are null. */
export function billJson<Printed extends Bill>(bill: Printed): Printed {
  return { ...bill, ...statedTotals(bill) }
}

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
 * @throws AppError as `modelsFor` and `pricedSheets`, and OFFERING_INVALID for an offering that does not exist
 */
export async function billScenario(
  scenario: Scenario,
  request: BillRequest,
  resources: Resources,
): Promise<BilledScenario> {
  const models = await modelsFor(scenario.deployment, resources)
  const { sheets, brokenSheets } = await pricedSheets(request, models, resources)
  const isSmallest = request.smallest || request.offerings.length > 0
  const ids = request.offerings.length > 0 ? request.offerings : [scenario.deployment.offering]
  const targetUtilisation = request.targetUtilisation ?? usualTarget
  if (!isSmallest) {
    const { deployment } = scenario
    refuseUnknownTier(deployment, findOffering(models, deployment.offering, 'deployment.offering'))
  }
  const bills: ScenarioBill[] = []
  const unbilled: UnbilledOffering[] = []
  const pricing = { sheets, choice: request.choice }
  for (const offering of ids.map((id) => findOffering(models, id, '--offering'))) {
    const found = isSmallest
      ? smallestScenario(scenario, offering, { ...pricing, targetUtilisation })
      : { scenario, reasons: [] }
    if (found.scenario === null) {
      unbilled.push({ offering: offering.id, offeringName: offering.name, reasons: found.reasons })
      continue
    }
    const bill = billOf(found.scenario, offering, sheets, request.choice)
    const prediction = predict(found.scenario, offering)
    bills.push({ ...bill, ...sizeNoteOf(prediction, offering), chanceMet: prediction.chanceMet ?? null })
  }
  return {
    today: request.choice.today,
    targetUtilisation,
    isSmallest,
    bills: cheapestFirst(bills),
    unbilled,
    brokenSheets,
  }
}

/**
 * Returns the scenario on the tier of the offering that `compare` names, at the tier's smallest size; null if no tier
 * carries it, with the reasons.
 */
function smallestScenario(
  scenario: Scenario,
  offering: Offering,
  { targetUtilisation, ...pricing }: Pricing & { readonly targetUtilisation: number },
): { readonly scenario: Scenario | null; readonly reasons: readonly string[] } {
  const compared = compareOfferings(scenario, [offering], { targetUtilisation })
  const fitting = withBills(scenario, compared, [offering], pricing).filter(({ fits }) => fits)
  const deployment = bestTier(fitting)?.deployment ?? null
  const reasons = [...new Set(compared.flatMap((each) => each.reasons))]
  return { scenario: deployment === null ? null : { ...scenario, deployment }, reasons }
}
