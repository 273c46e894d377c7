/**
 * One line of a bill: an amount with its formula and source.
 */
import type { Charge, ChargeKind } from '../contracts/prices.ts'
import type { Source } from '../contracts/source.ts'
import { isAfterDay, isOlderThanAYear } from '../units/dated.ts'
import { formatMoneyRange, type MoneyRange } from '../units/money.ts'
import { exactDigits } from '../units/number-text.ts'
import { areDisksBilled, type Billed, type Factor, quantityOf } from './billed-quantity.ts'
import { chargeNames } from './charges.ts'
import type { PricedCharge } from './find-prices.ts'

/** A charge with its monthly amount. */
export type BillLine = {
  readonly charge: ChargeKind
  readonly name: string
  readonly perMonth: MoneyRange
  /** "18 brokers × 0.204 USD/h × 730 h = 2,680.56 USD". */
  readonly formula: string
  /** Null for a unit price from the command line. */
  readonly source: Source | null
  /** True for a price of the user, false for a published one. */
  readonly isOwn: boolean
  /** True if the source is more than a year older than the bill. */
  readonly isOld: boolean
  /** True for a published price from a secondary source. It must be checked before it is quoted. */
  readonly needsCheck: boolean
  readonly remark: string | null
}

/** A charge whose amount is not known. */
export type MissingLine = {
  readonly charge: ChargeKind
  readonly name: string
  /** What is not known: the price, or for how long a topic keeps its records. */
  readonly unknown: 'price' | 'retention'
  /** A full sentence. */
  readonly reason: string
}

/** Returns the line of a charge; null if the charge does not apply. */
export function billLine(
  priced: PricedCharge,
  billed: Billed,
  terms: { readonly currency: string; readonly today: string },
): BillLine | MissingLine | null {
  const { charge, source, isOwn, discountPercent } = priced
  const name = chargeNames[charge.for]
  const quantity = quantityOf(charge, billed)
  if (quantity === null) return null
  const factor = [...quantity.before, ...quantity.after].reduce((product, { value }) => product * value, 1)
  const why = whyUnknown(charge, billed, factor)
  if (why !== null) return { charge: charge.for, name, ...why }
  const amount = charge.amount ?? 0
  const discounted = factor * (1 - discountPercent / 100)
  const perMonth = { low: amount * discounted, high: (charge.upTo ?? amount) * discounted }
  const written = (each: Factor) => each.text(allowedError(each, perMonth.high))
  const factors = [
    ...quantity.before.map(written),
    ...(charge.amount === null ? [] : [priceText(charge, terms.currency)]),
    ...quantity.after.map(written),
    ...(discountPercent === 0 ? [] : [`${exactDigits(100 - discountPercent)} % after discount`]),
  ]
  return {
    charge: charge.for,
    name,
    perMonth,
    formula: `${factors.join(' × ')} = ${formatMoneyRange(perMonth, terms.currency)}`,
    source,
    isOwn,
    isOld: source !== null && isOlderThanAYear(source.date, terms.today),
    needsCheck: !isOwn && source?.grade === 'S',
    remark: remarkOf(charge, source, terms.today),
  }
}

/**
 * How much an amount may change by the rounding of one shown factor, in the currency. At most two factors are rounded, so
 * the product of the shown factors differs from the amount by at most half a cent.
 */
const roundingOfFactor = 0.0025

/** How far a shown factor may be from its value, so that the amount changes by at most `roundingOfFactor`. */
function allowedError({ value }: Factor, amount: number): number {
  return amount === 0 ? Number.POSITIVE_INFINITY : (roundingOfFactor / amount) * Math.abs(value)
}

/** The remark of a charge, after a note if its source is dated after the bill. Null if there is neither. */
function remarkOf({ remark }: Charge, source: Source | null, today: string): string | null {
  const isLater = source !== null && isAfterDay(source.date, today)
  const sentences = [
    ...(isLater ? ['Dated after the day of this bill.'] : []),
    ...(remark === undefined ? [] : [remark]),
  ]
  return sentences.length === 0 ? null : sentences.join(' ')
}

type Why = Pick<MissingLine, 'unknown' | 'reason'>

/**
 * Returns why the amount of a charge is not known; null if it is known. If nothing is used, the amount is 0, even if the
 * price is not known.
 */
function whyUnknown(charge: Charge, billed: Billed, factor: number): Why | null {
  const { load, cloud } = billed
  if (charge.for === 'storage' || charge.for === 'volume-throughput') {
    const reason = whyVolumeUnknown(charge, billed)
    if (reason !== null) return ofPrice(reason)
  }
  if (charge.for === 'storage') {
    if (charge.amount !== 0 && load.topicsWithoutRetention.length > 0 && !areDisksBilled(charge, billed)) {
      if (charge.amount === null) return ofPrice(priceReason(charge))
      const topics = load.topicsWithoutRetention.join(', ')
      return { unknown: 'retention', reason: `The retention of ${topics} is not stated.` }
    }
  }
  if (factor === 0) return null
  if (charge.amount === null) return ofPrice(priceReason(charge))
  if (charge.cloud === undefined || cloud === undefined || charge.cloud === cloud) return null
  return ofPrice(`The price is known for the cloud “${charge.cloud}” only, and this deployment is on “${cloud}”.`)
}

function ofPrice(reason: string): Why {
  return { unknown: 'price', reason }
}

function priceReason({ unknownBecause }: Charge): string {
  return unknownBecause ?? 'The price is not known.'
}

/** Returns the reason if the price is for other disks than those of the deployment; null if it is for them. */
function whyVolumeUnknown(
  { volume }: Extract<Charge, { for: 'storage' | 'volume-throughput' }>,
  { volume: attached }: Billed,
): string | null {
  if (volume === undefined || attached === undefined || volume === attached.type) return null
  const priced = volume === 'local' ? 'local disks' : `${volume} volumes`
  return `The price is known for ${priced} only, and this deployment has ${attached.type} volumes.`
}

/** "0.204 USD/h", "0.035–0.05 USD/GiB". */
function priceText(charge: Charge, currency: string): string {
  const amount = exactDigits(charge.amount ?? 0)
  const upTo = charge.upTo === undefined ? '' : `–${exactDigits(charge.upTo)}`
  return `${amount}${upTo} ${currency}${perTexts[charge.per]}`
}

const perTexts: Readonly<Record<Charge['per'], string>> = {
  'unit-hour': '/h',
  'unit-month': ' a month',
  hour: '/h',
  month: ' a month',
  GiB: '/GiB',
  'million-events': ' per million',
  'GiB-month': '/GiB-month',
  'GiB-hour': '/GiB-h',
  'MiB/s-month': ' a month per MiB/s',
  'partition-hour': '/h',
  'endpoint-hour': '/h',
}
