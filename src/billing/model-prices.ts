/**
 * Converts the unit prices in a user's own model to a price sheet. Models that come with Headroom contain no prices:
 * these are in models/prices/.
 */
import type { Offering } from '../contracts/offering.ts'
import type { Charge, PriceSheet } from '../contracts/prices.ts'
import type { Source } from '../contracts/source.ts'

/** Returns a sheet with the newest unit price of each tier; null if the model has no prices. */
export function sheetOfModel({ id, name, limitSets }: Offering): PriceSheet | null {
  const priced = limitSets.flatMap(({ price, tier, asOf }) => (price === undefined ? [] : [{ ...price, tier, asOf }]))
  const newest = priced.filter((each) => !priced.some((other) => other.tier === each.tier && other.asOf > each.asOf))
  const [first] = newest
  if (first === undefined) return null
  const sources: Record<string, Source> = {}
  const charges = newest.map(({ perUnitPerHour, tier, source }, index): Charge => {
    sources[`price-${index}`] = source
    const charge = { for: 'units', per: 'unit-hour', amount: perUnitPerHour, source: `price-${index}` } as const
    return tier === undefined ? charge : { ...charge, tier }
  })
  const dates = newest.map(({ source }) => source.date).sort()
  return {
    kind: 'headroom.prices',
    schemaVersion: 1,
    name: `the model ${name}`,
    checkedOn: dates[0] ?? first.source.date,
    sources,
    lists: [{ offering: id, region: null, currency: first.currency, charges, notIncluded: [] }],
  }
}
