/**
 * The regions that price lists name.
 */
import { choicesText } from '../units/near-names.ts'
import type { PriceSheets } from './find-prices.ts'

/** The regions of all lists, each once, sorted. */
export function knownRegions({ published, own }: PriceSheets): string[] {
  const regions = [...published, ...own].flatMap(({ lists }) => lists.flatMap(({ region }) => region ?? []))
  return [...new Set(regions)].sort()
}

/** Returns the problem of a region that no list names, which is probably a typing error; null if a list names it. */
export function regionProblem(sheets: PriceSheets, region: string | undefined): string | null {
  const known = knownRegions(sheets)
  if (region === undefined || known.some((each) => each.toLowerCase() === region.toLowerCase())) return null
  return `no price list names the region "${region}"; known: ${choicesText(known, region)}`
}
