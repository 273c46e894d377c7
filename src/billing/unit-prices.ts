/**
 * Converts unit prices from the command line to a price sheet.
 */
import type { UnitPrice } from '../contracts/bill-request.ts'
import type { PriceList, PriceSheet } from '../contracts/prices.ts'
import { findPrices } from './find-prices.ts'

/** ISO 4217 code for "no currency". Used if the user named none and no published price of the offering is known. */
const noCurrency = 'XXX'

/** Returns a sheet with these prices for all regions; null if there are none. */
export function sheetOfUnitPrices(
  prices: readonly UnitPrice[],
  published: readonly PriceSheet[],
  today: string,
): PriceSheet | null {
  if (prices.length === 0) return null
  const offerings = [...new Set(prices.map(({ offering }) => offering))]
  const lists = offerings.map((offering): PriceList => {
    const ofOffering = prices.filter((price) => price.offering === offering)
    const known = findPrices({ published, own: [] }, offering).found?.currency
    return {
      offering,
      region: null,
      currency: ofOffering.find(({ currency }) => currency !== null)?.currency ?? known ?? noCurrency,
      charges: ofOffering.map(({ tier, amount, per }) => ({
        for: 'units',
        per,
        amount,
        ...(tier === undefined ? {} : { tier }),
      })),
      notIncluded: [],
    }
  })
  return { kind: 'headroom.prices', schemaVersion: 1, name: 'your unit price', checkedOn: today, sources: {}, lists }
}
