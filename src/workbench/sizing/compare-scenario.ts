/**
 * The workload of a scenario on every offering.
 */
import { describeBinding } from '../../capacity/binding-changes.ts'
import {
  type ComparedOffering,
  type CompareOptions,
  compareOfferings,
  type GivenPrice,
} from '../../capacity/compare-offerings.ts'
import { targetUtilisation } from '../../capacity/smallest-size.ts'
import type { Scenario } from '../../contracts/scenario.ts'
import { modelsFor } from '../calibration/calibrated-models.ts'
import type { Resources } from '../resources.ts'
import { findOffering } from './offerings.ts'

/** A price as a command line or a window gives it. */
export type UnitPrice = GivenPrice

/** An offering with what binds there in words. */
export type ComparedRow = ComparedOffering & { readonly bindingText: string }

/** Offerings in the order of the comparison, and how full each may be. */
export interface ComparedScenario {
  readonly targetUtilisation: number
  readonly offerings: readonly ComparedRow[]
}

/**
 * Compares all offerings, or those named.
 * @throws AppError OFFERING_INVALID where a named one or a priced one is not there.
 */
export async function compareScenario(
  scenario: Scenario,
  options: CompareOptions & { readonly models?: readonly string[] },
  resources: Resources,
): Promise<ComparedScenario> {
  const all = await modelsFor(scenario.deployment, resources)
  for (const price of options.prices ?? []) findOffering(all, price.offering, '--price')
  const offerings = options.models?.map((id) => findOffering(all, id, '--models')) ?? all.offerings
  const rows = compareOfferings(scenario, offerings, options)
  return {
    targetUtilisation: options.targetUtilisation ?? targetUtilisation,
    offerings: rows.map((each) => ({ ...each, bindingText: describeBinding(each.binding) })),
  }
}
