/**
 * Shows the topics of an observation, those with the highest rates first.
 */
import type { Observation, ObservedFigure, ObservedTopic } from '../../contracts/observation.ts'
import type { TopicField } from '../../contracts/observation-fields.ts'
import { ratesOf } from '../../observation/peak-rates.ts'
import { hasRate } from '../../observation/unseen-load.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatBytes } from '../../units/bytes.ts'
import { counted, formatCount } from '../../units/count.ts'
import { formatPercent } from '../../units/ratio.ts'
import { formatRecordRate } from '../../units/record-rate.ts'
import { blocks, type Cell, numberCell, paragraph, type Section, table, textCell } from '../document.ts'
import { rateTimes } from './load-section.ts'

interface Row {
  readonly topic: ObservedTopic
  readonly rates: ReturnType<typeof ratesOf>
  /** Wire bytes/s at the peak; 0 if unknown. */
  readonly bytesPerSec: number
}

/** At most this many topics are shown; the others are counted. */
const maxTopics = 300

/** The user's topics, those with most traffic first: a table of their rates, then one of their properties. */
export function topicsSection(observation: Observation): Section {
  const rows = observation.topics
    .filter(({ isInternal }) => !isInternal)
    .map((topic): Row => {
      const rates = ratesOf(topic)
      const bytesPerSec = rates === null ? 0 : rates.peakRecordsPerSec.value * rates.wireBytesPerRecord.value
      return { topic, rates, bytesPerSec }
    })
    .sort((one, other) => other.bytesPerSec - one.bytesPerSec)
  const [shown, others] = [rows.slice(0, maxTopics), rows.slice(maxTopics)]
  const written = formatByteRate(others.reduce((sum, { bytesPerSec }) => sum + bytesPerSec, 0))
  return {
    id: 'topics',
    title: 'Topics by rate',
    marks: [],
    blocks: blocks(
      rows.length === 0 && paragraph('The sources name no topic: the rates are known for the whole cluster only.'),
      rows.length > 0 && table('What is written to each topic', rateHeadings, shown.map(rateCells)),
      rows.length > 0 &&
        table(
          'Properties of each topic',
          shapeHeadings,
          shown.map((row) => shapeCells(row, observation)),
        ),
      others.length > 0 &&
        paragraph(`And ${counted(others.length, 'more topic')} with ${written} at the peak. The JSON has all of them.`),
    ),
  }
}

const rateHeadings = [
  textCell('Topic'),
  ...['Average', 'Busiest hour', 'Busiest minute', 'Used as the peak'].map(numberCell),
  textCell('Peak is'),
]

/** Rates in bytes/s. If only records/s are known, they are multiplied by the record size. */
function rateCells({ topic, rates, bytesPerSec }: Row): Cell[] {
  const columns = rateTimes.map((when) => {
    const bytes = topic.figures[`${when}BytesInPerSec` satisfies TopicField]?.value
    const records = topic.figures[`${when}RecordsInPerSec` satisfies TopicField]?.value
    const perSec =
      bytes ?? (records === undefined || rates === null ? undefined : records * rates.wireBytesPerRecord.value)
    return numberCell(perSec === undefined ? '–' : formatByteRate(perSec))
  })
  return [
    textCell(topic.name),
    ...columns,
    numberCell(rates === null ? '–' : formatByteRate(bytesPerSec)),
    textCell(rates?.peakRecordsPerSec.how ?? (hasRate(topic) ? 'no traffic seen' : 'rate not known')),
  ]
}

const shapeHeadings = [
  textCell('Topic'),
  ...['Records at the peak', 'Bytes per record', 'Partitions', 'Hottest', 'Groups'].map(numberCell),
]

function shapeCells({ topic, rates }: Row, observation: Observation): Cell[] {
  const groups = observation.groups.filter(({ reads }) => reads.some((read) => read.topic === topic.name)).length
  const { partitions, consumerGroups, hottestPartitionShare } = topic.figures
  return [
    textCell(topic.name),
    numberCell(rates === null ? '–' : formatRecordRate(rates.peakRecordsPerSec.value)),
    numberCell(rates === null ? '–' : formatBytes(rates.wireBytesPerRecord.value)),
    numberCell(countText(partitions)),
    numberCell(hottestPartitionShare === undefined ? '–' : formatPercent(hottestPartitionShare.value)),
    numberCell(groups > 0 ? formatCount(groups) : countText(consumerGroups)),
  ]
}

function countText(figure: ObservedFigure | undefined): string {
  return figure === undefined ? '–' : formatCount(figure.value)
}
