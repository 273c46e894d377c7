/**
 * The report of a calibration: which parameters moved and why, and what that does to the errors.
 */
import { calibrationChart } from '../../charts/calibration-chart.ts'
import type { Calibration } from '../../contracts/calibration.ts'
import { formatInUnit } from '../../units/in-unit.ts'
import { significantDigits } from '../../units/number-text.ts'
import { formatPercent } from '../../units/ratio.ts'
import { compactJson } from '../compact-json.ts'
import {
  type Block,
  blocks,
  chart,
  code,
  facts,
  numberCell,
  paragraph,
  type Document,
  table,
  textCell,
} from '../document.ts'
import { signedPercent, utcTime } from '../report-facts.ts'

/** The report of one. */
export function calibrationDocument(calibration: Calibration): Document {
  const { name, model, createdAtEpochMs, runs, publishedPoints } = calibration
  const censored = runs.filter(({ isCensored }) => isCensored).length
  const description = calibrationChart(calibration)
  return {
    subject: 'Headroom calibration report',
    title: name,
    answer: { tone: 'predicted', label: null, sentence: calibrationSentence(calibration), marks: [] },
    opening: [
      facts([
        ['Model', model],
        ['Made', utcTime(createdAtEpochMs)],
        ['Runs', censored === 0 ? String(runs.length) : `${runs.length}, ${censored} of them a lower bound`],
        ['Published figures beside them', String(publishedPoints)],
      ]),
    ],
    sections: [
      {
        id: 'errors',
        title: 'The error before and after',
        marks: [],
        blocks: blocks(
          errorsTable(calibration),
          description !== null && chart('chart-calibration', description),
          figuresTable(calibration),
        ),
      },
      { id: 'parameters', title: 'What moved, and why', marks: [], blocks: parameterBlocks(calibration) },
      { id: 'appendix', title: 'The calibration', marks: [], blocks: [code(compactJson(calibration))] },
    ],
    closing: `Made by Headroom. The model itself is unchanged; predictions that use this name it: --calibration ${name}.`,
  }
}

/** What was done to which parameters, and what it did to the error of the runs. */
export function calibrationSentence({ model, parameters, runs, runErrors }: Calibration): string {
  const names = parameters.map(({ id, before, value }) => {
    return `${id} from ${significantDigits(before)} to ${significantDigits(value)}`
  })
  const from = `${runs.length} run${runs.length === 1 ? '' : 's'} moved ${names.join(', ')} of ${model}`
  const { before, after } = runErrors
  if (before === null || after === null) return `${from}.`
  return `${from}; their median error was ${formatPercent(before)} and is ${formatPercent(after)}.`
}

function errorsTable({ runErrors, publishedErrors }: Calibration): Block {
  const row = (what: string, { before, after }: Calibration['runErrors']) => [
    textCell(what),
    numberCell(before === null ? '–' : formatPercent(before)),
    numberCell(after === null ? '–' : formatPercent(after)),
  ]
  return table(
    'Median error of the likely value',
    [textCell('Of'), numberCell('Before'), numberCell('After')],
    [row('The runs', runErrors), row('The published figures: what it costs elsewhere', publishedErrors)],
  )
}

function figuresTable({ figures }: Calibration): Block | null {
  if (figures === undefined) return null
  return table(
    'Each figure that it was fitted to; a lower bound errs only where the prediction is below it',
    [
      textCell('Figure'),
      numberCell('Measured'),
      numberCell('Predicted before'),
      numberCell('Error'),
      numberCell('Calibrated'),
      numberCell('Error'),
    ],
    figures.map(({ id, value, before, after, unit, isCensored }, index) => [
      textCell(`${index + 1}. ${id}${isCensored ? ' (a lower bound)' : ''}`),
      numberCell(valueText(value, unit)),
      numberCell(valueText(before, unit)),
      numberCell(signedPercent(before / value - 1)),
      numberCell(valueText(after, unit)),
      numberCell(signedPercent(after / value - 1)),
    ]),
  )
}

function parameterBlocks({ parameters }: Calibration): Block[] {
  const rows = parameters.map(({ id, unit, before, value, interval, reason }) => [
    textCell(id),
    numberCell(valueText(before, unit)),
    numberCell(valueText(value, unit)),
    numberCell(`${significantDigits(interval.low)}–${significantDigits(interval.high)}`),
    textCell(reason ?? 'Not kept by the version that made it.'),
  ])
  const headings = [
    textCell('Parameter'),
    numberCell('In the model'),
    numberCell('Calibrated'),
    numberCell('95 % interval'),
    textCell('Why'),
  ]
  return [
    table('Parameters of the model', headings, rows),
    paragraph('A parameter is moved where a run follows it; all others, and every published limit, stay as they are.'),
  ]
}

function valueText(value: number, unit: string): string {
  return unit.includes('/s') && !unit.startsWith('us')
    ? formatInUnit(value, unit)
    : `${significantDigits(value)} ${unit}`
}
