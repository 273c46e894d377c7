/**
 * The monthly bill of a deployment: one line per charge, and the charges whose price is not known.
 *
 * Traffic, storage and elastic units are billed at the average load. Other units are billed by the size, which is chosen
 * for the peak.
 */
import { givenDiskBytes } from '../capacity/hardware/host-rates.ts'
import { tierOf } from '../capacity/limit-set.ts'
import type { BillChoice } from '../contracts/bill-request.ts'
import type { Offering } from '../contracts/offering.ts'
import { type ChargeKind, ownHostTier } from '../contracts/prices.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { isOlderThanAYear } from '../units/dated.ts'
import { joinNames } from '../units/join-names.ts'
import { hoursPerMonth, type MoneyRange } from '../units/money.ts'
import { type AverageLoad, averageLoad } from './average-load.ts'
import { billAssumptions, laterPriceSentences } from './bill-assumptions.ts'
import { type BillLine, billLine, type MissingLine } from './bill-line.ts'
import type { Billed } from './billed-quantity.ts'
import { chargeKinds, chargeNames, unpricedKinds } from './charges.ts'
import { elasticUnits } from './elastic-units.ts'
import { type FoundPrices, findPrices, type PricedCharge, type PriceSearch, type PriceSheets } from './find-prices.ts'
import { sheetOfModel } from './model-prices.ts'
import { usualZones } from './zone-traffic.ts'

/** A monthly bill. Amounts are in `currency`. */
export type Bill = {
  readonly offering: string
  readonly offeringName: string
  readonly tier: string | null
  readonly size: number
  readonly unitName: string
  /** Null if no prices were found, or if their source names no region. */
  readonly region: string | null
  readonly currency: string | null
  /** Names of the sheets that the prices come from. */
  readonly priceSheets: readonly string[]
  /** The earliest day on which one of these sheets was checked; null without prices. */
  readonly checkedOn: string | null
  /** True if that day is more than a year before the bill. */
  readonly isCheckOld: boolean
  readonly load: Omit<AverageLoad, 'topics'> & { readonly storedBytes: number }
  readonly zones: number
  /** The fewest zones over which the service spreads its brokers. Null: one is possible, or it is not known. */
  readonly leastZones: number | null
  readonly followerFetch: boolean
  readonly lines: readonly BillLine[]
  /** Charges that apply and whose amount is not known. */
  readonly missing: readonly MissingLine[]
  /** Costs that the price lists do not contain, each in a few words. */
  readonly notIncluded: readonly string[]
  /** Sum of the lines; null without lines. If charges are missing, the real bill is higher. */
  readonly totalPerMonth: MoneyRange | null
  readonly isComplete: boolean
  /** The total per MB/s (10^6 bytes/s) written on average; null without a total. */
  readonly perMegabytePerSec: MoneyRange | null
  /** The total per TB (10^12 bytes) written; null without a total. */
  readonly perTerabyte: MoneyRange | null
  /** Full sentences. */
  readonly assumptions: readonly string[]
}

/** Computes the bill of a scenario's deployment. */
export function billOf(scenario: Scenario, offering: Offering, sheets: PriceSheets, choice: BillChoice): Bill {
  const { deployment } = scenario
  const zones = choice.zones ?? (deployment.zones === 'single' ? 1 : usualZones)
  const search = findPrices(withModelPrices(sheets, offering), offering.id, choice.region)
  const billed: Billed = {
    load: averageLoad(scenario, offering),
    offering,
    size: deployment.size,
    diskBytes: givenDiskBytes(deployment),
    volume: deployment.volume,
    cloud: deployment.cloud,
    elastic: () => elasticUnits(scenario, offering),
    zones,
    followerFetch: choice.followerFetch ?? false,
    privateEndpoints: choice.privateEndpoints ?? 0,
  }
  const isOwnHost = deployment.host !== undefined
  const tier = isOwnHost ? null : (tierOf(offering, deployment) ?? null)
  const bill = assembleBill({ billed, tier, pricedAs: isOwnHost ? ownHostTier : tier, search, choice })
  return { ...bill, assumptions: [...cappedSentences(scenario), ...bill.assumptions] }
}

/** Says that an average rate above the peak is billed at the peak. */
function cappedSentences({ workload }: Scenario): string[] {
  const capped = workload.producers.filter((each) => (each.averageRecordsPerSec ?? 0) > each.peakRecordsPerSec)
  return capped.map(({ name }) => `The average of “${name}” is above its peak: the peak is billed all month.`)
}

/** Adds the unit prices in a model as a published sheet, unless a published list already covers the offering. */
function withModelPrices(sheets: PriceSheets, offering: Offering): PriceSheets {
  const isListed = sheets.published.some(({ lists }) => lists.some((list) => list.offering === offering.id))
  const ofModel = isListed ? null : sheetOfModel(offering)
  return ofModel === null ? sheets : { ...sheets, published: [...sheets.published, ofModel] }
}

