/**
 * Finds names in a price sheet that no model has.
 */
import type { Problem } from '../contracts/app-error.ts'
import type { BrokenFile } from '../contracts/broken-file.ts'
import type { Offering } from '../contracts/offering.ts'
import type { PriceSheet } from '../contracts/prices.ts'
import { choicesText } from '../units/near-names.ts'

type Models = { readonly offerings: readonly Offering[]; readonly broken: readonly BrokenFile[] }

/** Returns a problem for each offering and tier of a sheet that no model has. */
export function unknownNames({ lists }: PriceSheet, { offerings, broken }: Models): Problem[] {
  return lists.flatMap((list, index): Problem[] => {
    const place = `lists[${index}]`
    const offering = offerings.find(({ id }) => id === list.offering)
    // The tiers of a model that cannot be read are not known.
    if (offering === undefined && broken.some(({ names }) => names.includes(list.offering))) return []
    if (offering === undefined) {
      const known = choicesText(
        offerings.map(({ id }) => id),
        list.offering,
      )
      return [{ place: `${place}.offering`, message: `no offering is called "${list.offering}"; known: ${known}` }]
    }
    const tiers = offering.tiers?.map(({ id }) => id) ?? []
    return list.charges.flatMap(({ tier }, at) => {
      if (tier === undefined || tiers.includes(tier)) return []
      const known = tiers.length === 0 ? 'it has no tiers' : `known: ${choicesText(tiers, tier)}`
      return [{ place: `${place}.charges[${at}].tier`, message: `${offering.name} has no tier "${tier}"; ${known}` }]
    })
  })
}
