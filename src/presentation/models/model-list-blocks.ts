/**
 * Lists the supported offerings, and the files of models and calibrations that cannot be read.
 */
import type { BrokenFile } from '../../contracts/broken-file.ts'
import type { LimitSet, Offering } from '../../contracts/offering.ts'
import { type Block, blocks, type Content, heading, list, listing, numberCell, textCell } from '../document.ts'
import { errorContent } from '../error-remedy.ts'
import { ageMark } from '../source-text.ts'

/**
 * The offerings, then the invalid files.
 * @param today date of the list, for the age of the newest limits: `2026-11-23`
 */
export function modelListBlocks(offerings: readonly Offering[], broken: readonly BrokenFile[], today: string): Block[] {
  const rows = offerings.map(({ id, name, tiers, limitSets, ownFile }) => [
    textCell(id),
    textCell(ownFile === undefined ? name : `${name} (${ownFile.name})`),
    numberCell(tiers === undefined ? '' : String(tiers.length)),
    textCell(datesContent(datesOf(limitSets), today)),
  ])
  const headings = [textCell('id'), textCell('name'), numberCell('tiers'), textCell('limits as of')]
  return blocks(listing('Supported offerings', headings, rows), brokenBlocks(broken))
}

/** Files that cannot be used, each with all of its problems. Empty if there are none. */
export function brokenBlocks(broken: readonly BrokenFile[]): Block[] {
  if (broken.length === 0) return []
  return [heading('Invalid and ignored'), list(broken.map(({ error }) => errorContent(error)))]
}

/** The dates, with a mark if even the newest one is more than a year old. */
function datesContent(dates: readonly string[], today: string): Content {
  return [dates.join(', '), ageMark(dates.at(-1) ?? today, today)]
}

/** Dates of limit sets, each once, oldest first. */
export function datesOf(limitSets: readonly LimitSet[]): string[] {
  return [...new Set(limitSets.map((set) => set.asOf))].sort()
}
