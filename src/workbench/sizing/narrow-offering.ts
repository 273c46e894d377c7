/**
 * Narrows an offering to the limits of a tier, or to those that held on a date.
 */
import { limitSetAt, limitSetsOf } from '../../capacity/limit-set.ts'
import { AppError } from '../../contracts/app-error.ts'
import type { LimitSet, Offering } from '../../contracts/offering.ts'
import { calendarDate } from '../../contracts/primitives.ts'
import { choicesText } from '../../units/near-names.ts'

/** Which limits to keep. Default: all. */
export interface WantedLimits {
  readonly tier?: string | undefined
  /** A month or a day. */
  readonly asOf?: string | undefined
}

/**
 * The offering with these limits only.
 * @throws AppError USAGE if the tier or the date is invalid, OFFERING_INVALID if there are no limits of that date.
 */
export function narrowOffering(offering: Offering, wanted: WantedLimits): Offering {
  const { asOf } = wanted
  if (asOf !== undefined && !calendarDate.safeParse(asOf).success) {
    throw new AppError('USAGE', `"${asOf}" is not a date.`, { remedy: 'Write it like 2020-04 or 2020-04-15.' })
  }
  const tiers = wantedTiers(offering, wanted.tier)
  const found = tiers.flatMap((tier) => setsOfTier(offering, tier, asOf))
  const limitSets = [...new Set(found)]
  const own = offering.tiers?.filter(({ id }) => tiers.includes(id))
  if (limitSets.length > 0) return { ...offering, limitSets, ...(own === undefined ? {} : { tiers: own }) }
  const dates = [...new Set(offering.limitSets.map((set) => set.asOf))].sort().join(', ')
  throw new AppError('OFFERING_INVALID', `No limits of ${offering.name} are known as of ${asOf ?? 'any date'}.`, {
    remedy: `Its limits are as of ${dates}.`,
  })
}

function wantedTiers(offering: Offering, wanted: string | undefined): readonly (string | undefined)[] {
  const known = offering.tiers?.map((tier) => tier.id) ?? []
  if (wanted === undefined) return known.length === 0 ? [undefined] : known
  if (known.includes(wanted)) return [wanted]
  const remedy = known.length === 0 ? 'It has no tiers: leave --tier out.' : `Its tiers: ${choicesText(known, wanted)}.`
  throw new AppError('USAGE', `${offering.name} has no tier "${wanted}".`, { remedy })
}

function setsOfTier(offering: Offering, tier: string | undefined, asOf: string | undefined): readonly LimitSet[] {
  const sets = limitSetsOf(offering, tier)
  if (asOf === undefined) return [...sets].sort((one, other) => (one.asOf < other.asOf ? -1 : 1))
  const set = limitSetAt(offering, { asOf, ...(tier === undefined ? {} : { tier }) })
  return set === null ? [] : [set]
}
