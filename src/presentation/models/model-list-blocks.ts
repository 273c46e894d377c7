/**
 * Lists the supported offerings, and the files of models and calibrations that cannot be read.
 */
import type { BrokenFile } from '../../contracts/broken-file.ts'
import type { LimitSet, Offering } from '../../contracts/offering.ts'
import { type Block, blocks, heading, list, listing, numberCell, textCell } from '../document.ts'
import { errorContent } from '../error-remedy.ts'

/** The offerings, then the invalid files. */
export function modelListBlocks(offerings: readonly Offering[], broken: readonly BrokenFile[]): Block[] {
  const rows = offerings.map(({ id, name, tiers, limitSets, ownFile }) => [
    textCell(id),
    textCell(ownFile === undefined ? name : `${name} (${ownFile.name})`),
    numberCell(tiers === undefined ? '' : String(tiers.length)),
    textCell(datesOf(limitSets).join(', ')),
  ])
  const headings = [textCell('id'), textCell('name'), numberCell('tiers'), textCell('limits as of')]
  return blocks(listing('Supported offerings', headings, rows), brokenBlocks(broken))
}

/** Files that cannot be used, each with all of its problems. Empty if there are none. */
export function brokenBlocks(broken: readonly BrokenFile[]): Block[] {
  if (broken.length === 0) return []
  return [heading('Invalid and ignored'), list(broken.map(({ error }) => errorContent(error)))]
}

/** Dates of limit sets, each once, oldest first. */
export function datesOf(limitSets: readonly LimitSet[]): string[] {
  return [...new Set(limitSets.map((set) => set.asOf))].sort()
}
