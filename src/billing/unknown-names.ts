/**
 * Finds names in a price sheet that no model has.
 */
import type { Problem } from '../contracts/app-error.ts'
import type { BrokenFile } from '../contracts/broken-file.ts'
import type { Offering } from '../contracts/offering.ts'
import { ownHostTier, type PriceSheet } from '../contracts/prices.ts'
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
    return list.charges.flatMap(({ tier }, at) => {
      const message = unknownTier(offering, tier)
      return message === null ? [] : [{ place: `${place}.charges[${at}].tier`, message }]
    })
  })
}

/** Returns the problem of a price for a tier that the offering does not have; null if it has it, or none is named. */
export function unknownTier({ name, model, tiers = [] }: Offering, tier: string | undefined): string | null {
  const ofModel = tiers.map(({ id }) => id)
  const priced = model === 'broker-hardware' ? [...ofModel, ownHostTier] : ofModel
  if (tier === undefined || priced.includes(tier)) return null
  const known = priced.length === 0 ? 'it has no tiers' : `known: ${choicesText(priced, tier)}`
  return `${name} has no tier "${tier}"; ${known}`
}
