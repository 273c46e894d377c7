/**
 * Describes the published figures of one offering: a sentence, a chart, and one row per figure with its source.
 */
import { publishedFiguresChart } from '../../charts/published-figures-chart.ts'
import type { BacktestedPoint } from '../../contracts/backtest.ts'
import { scoresOf } from '../../evidence/backtest-scores.ts'
import { median } from '../../evidence/median.ts'
import { formatInUnit } from '../../units/in-unit.ts'
import { formatPercent } from '../../units/ratio.ts'
import { type Block, type Cell, chart, numberCell, paragraph, span, table, textCell } from '../document.ts'
import { signedPercent } from '../report-facts.ts'
import { sourceText } from '../source-text.ts'
import { firstSightText } from './backtest-facts.ts'
import { type PublishedFigure, withLeftOut } from './published-figures.ts'

/**
 * Describes the figures. There must be at least one.
 * @param plain the figures without the predictions of a refitted model, as `publishedFigures` returns them
 * @param points the points of the backtest, which have those predictions; null while the model is being refitted
 */
export function publishedFiguresBlocks(
  plain: readonly PublishedFigure[],
  points: readonly BacktestedPoint[] | null,
): Block[] {
  const figures = withLeftOut(plain, points ?? [])
  return [
    paragraph(span('quiet', leftOutSentence(points, figures))),
    chart('published-figures', publishedFiguresChart(figures)),
    table(
      'Each figure, predicted from its configuration',
      [
        textCell('Figure'),
        numberCell('Published'),
        numberCell('Error at first sight'),
        numberCell('Predicted today'),
        numberCell('Error today'),
      ],
      figures.map(figureCells),
    ),
  ]
}

function figureCells(figure: PublishedFigure, index: number): Cell[] {
  const { label, published, predicted, unit, error, whyNotCounted, source, leftOut, firstSight } = figure
  const value = (amount: number) => formatInUnit(amount, unit)
  const below = (text: string) => span('line', span('quiet', text))
  return [
    textCell([
      `${index + 1}. ${label}`,
      whyNotCounted !== null && below(whyNotCounted),
      span('line', span('quiet', sourceText(source))),
    ]),
    numberCell(`${error === null ? '≥ ' : ''}${value(published)}`),
    numberCell(firstSightText(firstSight)),
    numberCell([value(predicted.likely), below(`${value(predicted.low)} to ${value(predicted.high)}`)]),
    numberCell([signedPercent(error), leftOut !== null && below(`left out ${signedPercent(leftOut / published - 1)}`)]),
  ]
}

/** How well the model predicts figures that are left out of its fit. */
function leftOutSentence(points: readonly BacktestedPoint[] | null, figures: readonly PublishedFigure[]): string {
  if (points === null) return 'Errors are those of today’s model. It is being refitted without each figure …'
  const errors = figures.flatMap(({ leftOut, published }) =>
    leftOut === null ? [] : [Math.abs(leftOut / published - 1)],
  )
  const middle = median(errors)
  if (middle === null) return 'Errors are those of today’s model. No figure can be left out of its fit.'
  const missed =
    errors.length === 1
      ? `the one figure by ${formatPercent(middle)}`
      : `${errors.length} figures by ${formatPercent(middle)} (median)`
  return `Refitted without the figure that it predicts, the model misses ${missed}. ${publicationSentence(points)}`
}

/** The error with all figures of a publication left out. Without them, a fit often cannot determine its parameters. */
function publicationSentence(points: readonly BacktestedPoint[]): string {
  const {
    points: identified,
    medianAbsError,
    notIdentifiedPoints,
  } = scoresOf(points, { parameters: 0, awaiting: 0 }).withoutPublication
  const others =
    medianAbsError === null ? '' : `, and it misses the other ${identified} by ${formatPercent(medianAbsError)}`
  return `Without all figures of its publication, ${notIdentifiedPoints} of ${notIdentifiedPoints + identified} are not identified by the rest${others}.`
}
