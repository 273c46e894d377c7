/**
 * The page of the backtest: docs/backtest.md is made from it.
 */
import type { Backtest } from '../../contracts/backtest.ts'
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
import { type Block, list, numberCell, paragraph, type Document, table, textCell } from '../document.ts'

/** Every published point beside its prediction, model by model. */
export function backtestDocument(backtest: Backtest): Document {
  const groups = pointGroups(backtest)
  return {
    subject: 'Made by: npm run -s headroom -- models backtest --markdown',
    title: 'Backtest: published figures beside predictions',
    answer: { tone: 'predicted', label: null, sentence: summarySentence(backtest), marks: [] },
    opening: [
      paragraph(
        'Each figure that a source published is predicted from its configuration alone: no prediction looks it up. ',
        'The points stand in models/, each with its source and, where it is known, its first sight: what was predicted before ',
        'anything was changed in view of the figure. Figures of one publication are never taken for independent ones.',
      ),
      paragraph(backtestLegend),
    ],
    sections: backtest.models.map((model) => ({
      id: model.model,
      title: model.name,
      marks: model.reason === null ? [] : ['not counted'],
      blocks: [
        paragraph(modelSentence(model)),
        ...groups.filter((group) => group.model === model).map(groupTable),
        ...reasonsBlocks(backtest, model.model),
        ...changesBlocks(backtest, model.model),
      ],
    })),
    closing: 'Errors are ratios of wire, payload or records as the source counted them. More: docs/models.md.',
  }
}

function groupTable({ unit, points }: ReturnType<typeof pointGroups>[number]): Block {
  const headings = [textCell('point'), ...pointHeadings({ points }).map((heading) => numberCell(heading))]
  const rows = points.map((point) => [textCell(`${point.label} (${point.id})`), ...pointTexts(point).map(numberCell)])
  return table(unit, headings, rows)
}

function reasonsBlocks({ points }: Backtest, model: string): Block[] {
  const reasons = reasonsNotCounted(points.filter((point) => point.model === model))
  if (reasons.length === 0) return []
  return [
    paragraph('Shown and not counted today; at first sight they count:'),
    list(reasons.map(({ ids, reason }) => `${ids.join(', ')}: ${reason}`)),
  ]
}

function changesBlocks({ points }: Backtest, model: string): Block[] {
  const changes = changesSince(points.filter((point) => point.model === model))
  if (changes.length === 0) return []
  const lines = changes.map(({ ids, changed }) => `${ids.join(', ')}: ${changed}`)
  return [paragraph('What was changed in view of figures since they were predicted first:'), list(lines)]
}
