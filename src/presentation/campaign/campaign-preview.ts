/**
 * Describes before a campaign what it will do, how much it will write and how long it will take.
 */
import type { Benchmark } from '../../contracts/benchmark.ts'
import type { Campaign } from '../../contracts/campaign.ts'
import { campaignCostText } from '../../contracts/campaign-cost.ts'
import { campaignNoteTexts } from '../../contracts/campaign-notes.ts'
import type { CampaignPreview } from '../../contracts/campaign-record.ts'
import { formatByteRate } from '../../units/byte-rate.ts'
import { formatBytes } from '../../units/bytes.ts'
import { counted, formatCount } from '../../units/count.ts'
import { formatDuration } from '../../units/duration.ts'
import { threeDigits } from '../../units/number-text.ts'
import { formatRecordRate } from '../../units/record-rate.ts'
import {
  type Block,
  blocks,
  type Cell,
  facts,
  heading,
  list,
  numberCell,
  paragraph,
  span,
  table,
  textCell,
} from '../document.ts'
import { figureLabels } from '../labels.ts'
import { sourceText } from '../source-text.ts'

/** At most this many notes are shown. The others are counted, because each run repeats its own notes. */
const maxNotes = 8

/** The campaign's target, runs, bytes and duration, and notes on how runs differ from their scenarios. */
export function campaignCostBlocks(preview: CampaignPreview): Block[] {
  const { target, runs, isAtMost, writtenWireBytes, durationMs } = preview
  const atMost = isAtMost ? 'at most ' : ''
  const notes = campaignNoteTexts(preview)
  const left = notes.length - maxNotes
  return blocks(
    facts([
      ['Runs on', target.label],
      [
        'Runs',
        `${atMost}${counted(runs, 'run')}, each with topics and client ids of its own that are deleted afterwards`,
      ],
      ['Writes', `${atMost}${formatBytes(writtenWireBytes)} before replication`],
      ['Duration', `${atMost}about ${formatDuration(Math.ceil(durationMs / 1000) * 1000)}`],
    ]),
    paragraph(campaignCostText(preview)),
    notes.length > 0 && list(notes.slice(0, maxNotes)),
    left > 0 && paragraph(`and ${counted(left, 'more note')}, which the runs repeat`),
  )
}

/** A table of the steps that are known before the first result. */
export function campaignStepsTable({ steps }: Pick<CampaignPreview, 'steps'>): Block {
  return table(
    'Its runs',
    [
      textCell('Step'),
      numberCell('Offered'),
      numberCell(figureLabels.ingressWireBytesPerSec),
      numberCell('Predicted'),
      numberCell('Partitions'),
    ],
    steps.map(({ label, offered, expected, summary }) => [
      textCell(label),
      numberCell(formatRecordRate(offered.recordsPerSec)),
      numberCell(formatByteRate(offered.ingressWireBytesPerSec)),
      numberCell(formatByteRate(expected.ingressWireBytesPerSec.likely)),
      numberCell(formatCount(summary.partitions)),
    ]),
  )
}

/** What the document of a benchmark measured, in its rows and units. Columns without a value are left out. */
export function publishedFiguresTable({ benchmark, method }: Campaign): Block[] {
  if (benchmark === undefined || method.kind !== 'cases') return []
  const { caseHeading, columns, published } = benchmark
  const cases = method.cases.filter(({ id }) => published[id] !== undefined)
  const shown = columns
    .map(({ heading: title }, index) => ({ title, index }))
    .filter(({ index }) => cases.some(({ id }) => published[id]?.[index] != null))
  if (shown.length === 0) return []
  return [
    table(
      'What the document measured, in its own units',
      [textCell(caseHeading), ...shown.map(({ title }) => numberCell(title))],
      cases.map(({ id, label }) => [
        textCell(label),
        ...shown.map(({ index }) => publishedCell(published[id]?.[index])),
      ]),
    ),
  ]
}

function publishedCell(value: number | null | undefined): Cell {
  return numberCell(value == null ? '–' : threeDigits(value))
}

/** "Nothing of this benchmark has been measured here yet.", or how often it was run here. */
export function measuredHereText(runs: number): string {
  if (runs === 0) return 'Nothing of this benchmark has been measured here yet.'
  return `This benchmark was run here ${runs === 1 ? 'once' : `${formatCount(runs)} times`}. Its results are among the earlier campaigns.`
}

/** The title and source of a published benchmark, and what differs from its document. */
export function benchmarkIntroduction({ title, source, differences, profile }: Benchmark): Block[] {
  return blocks(
    paragraph(span('strong', title), span('line', sourceText(source))),
    profile === 'smoke' && paragraph('Smoke profile: shape only. Few cases, short loads, one run each, no verdict.'),
    heading('What differs from the document'),
    list(differences),
  )
}
