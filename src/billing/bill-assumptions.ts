/**
 * Sentences on the assumptions of a bill.
 */
import { isAfterDay } from '../units/dated.ts'
import { hoursPerMonth } from '../units/money.ts'
import { groupDigits } from '../units/number-text.ts'
import type { BillLine } from './bill-line.ts'
import { type Billed, quantityOf } from './billed-quantity.ts'
import type { FoundPrices, PricedCharge } from './find-prices.ts'
import { clientShare, zonesText } from './zone-traffic.ts'

/** Returns the assumptions of a bill. Those that affect it most come first. */
export function billAssumptions(billed: Billed, charges: readonly PricedCharge[], found: FoundPrices | null): string[] {
  const { load, elastic, offering } = billed
  const isElastic = charges.some(({ charge }) => charge.for === 'units' && charge.billedBy === 'average')
  return [
    ...spaceSentences(billed, charges),
    ...(load.isPeak ? ['Not every producer states an average rate; its peak is billed all month.'] : []),
    ...(isElastic
      ? [
          'Elastic units are billed as the average load uses them, not by the size. Hours above the average can cost more.',
          `Elastic units of this load: ${elastic().reason}.`,
        ]
      : []),
    ...(offering.ownFile?.replacesShipped === true
      ? [`The limits that decide the size are those of ${offering.ownFile.name} in your workspace.`]
      : []),
    ...zoneSentences(billed, charges),
    ...cloudSentences(billed, charges),
    `A month has ${hoursPerMonth} hours, and 1 GB of a price is 1 GiB (2^30 bytes).`,
    'Traffic is wire bytes of record batches. Requests, retries and repeated reads come on top where the vendor counts them.',
    'Prices are list prices without tax and support, unless your own prices say otherwise.',
    ...(found?.remarks ?? []),
  ]
}

/** Says that prices are dated after the day of the bill, and what to do for the prices of that day. */
export function laterPriceSentences(lines: readonly BillLine[], checkedOn: string | null, today: string): string[] {
  const later = lines.flatMap(({ source, isOwn }) =>
    source !== null && isAfterDay(source.date, today) ? [{ date: source.date, isOwn }] : [],
  )
  const own = datesText(later.filter(({ isOwn }) => isOwn))
  const published = datesText(later.filter(({ isOwn }) => !isOwn))
  return [
    ...(own === ''
      ? []
      : [
          `Your prices dated ${own} are later than the day of this bill, ${today}, and are used as if they held that day. Leave that price sheet out for the prices of that day.`,
        ]),
    ...(published === ''
      ? []
      : [
          `Published prices dated ${published} are later than the day of this bill, ${today}, and are used as if they held that day. Headroom has no earlier ones.`,
        ]),
    ...(checkedOn !== null && isAfterDay(checkedOn, today)
      ? [`The price sheet says that it was checked on ${checkedOn}, after the day of this bill.`]
      : []),
  ]
}

function datesText(dated: readonly { readonly date: string }[]): string {
  const dates = [...new Set(dated.map(({ date }) => date))].sort()
  const [first = '', last = ''] = [dates[0], dates.at(-1)]
  return first === last ? first : `${first} to ${last}`
}

/** Says that more storage is billed than the units of this size can have, so that the size cannot be bought like this. */
function spaceSentences(billed: Billed, charges: readonly PricedCharge[]): string[] {
  const { size } = billed
  const { singular, plural } = billed.offering.unitName
  return charges.flatMap(({ charge }) => {
    if (charge.for !== 'storage' || charge.maxGibPerUnit === undefined) return []
    const billedGib = (quantityOf(charge, billed)?.before ?? []).reduce((product, { value }) => product * value, 1)
    const least = Math.ceil(billedGib / charge.maxGibPerUnit)
    if (least <= size) return []
    return [
      `The storage of this bill does not fit: a ${singular} has ${groupDigits(charge.maxGibPerUnit)} GiB at most, so ${groupDigits(billedGib)} GiB need ${groupDigits(least)} ${plural}. Buy more ${plural}, or keep the data for a shorter time.`,
    ]
  })
}

/** Says which cloud an amount is for, if the deployment names none. */
function cloudSentences({ cloud, zones }: Billed, charges: readonly PricedCharge[]): string[] {
  if (cloud !== undefined) return []
  const used = charges.filter(({ charge }) => charge.amount !== null && (zones > 1 || !charge.for.startsWith('zone-')))
  const clouds = new Set(used.flatMap(({ charge }) => charge.cloud ?? []))
  if (clouds.size === 0) return []
  return [
    `The deployment names no cloud (deployment.cloud), so amounts that are known for “${[...clouds].join('” and “')}” only are used.`,
  ]
}

function zoneSentences(
  { zones, followerFetch, offering: { name, leastZones } }: Billed,
  charges: readonly PricedCharge[],
): string[] {
  if (!charges.some(({ charge }) => charge.for.startsWith('zone-'))) return []
  if (leastZones !== undefined && zones < leastZones.zones) {
    const { zones: least, source } = leastZones
    return [
      `${name} always spreads its brokers over ${zonesText(least)} or more (${source.title}, ${source.date}), so traffic crosses zones even if all clients are in one. This bill of ${zonesText(zones)} leaves out what crosses: use --zones 3.`,
    ]
  }
  if (zones === 1) {
    return [
      'Clients and brokers are in one zone, so nothing crosses zones. Services that spread their brokers over several zones bill what crosses: --zones 3.',
    ]
  }
  const reads = followerFetch
    ? 'consumers read in their own zone (client.rack and replica.selector.class are set)'
    : 'consumers read from leaders, Kafka’s default'
  return [
    `Clients and brokers are spread evenly over ${zonesText(zones)}, so ${clientShare(zones).text} of the writes cross; ${reads}.`,
  ]
}
