/**
 * The section on the partitions that a forecast recommends to make now.
 */
import { partitionsToMake } from '../../capacity/forecast/partitions-ahead.ts'
import type { Forecast, ForecastPartitions } from '../../contracts/forecast.ts'
import { counted, formatCount } from '../../units/count.ts'
import { blocks, list, numberCell, paragraph, type Section, span, table, textCell } from '../document.ts'

/** Longer tables of a forecast are cut to a readable length. The JSON has all rows. */
export const maxRows = 24

/** True if the recommended sizes assume more partitions than the topics have. */
export function hasPartitionsToMake({ partitions }: Forecast): boolean {
  return partitions.some((each) => partitionsToMake(each) > each.partitions)
}

/** The partitions to create now. No section if every topic has enough. */
export function partitionsSections({ partitions }: Forecast): Section[] {
  const lacking = tooFew(partitions)
  if (lacking.length === 0) return []
  const rows = lacking
    .slice(0, maxRows)
    .map((each) => [
      textCell(each.topic),
      numberCell(formatCount(each.partitions)),
      numberCell(neededText(each)),
      numberCell(each.neededHigh === null ? '–' : formatCount(each.neededHigh)),
      textCell(each.day),
      textCell(each.isKeyed ? 'yes' : 'no'),
    ])
  const headings = [
    textCell('Topic'),
    numberCell('Has'),
    numberCell('Needs'),
    numberCell('At high growth'),
    textCell('For the load of'),
    textCell('Keyed'),
  ]
  const left = lacking.length - rows.length
  return [
    {
      id: 'partitions',
      title: 'Partitions to make now',
      marks: [],
      blocks: blocks(
        paragraph(
          'Partitions that are added later move keys to other partitions, so the order of a key is lost there. Sizing recommends partitions for the load of the scenario, this table for its growth.',
        ),
        table('Topics with too few partitions for their highest load', headings, rows),
        left > 0 && paragraph(span('quiet', `And ${counted(left, 'more topic')}; --json has all.`)),
        lacking.some(isHot) && list(lacking.filter(isHot).slice(0, maxRows).map(hotKeyText)),
      ),
    },
  ]
}

/** "24", "90 until 2028-03-01", "no number helps". */
function neededText({ needed, beforeHot }: ForecastPartitions): string {
  if (needed !== null) return formatCount(needed)
  return beforeHot === null ? 'no number helps' : `${formatCount(beforeHot.partitions)} until ${beforeHot.until}`
}

/** A topic with a key that outgrows a partition on a known day, so that no number of partitions is enough then. */
export type HotTopic = ForecastPartitions & { readonly hotKeyFrom: string }

function isHot(topic: ForecastPartitions): topic is HotTopic {
  return topic.hotKeyFrom !== null
}

function hotKeyText({ topic, hotKeyFrom }: HotTopic): string {
  return `${topic}: from ${hotKeyFrom} its most frequent key is too large for one partition. No number of partitions and no size helps then; spread that key.`
}

function tooFew(partitions: Forecast['partitions']): Forecast['partitions'] {
  return partitions.filter((each) => isHot(each) || Math.max(each.needed ?? 0, each.neededHigh ?? 0) > each.partitions)
}