/** The inputs of `assembleBill`. */
type Parts = {
  readonly billed: Billed
  readonly tier: string | null
  /** The tier whose charges apply: that of the bill, or the one that prices give to hosts of the user's own. */
  readonly pricedAs: string | null
  readonly search: PriceSearch
  readonly choice: BillChoice
}

/** Computes a bill from the billed quantities and the prices that were found. */
export function assembleBill({ billed, tier, pricedAs, search, choice }: Parts): Bill {
  const { found } = search
  const { load, offering, size, zones, followerFetch } = billed
  const charges = found === null ? [] : chargesOfTier(found, pricedAs)
  const terms = { currency: found?.currency ?? '', today: choice.today }
  const entries = charges.flatMap((priced) => billLine(priced, billed, terms) ?? [])
  const lines = inBillOrder(entries.filter((entry): entry is BillLine => 'perMonth' in entry))
  const missing = [
    ...entries.filter((entry): entry is MissingLine => 'reason' in entry),
    ...unpriced(charges, billed, whyMissing(search, offering, { tier, region: choice.region })),
  ]
  const total = lines.length === 0 ? null : sumOf(lines.map(({ perMonth }) => perMonth))
  const { topics, ...rest } = load
  return {
    offering: offering.id,
    offeringName: offering.name,
    tier,
    size,
    unitName: size === 1 ? offering.unitName.singular : offering.unitName.plural,
    region: found?.region ?? null,
    currency: found?.currency ?? null,
    priceSheets: found?.sheets ?? [],
    checkedOn: found?.checkedOn ?? null,
    isCheckOld: found !== null && isOlderThanAYear(found.checkedOn, choice.today),
    load: { ...rest, storedBytes: topics.reduce((bytes, { storedBytes }) => bytes + storedBytes, 0) },
    zones,
    leastZones: offering.leastZones?.zones ?? null,
    followerFetch,
    lines,
    missing: inBillOrder(missing),
    notIncluded: found?.notIncluded ?? [],
    totalPerMonth: total,
    isComplete: missing.length === 0,
    perMegabytePerSec: perAmount(total, load.ingressBytesPerSec / 1e6),
    perTerabyte: perAmount(total, (load.ingressBytesPerSec * 3600 * hoursPerMonth) / 1e12),
    assumptions: [
      ...laterPriceSentences(lines, found?.checkedOn ?? null, choice.today),
      ...billAssumptions(billed, charges, found),
    ],
  }
}

/**
 * Returns the charges of a tier. A charge for the tier takes precedence over one for all tiers. If a published list
 * prices units by tier, none of its charges apply to a tier that it does not list, because even the price of disks may
 * belong to another cloud.
 */
function chargesOfTier({ charges, publishedTiers }: FoundPrices, tier: string | null): PricedCharge[] {
  const isPublished = publishedTiers === null || (tier !== null && publishedTiers.includes(tier))
  const fitting = charges.filter(({ charge, isOwn }) => {
    return (charge.tier === undefined || charge.tier === tier) && (isOwn || isPublished)
  })
  const isSuperseded = ({ charge }: PricedCharge) =>
    charge.tier === undefined &&
    fitting.some((each) => each.charge.for === charge.for && each.charge.tier !== undefined)
  return fitting.filter((priced) => !isSuperseded(priced))
}

function unpriced(charges: readonly PricedCharge[], billed: Billed, reason: string): MissingLine[] {
  const kinds = unpricedKinds(
    charges.map(({ charge }) => charge),
    billed,
  )
  return kinds.map((charge) => ({ charge, name: chargeNames[charge], unknown: 'price', reason }))
}

function whyMissing(
  { found, knownRegions }: PriceSearch,
  { name }: Offering,
  { tier, region }: { readonly tier: string | null; readonly region: string | undefined },
): string {
  if (found !== null) {
    const ofTier = tier === null ? '' : ` of ${tier}`
    const inRegion = found.region === null ? '' : ` in ${found.region}`
    return `No such price${ofTier}${inRegion} is in ${joinNames(found.sheets.map((sheet) => `“${sheet}”`))}.`
  }
  if (knownRegions.length === 0) return `No price of ${name} is known.`
  const place = region === undefined ? 'every region' : region
  return `No price of ${name} in ${place} is known. Known regions: ${knownRegions.join(', ')}.`
}

function inBillOrder<Line extends { readonly charge: ChargeKind }>(lines: readonly Line[]): Line[] {
  return [...lines].sort((one, other) => chargeKinds.indexOf(one.charge) - chargeKinds.indexOf(other.charge))
}

function sumOf(ranges: readonly MoneyRange[]): MoneyRange {
  return ranges.reduce((sum, { low, high }) => ({ low: sum.low + low, high: sum.high + high }), { low: 0, high: 0 })
}

function perAmount(total: MoneyRange | null, amount: number): MoneyRange | null {
  return total === null || amount === 0 ? null : { low: total.low / amount, high: total.high / amount }
}
