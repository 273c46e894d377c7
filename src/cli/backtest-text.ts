/**
 * A backtest as text.
 */
import type { Backtest, ModelBacktest } from '../contracts/backtest.ts'
import {
  backtestLegend,
  modelSentence,
  pointGroups,
  pointHeadings,
  pointTexts,
  reasonsNotCounted,
  summarySentence,
} from '../workbench/reports/backtest-facts.ts'
import { textWidth } from './prediction-text.ts'
import { alignColumns, wrapText } from './terminal/columns.ts'

/** Longest name of a point in the table: with the figures it makes a line of 100 columns. */
const mostNameLetters = 32

/** The points of each model in tables, its scores below, and the scores over all at the end. */
export function backtestText(backtest: Backtest, columns: number): string {
  const width = textWidth(columns)
  if (backtest.points.length === 0) return 'No published figure stands beside this model.\n'
  return [
    ...backtest.models.map((model) => modelText(backtest, model, width)),
    wrapText(backtestLegend, width),
    '\n',
    wrapText(`Over all: ${summarySentence(backtest)}`, width),
  ].join('')
}

function modelText(backtest: Backtest, model: ModelBacktest, width: number): string {
  const tables = pointGroups(backtest)
    .filter((group) => group.model === model)
    .map(({ unit, points }) =>
      alignColumns(
        [
          [`  ${unit}`, ...pointHeadings],
          ...points.map((point) => [`    ${shortened(point.id)}`, ...pointTexts(point)]),
        ],
        [1, 2, 3, 4, 5],
      ),
    )
  const reasons = reasonsNotCounted(backtest.points.filter((point) => point.model === model.model))
  return [
    `${model.name} (${model.model})\n`,
    ...tables,
    wrapText(modelSentence(model), width, '  '),
    ...reasons.map(({ ids, reason }) => wrapText(`Not counted: ${ids.join(', ')}: ${reason}.`, width, '  ')),
    '\n',
  ].join('')
}

function shortened(name: string): string {
  return name.length <= mostNameLetters ? name : `${name.slice(0, mostNameLetters - 1)}…`
}
