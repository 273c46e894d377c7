import { readdirSync, readFileSync } from 'node:fs'
import { type PriceSheet, priceSheet } from '../../../src/contracts/prices.ts'

const folder = new URL('../../../models/prices/', import.meta.url)

/** The published price sheets, by the names of their files. */
export const publishedSheets: readonly { readonly name: string; readonly sheet: PriceSheet }[] = readdirSync(
  folder,
).map((name) => ({ name, sheet: priceSheet.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8'))) }))

/** Published prices, and none of the user's own. */
export const publishedPrices = { published: publishedSheets.map(({ sheet }) => sheet), own: [] }

/** The date on which the tests bill. */
export const today = '2026-11-23'
