/**
 * Lists the observations of a workspace.
 */
import { isReadable, type ListedObservation } from '../../contracts/observation.ts'
import { formatCount } from '../../units/count.ts'
import { type Block, listing, numberCell, paragraph, textCell } from '../document.ts'
import { listedTime } from '../report-facts.ts'
import { sourceKindLabels } from './sources-section.ts'

/** The observations, in the given order, and a sentence for each that cannot be read. */
export function observationListBlocks(entries: readonly ListedObservation[]): Block[] {
  if (entries.length === 0) {
    return [paragraph('There are no observations in this workspace yet. Make one with: headroom observe --file FILE')]
  }
  const headings = ['observation', 'made (UTC)', 'name'].map(textCell)
  const readable = entries.filter(isReadable)
  const rows = readable.map(({ id, createdAtEpochMs, name, topics, groups, sources }) => [
    ...[id, listedTime(createdAtEpochMs), name].map(textCell),
    ...[topics, groups].map((count) => numberCell(formatCount(count))),
    textCell(sources.map((kind) => sourceKindLabels[kind]).join(', ')),
  ])
  const counts = ['topics', 'groups'].map(numberCell)
  const list = listing('Observations of this workspace', [...headings, ...counts, textCell('sources')], rows)
  const problems = entries.flatMap((entry) => (isReadable(entry) ? [] : [paragraph(entry.problem)]))
  return [...(readable.length === 0 ? [] : [list]), ...problems]
}
