/**
 * The topics of an observation by their rate.
 */
import type { Observation, ObservedFigure, ObservedTopic } from '../../contracts/observation.ts'
import { ratesOf } from '../../observation/peak-rates.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatBytes } from '../../units/bytes.ts'
import { formatCount } from '../../units/count.ts'
import { formatRecordRate } from '../../units/record-rate.ts'
import { type Cell, numberCell, type Section, table, textCell } from '../document.ts'

interface Row {
  readonly topic: ObservedTopic
  readonly rates: ReturnType<typeof ratesOf>
  readonly bytesPerSec: number
}

/** The user's topics, those with most traffic first. */
export function topicsSection(observation: Observation): Section {
  const rows = observation.topics
    .filter(({ isInternal }) => !isInternal)
    .map((topic): Row => {
      const rates = ratesOf(topic)
      const bytesPerSec = rates === null ? 0 : rates.peakRecordsPerSec.value * rates.wireBytesPerRecord.value
      return { topic, rates, bytesPerSec }
    })
    .sort((one, other) => other.bytesPerSec - one.bytesPerSec)
  const headings = [
    textCell('Topic'),
    numberCell('Written at the peak'),
    numberCell('Records'),
    numberCell('Bytes of a record'),
    numberCell('Partitions'),
    numberCell('Groups'),
    textCell('Known'),
  ]
  return {
    id: 'topics',
    title: 'Topics by rate',
    marks: [],
    blocks: [
      table(
        'What is written at the observed peak',
        headings,
        rows.map((row) => cellsOf(row, observation)),
      ),
    ],
  }
}

function cellsOf({ topic, rates, bytesPerSec }: Row, observation: Observation): Cell[] {
  const groups = observation.groups.filter(({ reads }) => reads.some((read) => read.topic === topic.name)).length
  const { partitions, consumerGroups } = topic.figures
  return [
    textCell(topic.name),
    numberCell(rates === null ? '–' : formatByteRate(bytesPerSec)),
    numberCell(rates === null ? '–' : formatRecordRate(rates.peakRecordsPerSec.value)),
    numberCell(rates === null ? '–' : formatBytes(rates.wireBytesPerRecord.value)),
    numberCell(countText(partitions)),
    numberCell(groups > 0 ? formatCount(groups) : countText(consumerGroups)),
    textCell(rates === null ? 'no traffic seen' : rates.peakRecordsPerSec.how),
  ]
}

function countText(figure: ObservedFigure | undefined): string {
  return figure === undefined ? '–' : formatCount(figure.value)
}
