/**
 * A comparison as a person reads it: one row an offering, its tiers behind it, and one sentence over all.
 */
import type { ComparedOffering } from '../../../capacity/compare-offerings.ts'
import { groupDigits } from '../../../units/number-text.ts'
import { formatPercent } from '../../../units/ratio.ts'

/** An offering that takes the workload in one tier at least. */
export interface FittingRow {
  /** The cheapest tier where prices are known, else the smallest. */
  readonly best: ComparedOffering
  /** All that take it, the best first. */
  readonly tiers: readonly ComparedOffering[]
}

/** An offering of which nothing takes the workload. */
export interface RefusedRow {
  readonly offering: string
  readonly offeringName: string
  /** Each reason once, and how many tiers it refuses. */
  readonly reasons: readonly { readonly text: string; readonly tiers: number }[]
}

/** What the columns can be sorted by. */
export type SortKey = 'offering' | 'headroom' | 'fullest' | 'cost'

/** Rows of a comparison, tiers gathered under their offering; the order is that of the comparison. */
export function gatherOfferings(compared: readonly ComparedOffering[]): {
  readonly fitting: readonly FittingRow[]
  readonly refused: readonly RefusedRow[]
} {
  const byOffering = new Map<string, ComparedOffering[]>()
  for (const each of compared) byOffering.set(each.offering, [...(byOffering.get(each.offering) ?? []), each])
  const fitting: FittingRow[] = []
  const refused: RefusedRow[] = []
  for (const all of byOffering.values()) {
    const tiers = all.filter((each) => each.fits)
    const [best] = tiers
    if (best === undefined) refused.push(refusedRow(all))
    else fitting.push({ best, tiers })
  }
  return { fitting, refused }
}

function refusedRow(all: readonly ComparedOffering[]): RefusedRow {
  const counts = new Map<string, number>()
  for (const text of all.flatMap((each) => each.reasons)) counts.set(text, (counts.get(text) ?? 0) + 1)
  return {
    offering: all[0]?.offering ?? '',
    offeringName: all[0]?.offeringName ?? '',
    reasons: [...counts].map(([text, tiers]) => ({ text, tiers })),
  }
}

/** Sorted anew; what has no value for the key stands last either way. */
export function sortRows(rows: readonly FittingRow[], key: SortKey, isDescending: boolean): FittingRow[] {
  const direction = isDescending ? -1 : 1
  return [...rows].sort((one, other) => {
    const [a, b] = [sortValue(one.best, key), sortValue(other.best, key)]
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
    return (a < b ? -1 : a > b ? 1 : 0) * direction
  })
}

function sortValue(row: ComparedOffering, key: SortKey): number | string | null {
  if (key === 'offering') return row.offeringName
  if (key === 'headroom') return row.headroom
  if (key === 'fullest') return row.fullest?.utilisation ?? null
  return row.cost?.perHour ?? null
}

/** Who else carries it, in one sentence: how many, and which costs least where several prices of one currency are known. */
export function compareSentence(rows: ReturnType<typeof gatherOfferings>, targetUtilisation: number): string {
  const { fitting, refused } = rows
  const all = fitting.length + refused.length
  const target = `with every limit at or below ${formatPercent(targetUtilisation)}`
  if (fitting.length === 0) return `None of ${all} offerings carries it ${target}.`
  const counted = `${fitting.length} of ${all} offerings carry it ${target}.`
  const cheapest = cheapestOf(fitting)
  if (cheapest === null) return counted
  const { best } = cheapest
  const price = `${sizeText(best)}, ${costText(best)} an hour`
  return `${counted} Of the ${cheapest.priced} with a price, ${best.offeringName} costs least: ${price}.`
}

/** Prices of different currencies cannot be set in order, and one alone is no comparison. */
function cheapestOf(rows: readonly FittingRow[]): { readonly best: ComparedOffering; readonly priced: number } | null {
  const priced = rows.filter(({ best }) => best.cost !== null)
  const currencies = new Set(priced.map(({ best }) => best.cost?.currency ?? null))
  const [first] = sortRows(priced, 'cost', false)
  return first === undefined || priced.length < 2 || currencies.size > 1
    ? null
    : { best: first.best, priced: priced.length }
}

/** "3 brokers of express.m7g.large". */
export function sizeText({ size, unitName, tier }: ComparedOffering): string {
  const counted = `${size === null ? '' : groupDigits(size)} ${unitName}`
  return tier === null ? counted : `${counted} of ${tier}`
}

/** "2.04 USD"; nothing where no price is known. */
export function costText({ cost }: ComparedOffering): string {
  if (cost === null) return ''
  return `${groupDigits(cost.perHour, 2)}${cost.currency === null ? '' : ` ${cost.currency}`}`
}
