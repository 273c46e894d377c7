/**
 * Compares the offerings for the workload of a scenario.
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

/** A price from a command line or from the window. */
export type UnitPrice = GivenPrice

/** An offering with the name of its binding limit. */
export type ComparedRow = ComparedOffering & { readonly bindingText: string }

/** Offerings in the order of the comparison, and the target utilisation. */
export interface ComparedScenario {
  readonly targetUtilisation: number
  readonly offerings: readonly ComparedRow[]
}

/**
 * Compares all offerings, or the named ones.
 * @throws AppError OFFERING_INVALID if a named or priced offering does not exist.
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
