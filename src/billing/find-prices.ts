/**
 * Finds the prices of an offering in a region. Prices of the user take precedence over published ones.
 */
import { type Charge, chargeKey, type PriceList, type PriceSheet } from '../contracts/prices.ts'
import type { Source } from '../contracts/source.ts'

/** Price sheets. A sheet in `own` takes precedence over earlier sheets in `own` and over all published ones. */
export type PriceSheets = { readonly published: readonly PriceSheet[]; readonly own: readonly PriceSheet[] }

/** A charge with the origin of its amount. */
export type PricedCharge = {
  readonly charge: Charge
  /** Null if the amount is not known. */
  readonly source: Source | null
  /** True for a price of the user, false for a published one. */
  readonly isOwn: boolean
  /** Discount on the amount in percent; 0 for none. */
  readonly discountPercent: number
}

/** The prices of an offering in one region. */
export type FoundPrices = {
  readonly region: string | null
  readonly currency: string
  readonly charges: readonly PricedCharge[]
  /**
   * The tiers that the published list applies to, if it prices units by tier. Null if it applies to all tiers, or if
   * there is no published list.
   */
  readonly publishedTiers: readonly string[] | null
  readonly notIncluded: readonly string[]
  /** Names of the sheets. */
  readonly sheets: readonly string[]
  /** The earliest day on which one of the sheets was checked. */
  readonly checkedOn: string
  /** Sentences on how the lists were combined. */
  readonly remarks: readonly string[]
}

/** The prices, null if there are none for the region, and all regions with known prices. */
export type PriceSearch = { readonly found: FoundPrices | null; readonly knownRegions: readonly string[] }

type Listed = { readonly sheet: PriceSheet; readonly list: PriceList }

/**
 * Finds the prices of an offering in a region. A list without a region applies to every region.
 *
 * @param region if undefined: the first region of the user's last sheet that names one or, without such a sheet, that of the
 *   first published list
 */
export function findPrices(sheets: PriceSheets, offering: string, region?: string): PriceSearch {
  const published = listsOf(sheets.published, offering)
  const own = listsOf(sheets.own, offering)
  const knownRegions = [...new Set([...published, ...own].flatMap(({ list }) => list.region ?? []))]
  const ofRegions = own.filter(({ list }) => list.region !== null)
  const ownRegion = ofRegions.find(({ sheet }) => sheet === ofRegions.at(-1)?.sheet)?.list.region
  const wanted = region ?? ownRegion ?? published[0]?.list.region ?? null
  const base =
    published.find(({ list }) => isSame(list.region, wanted)) ?? published.find(({ list }) => list.region === null)
  const layers = own.filter(({ list }) => list.region === null || isSame(list.region, wanted))
  if (base === undefined && layers.length === 0) return { found: null, knownRegions }
  return { found: combineLists(base, layers), knownRegions }
}

function listsOf(sheets: readonly PriceSheet[], offering: string): Listed[] {
  return sheets.flatMap((sheet) =>
    sheet.lists.filter((list) => list.offering === offering).map((list) => ({ sheet, list })),
  )
}

function isSame(one: string | null, other: string | null): boolean {
  return one?.toLowerCase() === other?.toLowerCase()
}

/**
 * Combines the published list with the user's lists. A later list replaces charges of earlier ones, and its discount
 * applies to published amounts of the vendor. Lists in another currency than the last one are left out.
 */
function combineLists(base: Listed | undefined, layers: readonly Listed[]): FoundPrices {
  const currency = layers.at(-1)?.list.currency ?? base?.list.currency ?? ''
  const used = [...(base === undefined ? [] : [base]), ...layers]
  const kept = used.filter(({ list }) => list.currency === currency)
  const remarks = used
    .filter(({ list }) => list.currency !== currency)
    .map(
      ({ sheet, list }) =>
        `“${sheet.name}” is in ${list.currency}, not in ${currency}, so it is left out: no exchange rate is assumed.`,
    )
  let charges: PricedCharge[] = []
  for (const { sheet, list } of kept) {
    const isOwn = sheet !== base?.sheet
    charges = charges.map((each) =>
      each.isOwn || each.charge.isBilledByCloud === true
        ? each
        : { ...each, discountPercent: list.discountPercent ?? each.discountPercent },
    )
    const added = list.charges.map((charge) => pricedCharge(charge, sheet, isOwn))
    charges = [...charges.filter(({ charge }) => !added.some((each) => isReplaced(charge, each.charge))), ...added]
  }
  return {
    region: kept.find(({ list }) => list.region !== null)?.list.region ?? null,
    currency,
    charges,
    publishedTiers: base === undefined ? null : tiersOf(base.list),
    notIncluded: [...new Set(kept.flatMap(({ list }) => list.notIncluded))],
    sheets: kept.map(({ sheet }) => sheet.name),
    checkedOn: kept.map(({ sheet }) => sheet.checkedOn).sort()[0] ?? '',
    remarks,
  }
}

function tiersOf({ charges }: PriceList): string[] | null {
  const units = charges.filter((charge) => charge.for === 'units')
  return units.length === 0 || units.some(({ tier }) => tier === undefined)
    ? null
    : units.flatMap(({ tier }) => tier ?? [])
}

function pricedCharge(charge: Charge, sheet: PriceSheet, isOwn: boolean): PricedCharge {
  const source = charge.source === undefined ? null : (sheet.sources[charge.source] ?? null)
  return { charge, source: charge.amount === null ? null : source, isOwn, discountPercent: 0 }
}

/** A charge without a tier replaces the charges of all tiers. */
function isReplaced(charge: Charge, by: Charge): boolean {
  return charge.for === by.for && (by.tier === undefined || chargeKey(charge) === chargeKey(by))
}
