/**
 * A backtest as text.
 */
import type { Backtest, ModelBacktest } from '../contracts/backtest.ts'
import {
  backtestLegend,
  modelSentence,
  type PointGroup,
  pointGroups,
  pointHeadings,
  pointTexts,
  reasonsNotCounted,
  summarySentence,
} from '../presentation/backtest/backtest-facts.ts'
import { alignColumns, textWidth, wrapText } from '../presentation/painters/columns.ts'

/** Longest line of a table, and longest name of a point in it. */
const mostLetters = 100
const mostNameLetters = 32

/** The scores over all first, then the points of each model in tables with its scores below. */
export function backtestText(backtest: Backtest, columns: number): string {
  const width = textWidth(columns)
  if (backtest.points.length === 0) return 'No published figure stands beside this model.\n'
  return [
    wrapText(summarySentence(backtest), width),
    '\n',
    ...backtest.models.map((model) => modelText(backtest, model, width)),
    wrapText(backtestLegend, width),
  ].join('')
}

function modelText(backtest: Backtest, model: ModelBacktest, width: number): string {
  const tables = pointGroups(backtest)
    .filter((group) => group.model === model)
    .map(groupText)
  const reasons = reasonsNotCounted(backtest.points.filter((point) => point.model === model.model))
  return [
    `${model.name} (${model.model})\n`,
    ...tables,
    wrapText(modelSentence(model), width, '  '),
    ...reasons.map(({ ids, reason }) => wrapText(`Not counted today: ${ids.join(', ')}: ${reason}.`, width, '  ')),
    '\n',
  ].join('')
}

function groupText(group: PointGroup): string {
  const rows = [pointHeadings(group), ...group.points.map(pointTexts)]
  const columns = pointHeadings(group).map((_, column) => column)
  const taken = columns.reduce((sum, column) => sum + 2 + Math.max(...rows.map((row) => row[column]?.length ?? 0)), 4)
  const letters = Math.min(mostNameLetters, mostLetters - taken)
  const names = [`  ${group.unit}`, ...group.points.map(({ id }) => `    ${shortened(id, letters)}`)]
  return alignColumns(
    rows.map((row, index) => [names[index] ?? '', ...row]),
    columns.map((column) => column + 1),
  )
}

function shortened(name: string, letters: number): string {
  return name.length <= letters ? name : `${name.slice(0, letters - 1)}…`
}
