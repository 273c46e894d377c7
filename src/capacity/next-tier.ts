/**
 * The next tier of an offering that carries a load, for a load that no size of the scenario's tier carries.
 */
import type { Offering } from '../contracts/offering.ts'
import type { Prediction } from '../contracts/prediction.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { targetUtilisation } from '../contracts/target-utilisation.ts'
import { counted } from '../units/count.ts'
import { chanceMet } from './chance-met.ts'
import { isNearlySure } from './compare-offerings.ts'
import { fullestText } from './fixed-numbers.ts'
import { tierOf } from './limit-set.ts'
import { acceptedSize, atSize } from './size-answers.ts'
import { situationOf, solve } from './solve.ts'
import { tierCaution } from './tier-caution.ts'

/** A tier, and the smallest size of it that carries the load. */
export type NextTier = {
  readonly tier: string
  readonly smallest: NonNullable<Prediction['smallest']>
}

/**
 * Offerings with more tiers than this list the machines of several clouds. To try 397 of them takes 70 ms, too long for
 * each keystroke, and a comparison chooses among them.
 */
const maxTiers = 20

/**
 * The first tier after the scenario's own, in the order of the model, that carries the load; after the last tier the first
 * follows. Null if no tier does, for an offering without tiers or with more than `maxTiers`, and for a host of the
 * scenario's own. As in a comparison, tiers that are not for production and tiers with a low chance do not count.
 */
export function nextTier(scenario: Scenario, offering: Offering, target = targetUtilisation): NextTier | null {
  const { deployment } = scenario
  const own = tierOf(offering, deployment)
  if (own === undefined || deployment.host !== undefined) return null
  const tiers = (offering.tiers ?? []).map(({ id }) => id)
  if (tiers.length > maxTiers) return null
  const place = tiers.indexOf(own)
  for (const tier of [...tiers.slice(place + 1), ...tiers.slice(0, place)]) {
    const smallest = tierCaution(offering, tier) === null ? sizeOfTier(scenario, offering, { tier, target }) : null
    if (smallest !== null) return { tier, smallest }
  }
  return null
}

function sizeOfTier(
  scenario: Scenario,
  offering: Offering,
  { tier, target }: { readonly tier: string; readonly target: number },
): Prediction['smallest'] {
  const there: Scenario = { ...scenario, deployment: { ...scenario.deployment, tier } }
  const smallest = acceptedSize(there, situationOf(there, offering), target)
  if (smallest === null) return null
  const solution = solve(atSize(there, smallest.size), offering)
  return solution.refusals.length === 0 && isNearlySure({ chanceMet: chanceMet(solution) }) ? smallest : null
}

/** "1 cluster of tier-2 is enough (fullest limit: ingress at 41 %)." */
export function nextTierText({ tier, smallest }: NextTier, { unitName }: Pick<Offering, 'unitName'>): string {
  const units = counted(smallest.size, unitName.singular, unitName.plural)
  const verb = smallest.size === 1 ? 'is' : 'are'
  return `${units} of ${tier} ${verb} enough (fullest limit: ${fullestText(smallest)}).`
}
