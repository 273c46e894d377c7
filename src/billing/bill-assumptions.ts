/**
 * Sentences on the assumptions of a bill.
 */
import { hoursPerMonth } from '../units/money.ts'
import type { Billed } from './billed-quantity.ts'
import type { FoundPrices, PricedCharge } from './find-prices.ts'
import { clientShare, zonesText } from './zone-traffic.ts'

/** Returns the assumptions of a bill. Those that affect it most come first. */
export function billAssumptions(billed: Billed, charges: readonly PricedCharge[], found: FoundPrices | null): string[] {
  const { load, elastic, offering } = billed
  const isElastic = charges.some(({ charge }) => charge.for === 'units' && charge.billedBy === 'average')
  return [
    ...(load.isPeak ? ['Not every producer states an average rate; its peak is billed all month.'] : []),
    ...(isElastic
      ? [
          `Elastic units are billed as the average load uses them: ${elastic().reason}. Hours above the average can cost more.`,
        ]
      : []),
    ...(offering.ownFile?.replacesShipped === true
      ? [`The limits that decide the size are those of ${offering.ownFile.name} in your workspace.`]
      : []),
    ...zoneSentences(billed, charges),
    `A month has ${hoursPerMonth} hours, and 1 GB of a price is 1 GiB (2^30 bytes).`,
    'Traffic is wire bytes of record batches. Requests, retries and repeated reads come on top where the vendor counts them.',
    'Prices are list prices without tax and support, unless your own prices say otherwise.',
    ...(found?.remarks ?? []),
  ]
}

function zoneSentences({ zones, followerFetch }: Billed, charges: readonly PricedCharge[]): string[] {
  if (zones === 1 || !charges.some(({ charge }) => charge.for.startsWith('zone-'))) return []
  const reads = followerFetch
    ? 'consumers read in their own zone (client.rack and replica.selector.class are set)'
    : 'consumers read from leaders, Kafka’s default'
  return [
    `Clients and brokers are spread evenly over ${zonesText(zones)}, so ${clientShare(zones).text} of the writes cross; ${reads}.`,
  ]
}
