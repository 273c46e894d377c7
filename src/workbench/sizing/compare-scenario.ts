/**
 * Compares offerings for the workload of a scenario.
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

/** A price that the user gave. */
export type UnitPrice = GivenPrice

/** An offering with the name of its binding limit. */
export type ComparedRow = ComparedOffering & { readonly bindingText: string }

/** The compared offerings, best first, and the target utilisation. */
export interface ComparedScenario {
  readonly targetUtilisation: number
  readonly offerings: readonly ComparedRow[]
}

/**
 * Compares all offerings, or those that `options.models` names.
 * @throws AppError OFFERING_INVALID if an offering that is named or has a price does not exist
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
