/**
 * Narrows an offering to the limits of a tier, or to the limits that were valid on a date.
 */
import { limitSetAt, limitSetsOf } from '../../capacity/limit-set.ts'
import { AppError } from '../../contracts/app-error.ts'
import type { LimitSet, Offering } from '../../contracts/offering.ts'
import { calendarDate } from '../../contracts/primitives.ts'
import { choicesText } from '../../units/near-names.ts'

/** Chooses the limits to keep. Default: all. */
export interface LimitFilter {
  readonly tier?: string | undefined
  /** A month or a day, such as 2020-04 or 2020-04-15. */
  readonly asOf?: string | undefined
}

/**
 * Returns the offering with these limits only.
 * @throws AppError USAGE if the tier or the date is invalid, OFFERING_INVALID if no limits of that date are known
 */
export function narrowOffering(offering: Offering, filter: LimitFilter): Offering {
  const { asOf } = filter
  if (asOf !== undefined && !calendarDate.safeParse(asOf).success) {
    throw new AppError('USAGE', `"${asOf}" is not a date.`, { remedy: 'Write it like 2020-04 or 2020-04-15.' })
  }
  const tierIds = chosenTierIds(offering, filter.tier)
  // Tiers may share limit sets.
  const limitSets = [...new Set(tierIds.flatMap((tier) => setsOfTier(offering, tier, asOf)))]
  const tiers = offering.tiers?.filter(({ id }) => tierIds.includes(id))
  if (limitSets.length > 0) return { ...offering, limitSets, ...(tiers === undefined ? {} : { tiers }) }
  const dates = [...new Set(offering.limitSets.map((set) => set.asOf))].sort().join(', ')
  throw new AppError('OFFERING_INVALID', `No limits of ${offering.name} are known as of ${asOf ?? 'any date'}.`, {
    remedy: `Its limits are as of ${dates}.`,
  })
}

/** Returns the ids of the chosen tiers; [undefined] for an offering without tiers. */
function chosenTierIds(offering: Offering, chosen: string | undefined): readonly (string | undefined)[] {
  const known = offering.tiers?.map((tier) => tier.id) ?? []
  if (chosen === undefined) return known.length === 0 ? [undefined] : known
  if (known.includes(chosen)) return [chosen]
  const remedy = known.length === 0 ? 'It has no tiers: leave --tier out.' : `Its tiers: ${choicesText(known, chosen)}.`
  throw new AppError('USAGE', `${offering.name} has no tier "${chosen}".`, { remedy })
}

function setsOfTier(offering: Offering, tier: string | undefined, asOf: string | undefined): readonly LimitSet[] {
  const sets = limitSetsOf(offering, tier)
  if (asOf === undefined) return [...sets].sort((one, other) => (one.asOf < other.asOf ? -1 : 1))
  const set = limitSetAt(offering, { asOf, ...(tier === undefined ? {} : { tier }) })
  return set === null ? [] : [set]
}
