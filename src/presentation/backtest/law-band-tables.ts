/**
 * Tables of the bands by law in a backtest: how many figures lie inside bands that were made without the figures'
 * publication, and the bands themselves.
 */
import { bandFactors } from '../../capacity/law-chances.ts'
import type { Backtest, IntervalScores, LawBandScores } from '../../contracts/backtest.ts'
import { groupDigits } from '../../units/number-text.ts'
import { type Block, numberCell, paragraph, table, textCell } from '../document.ts'
import { lawLabels } from '../labels.ts'
import { signedPercent } from '../report-facts.ts'

/** Coverage by law, null models, and the bands that each model has. Empty if the law of no first sight is known. */
export function lawBandTables({ models }: Backtest): Block[] {
  return models.flatMap(({ lawBands }) => (lawBands === null ? [] : tablesOf(lawBands)))
}

function tablesOf(scores: LawBandScores): Block[] {
  const { byLaw, oneWidth, inPayload } = scores
  const judged = ['Figures', 'Inside', 'Median width', 'Interval score']
  return [
    paragraph(lawBandSentence(scores)),
    table(
      'Bands by law at first sight, each publication judged without itself',
      [textCell('Law'), ...[...judged, 'Publications', 'Worst'].map(numberCell)],
      scores.laws.map(({ law, publications, worst, ...each }) => [
        textCell(lawLabels[law]),
        ...scoreCells(each),
        numberCell(String(publications)),
        numberCell(`${worst.id} ${signedPercent(worst.error)}`),
      ]),
    ),
    table(
      'The same beside null models',
      [textCell('Band'), ...judged.map(numberCell)],
      [
        ...[nullRow('by law', byLaw), nullRow('one width for all', oneWidth)],
        ...(inPayload === null
          ? []
          : [
              nullRow('by law, figures in bytes', inPayload.byLaw),
              nullRow('one width for all, figures in bytes', inPayload.oneWidth),
              nullRow('no model, figures in bytes', inPayload.noModel),
            ]),
      ],
    ),
    table(
      'The bands that the model has, as factors on what the law gives',
      [textCell('Law'), ...['Publications', 'Weight', 'Low', 'Median', 'High'].map(numberCell)],
      scores.bands.map((band) => {
        const { lowFactor, medianFactor, highFactor } = bandFactors(band)
        const factors = [lowFactor, medianFactor, highFactor].map((factor) => `× ${groupDigits(factor, 2)}`)
        const numbers = [String(band.publications), groupDigits(band.weight, 1), ...factors]
        return [textCell(lawLabels[band.law]), ...numbers.map(numberCell)]
      }),
    ),
  ]
}

function nullRow(name: string, scores: IntervalScores) {
  return [textCell(name), ...scoreCells(scores)]
}

function scoreCells({ figures, inside, medianWidthFactor, intervalScore }: Omit<IntervalScores, 'medianAbsError'>) {
  const numbers = [
    String(figures),
    `${inside} of ${figures}`,
    `÷/× ${groupDigits(medianWidthFactor, 2)}`,
    groupDigits(intervalScore, 2),
  ]
  return numbers.map(numberCell)
}

/** The result of the test of the bands, and whether it refutes the rule by which they were made. */
export function lawBandSentence({ byLaw, oneWidth, publications, isRefuted }: LawBandScores): string {
  const score = ({ intervalScore }: IntervalScores) => groupDigits(intervalScore, 1)
  const width = ({ medianWidthFactor }: IntervalScores) => `÷/× ${groupDigits(medianWidthFactor, 1)}`
  const byLawText = `Bands by law, each publication left out, at first sight: ${byLaw.inside} of ${byLaw.figures} figures of ${publications} publications inside, median width ${width(byLaw)}, interval score ${score(byLaw)}`
  const oneWidthText = `one width for all (${width(oneWidth)}) ${oneWidth.inside} inside, score ${score(oneWidth)}`
  const verdict = isRefuted ? 'This refutes the rule of the bands' : 'This does not refute the rule of the bands'
  return `${byLawText}; ${oneWidthText}. ${verdict} (docs/decisions/bands.md).`
}
