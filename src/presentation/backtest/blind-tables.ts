/**
 * Tables of the figures that were predicted blind: errors by law, interval scores, and predictions that await their
 * figure.
 */
import type { AwaitingPoint, Backtest, BlindScores, IntervalScores, LawScores } from '../../contracts/backtest.ts'
import { dimensionRecords } from '../../contracts/dimensions.ts'
import { groupDigits } from '../../units/number-text.ts'
import { formatPercent } from '../../units/ratio.ts'
import { type Block, numberCell, table, textCell } from '../document.ts'
import { signedPercent } from '../report-facts.ts'
import { boundsText, printedUnit, valueText } from './backtest-facts.ts'

/**
 * Errors at first sight by binding limit, then interval scores beside those of null models. Both tables are made for the
 * figures that test the bands by law, and for those that were predicted blind before there were such bands. A group
 * without figures has no tables.
 */
export function blindTables({ summary: { blind, bandsTest } }: Backtest): Block[] {
  return [
    ...tablesOf('Predicted blind with the bands by law', bandsTest.blind),
    ...tablesOf('Predicted blind before there were bands by law', blind),
  ]
}

function tablesOf(title: string, blind: BlindScores): Block[] {
  if (blind.laws.length === 0) return []
  const byLaw = table(
    `${title}, by what bound the prediction`,
    [
      textCell('Bound by'),
      ...['Figures', 'Publications', 'Inside the band', 'Median error', 'Spread', 'Worst'].map(numberCell),
    ],
    blind.laws.map(lawCells),
  )
  if (blind.intervals === null) return [byLaw]
  const { shown, oneWidth, noModel } = blind.intervals
  const scores = table(
    `${title}, beside null models`,
    [textCell('Band'), ...['Figures', 'Inside', 'Median width', 'Median error', 'Interval score'].map(numberCell)],
    [
      intervalCells('as predicted', shown),
      intervalCells('one width for all', oneWidth),
      intervalCells('no model', noModel),
    ],
  )
  return [byLaw, scores]
}

function lawCells({ binding, figures, publications, inside, medianAbsError, rmsLogError, worst }: LawScores) {
  const numbers = [
    String(figures),
    String(publications),
    `${inside} of ${figures}`,
    formatPercent(medianAbsError),
    `÷/× ${groupDigits(Math.exp(rmsLogError), 2)}`,
    `${worst.id} ${signedPercent(worst.error)}`,
  ]
  return [textCell(bindingLabel(binding)), ...numbers.map(numberCell)]
}

function intervalCells(
  name: string,
  { figures, inside, medianWidthFactor, medianAbsError, intervalScore }: IntervalScores,
) {
  const numbers = [
    String(figures),
    String(inside),
    `÷/× ${groupDigits(medianWidthFactor, 2)}`,
    formatPercent(medianAbsError),
    groupDigits(intervalScore, 2),
  ]
  return [textCell(name), ...numbers.map(numberCell)]
}

/** The points of a model that await their figure, one table per unit. Empty if there are none. */
export function awaitingTables(points: readonly AwaitingPoint[]): Block[] {
  return [...new Set(points.map(({ unit }) => unit))].map((unit) =>
    table(
      `${printedUnit(unit)}, predicted, figure awaited`,
      [
        textCell('Figure'),
        textCell('Bound by'),
        ...['At first sight', 'Low to high', 'Predicted today'].map(numberCell),
      ],
      points.filter((point) => point.unit === unit).map(awaitingCells),
    ),
  )
}

function awaitingCells({ id, label, unit, firstSight, predicted, binding }: AwaitingPoint) {
  const numbers = [
    firstSight === null ? 'not yet' : valueText(firstSight.likely, unit),
    boundsText(firstSight ?? { low: null, high: null }, unit),
    valueText(predicted.likely, unit),
  ]
  const bound = textCell(bindingLabel(firstSight?.binding ?? binding))
  return [textCell(`${label} (${id})`), bound, ...numbers.map(numberCell)]
}

function bindingLabel(binding: AwaitingPoint['binding']): string {
  return binding === 'offered-load' ? 'Offered load' : dimensionRecords[binding].label
}
