/**
 * Describes a backtest as a document. docs/backtest.md is made from it.
 */
import type { Backtest } from '../../contracts/backtest.ts'
import { type Block, type Document, list, numberCell, paragraph, table, textCell } from '../document.ts'
import {
  backtestLegend,
  changesSince,
  modelSentence,
  pointGroups,
  pointHeadings,
  pointTexts,
  reasonsNotCounted,
  summarySentence,
} from './backtest-facts.ts'
import { awaitingTables, blindTables } from './blind-tables.ts'
import { lawBandTables } from './law-band-tables.ts'

/** Every published point beside its prediction, model by model. */
export function backtestDocument(backtest: Backtest): Document {
  const groups = pointGroups(backtest)
  return {
    subject: 'Made by: npm run -s headroom -- models backtest --markdown',
    title: 'Backtest: published figures beside predictions',
    answer: { tone: 'predicted', label: null, sentence: sentenceOf(backtest), marks: [] },
    introduction: isEmpty(backtest) ? [] : [...introduction, ...lawBandTables(backtest), ...blindTables(backtest)],
    sections: backtest.models.map((model) => ({
      id: model.model,
      title: model.name,
      marks: model.reason === null ? [] : ['not counted'],
      blocks: [
        paragraph(modelSentence(model)),
        ...awaitingTables(backtest.awaiting.filter((point) => point.model === model.model)),
        ...groups.filter((group) => group.model === model).map(groupTable),
        ...reasonsBlocks(backtest, model.model),
        ...changesBlocks(backtest, model.model),
      ],
    })),
    closing: 'Errors are ratios of wire, payload or records as the source counted them. More: docs/models.md.',
  }
}

const introduction: readonly Block[] = [
  paragraph(
    'Each published figure is predicted from its configuration alone: no prediction looks it up. ',
    'The points are in models/, each with its source and, where it is known, what was predicted at first sight. ',
    'Figures of one publication never count as independent ones.',
  ),
  list(backtestLegend),
]

function sentenceOf(backtest: Backtest): string {
  return isEmpty(backtest) ? 'There is no published figure to compare this model with.' : summarySentence(backtest)
}

function isEmpty({ points, awaiting }: Backtest): boolean {
  return points.length + awaiting.length === 0
}

function groupTable({ unit, points }: ReturnType<typeof pointGroups>[number]): Block {
  const headings = [textCell('Figure'), ...pointHeadings({ points }).map((heading) => numberCell(heading))]
  const rows = points.map((point) => [textCell(`${point.label} (${point.id})`), ...pointTexts(point).map(numberCell)])
  return table(unit, headings, rows)
}

function reasonsBlocks({ points }: Backtest, model: string): Block[] {
  const reasons = reasonsNotCounted(points.filter((point) => point.model === model))
  if (reasons.length === 0) return []
  return [
    paragraph('Not counted today, though at first sight they count:'),
    list(reasons.map(({ ids, reason }) => `${ids.join(', ')}: ${reason}`)),
  ]
}

function changesBlocks({ points }: Backtest, model: string): Block[] {
  const changes = changesSince(points.filter((point) => point.model === model))
  if (changes.length === 0) return []
  const lines = changes.map(({ ids, changed }) => `${ids.join(', ')}: ${changed}`)
  return [paragraph('Changed because of figures since they were first predicted:'), list(lines)]
}
