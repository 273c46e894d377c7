/**
 * Notes on a comparison of offerings: beside a limit, and below the table.
 */
import type { CostedOffering } from '../../billing/compare-costs.ts'
import type { Bill } from '../../billing/compute-bill.ts'
import { zonesText } from '../../billing/zone-traffic.ts'
import type { ComparedOffering } from '../../capacity/compare-offerings.ts'
import { type GrowthWithLoad, growthWithLoad } from '../../capacity/growth-with-load.ts'
import { storageRoom } from '../../capacity/storage-room.ts'
import { joinNames } from '../../units/join-names.ts'
import { hasPriceRange } from '../billing/bill-sentences.ts'

/** Explains why headroom and utilisation of the fullest limit do not multiply to 100 %. Empty if they do. */
export function growthNote({ fullest, headroom }: ComparedOffering): string {
  if (fullest === null || headroom === null) return ''
  if (fullest.dimension === 'storage') return storageRoom(fullest.utilisation)
  return growthNotes[growthWithLoad(fullest, headroom)]
}

const growthNotes = {
  none: 'does not grow with the load',
  proportional: '',
  slower: 'grows more slowly than the load',
  faster: 'grows faster than the load',
} as const satisfies Record<GrowthWithLoad, string>

const rangeRule =
  'Where sources give a range for a price, both ends are shown. The high end decides the order, here and in costs over the load.'

/** Sentences below the table, on what its short notes mean. */
export function comparedNotes(fitting: readonly { readonly best: CostedOffering }[]): string[] {
  const best = fitting.map((each) => each.best)
  return [
    ...(best.some(({ bill }) => bill !== null && hasPriceRange(bill)) ? [rangeRule] : []),
    ...zonesNotes(best.flatMap(({ bill }) => bill ?? [])),
    ...(best.some((each) => growthNote(each) === growthNotes.slower)
      ? [
          'A limit grows more slowly than the load if batches become fuller, so that the same records need fewer requests. Another limit may then be full first: it is named beside it.',
        ]
      : []),
    ...best.flatMap(({ offeringName, warning }) => (warning === null ? [] : [`${offeringName}: ${warning}`])),
  ]
}

/** Names the offerings that always span more zones than are billed, because their costs are too low. */
function zonesNotes(bills: readonly Bill[]): string[] {
  const names = bills.flatMap(({ offeringName, zones, leastZones }) =>
    leastZones !== null && zones < leastZones ? [offeringName] : [],
  )
  const [first, ...others] = names
  if (first === undefined) return []
  const subject = others.length === 0 ? `${first} always spreads its` : `${joinNames(names)} always spread their`
  return [
    `${subject} brokers over several zones. The costs here are those of ${zonesText(bills[0]?.zones ?? 1)} and leave out what crosses: compare with 3 zones.`,
  ]
}
