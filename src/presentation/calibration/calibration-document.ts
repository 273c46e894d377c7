/**
 * Describes a calibration: which parameters changed and why, and how the errors changed.
 */
import { calibrationChart } from '../../charts/calibration-chart.ts'
import type { CalibratedLaw, Calibration } from '../../contracts/calibration.ts'
import { counted } from '../../units/count.ts'
import { formatInUnit } from '../../units/in-unit.ts'
import { joinNames } from '../../units/join-names.ts'
import { significantDigits } from '../../units/number-text.ts'
import { formatPercent } from '../../units/ratio.ts'
import { compactJson } from '../compact-json.ts'
import {
  type Block,
  blocks,
  chart,
  code,
  type Document,
  facts,
  list,
  numberCell,
  paragraph,
  type Section,
  span,
  table,
  textCell,
} from '../document.ts'
import { lawLabels, lawNoun } from '../labels.ts'
import { signedPercent, utcTime } from '../report-facts.ts'

/** The report on a calibration. */
export function calibrationDocument(calibration: Calibration): Document {
  const { name, model, createdAtEpochMs } = calibration
  return {
    subject: 'Headroom calibration report',
    title: name,
    answer: { tone: 'predicted', label: null, sentence: calibrationSentence(calibration), marks: [] },
    introduction: [
      facts([
        ['Calibration', name],
        ['Model', model],
        ['Made', utcTime(createdAtEpochMs)],
        ['Fitted to', fittedTo(calibration)],
      ]),
    ],
    sections: [
      ...calibrationSections(calibration),
      ...figuresSection(calibration),
      usageSection(name),
      {
        id: 'appendix',
        title: 'The calibration',
        marks: [],
        isDetail: true,
        blocks: [code(compactJson(calibration))],
      },
    ],
    closing: 'Made by Headroom.',
  }
}

/** The changed parameters and bands, and the median error of the runs before and after. */
export function calibrationSentence({ model, parameters, laws = [], runs, runErrors }: Calibration): string {
  const names = parameters.map(({ id, before, value }) => {
    return `${id} from ${significantDigits(before)} to ${significantDigits(value)}`
  })
  const effects = [
    ...(names.length === 0 ? [] : [`moved ${names.join(', ')}`]),
    ...(laws.length === 0 ? [] : [`narrowed the band of ${joinNames(laws.map(({ band }) => lawNoun(band.law)))}`]),
  ]
  const from = `${counted(runs.length, 'run')} ${joinNames(effects)} of ${model}`
  const { before, after } = runErrors
  if (before === null || after === null) return `${from}.`
  return `${from}; their median error was ${formatPercent(before)} and is ${formatPercent(after)}.`
}

/**
 * The main sections: errors before and after, changed parameters, and narrowed bands.
 * @param meanings explanations of parameters by id
 */
export function calibrationSections(
  calibration: Calibration,
  meanings: ReadonlyMap<string, string> = new Map(),
): Section[] {
  const description = calibrationChart(calibration)
  return [
    {
      id: 'errors',
      title: 'Errors before and after',
      marks: [],
      blocks: blocks(errorsTable(calibration), description !== null && chart('chart-calibration', description)),
    },
    ...(calibration.parameters.length === 0
      ? []
      : [
          { id: 'parameters', title: 'What moved, and why', marks: [], blocks: parameterBlocks(calibration, meanings) },
        ]),
    ...lawSections(calibration),
  ]
}

/** The bands that the runs narrowed, before and after. All other laws keep the bands from publications. */
function lawSections({ laws = [] }: Calibration): Section[] {
  if (laws.length === 0) return []
  const ends = ({ low, high }: CalibratedLaw['after']) => `× ${significantDigits(low)} to × ${significantDigits(high)}`
  const rows = laws.map(({ band, before, after }) => [
    textCell(lawLabels[band.law]),
    numberCell(String(band.own?.runs ?? 0)),
    numberCell(`× ${significantDigits(band.own?.capacityFactor ?? 1)}`),
    numberCell(ends(before)),
    numberCell(ends(after)),
  ])
  const headings = [textCell('Law'), ...['Runs', 'Measured / law', 'Before your runs', 'After them'].map(numberCell)]
  const title =
    'Nine of ten clusters: before your runs as factors on what the law gives, after them on what they measured'
  const content = table(title, headings, rows)
  const note = paragraph(
    'Only laws that a run reached are narrowed. The others keep the bands of published clusters, around what the law gives.',
  )
  return [{ id: 'laws', title: 'Which bands narrowed', marks: [], blocks: [content, note] }]
}

function fittedTo({ runs, publishedPoints }: Calibration): string {
  const censored = runs.filter(({ isCensored }) => isCensored).length
  const bounds = censored === 0 ? '' : ` (${censored} of them a lower bound)`
  const published = publishedPoints === 0 ? '' : `, beside ${counted(publishedPoints, 'published figure')}`
  return `${counted(runs.length, 'run')}${bounds}${published}`
}

function errorsTable({ runErrors, publishedErrors, runs, publishedPoints }: Calibration): Block {
  const row = (what: string, { before, after }: Calibration['runErrors']) => [
    textCell(what),
    numberCell(before === null ? '–' : formatPercent(before)),
    numberCell(after === null ? '–' : formatPercent(after)),
  ]
  return table(
    'Median error of the likely value',
    [textCell('Of'), numberCell('Before'), numberCell('After')],
    [row(counted(runs.length, 'run'), runErrors), row(counted(publishedPoints, 'published figure'), publishedErrors)],
  )
}

function figuresSection({ figures }: Calibration): Section[] {
  if (figures === undefined) return []
  const rows = figures.map(({ id, value, before, after, unit, isCensored }, index) => [
    textCell(`${index + 1}. ${id}${isCensored ? ' (a lower bound)' : ''}`),
    numberCell(valueText(value, unit)),
    numberCell(valueText(before, unit)),
    numberCell(signedPercent(before / value - 1)),
    numberCell(valueText(after, unit)),
    numberCell(signedPercent(after / value - 1)),
  ])
  const headings = [
    textCell('Figure'),
    numberCell('Measured'),
    numberCell('Predicted before'),
    numberCell('Error'),
    numberCell('Calibrated'),
    numberCell('Error'),
  ]
  const caption = 'A lower bound errs only where the prediction is below it'
  return [
    {
      id: 'figures',
      title: 'Every figure that it was fitted to',
      marks: [],
      isDetail: true,
      blocks: [table(caption, headings, rows)],
    },
  ]
}

function parameterBlocks({ parameters }: Calibration, meanings: ReadonlyMap<string, string>): Block[] {
  const rows = parameters.map(({ id, unit, before, value, interval }) => {
    const meaning = meanings.get(id)
    return [
      textCell([id, meaning !== undefined && span('line', span('quiet', meaning))]),
      numberCell(valueText(before, unit)),
      numberCell(valueText(value, unit)),
      numberCell(before === 0 ? '–' : signedPercent(value / before - 1)),
      numberCell(`${significantDigits(interval.low)}–${significantDigits(interval.high)}`),
    ]
  })
  const headings = [
    textCell('Parameter'),
    numberCell('In the model'),
    numberCell('Calibrated'),
    numberCell('Change'),
    numberCell('95 % interval'),
  ]
  const reasons = parameters.flatMap(({ id, reason }) => (reason === undefined ? [] : [`${id}: ${reason}`]))
  return blocks(
    table('Parameters of the model', headings, rows),
    reasons.length > 0 && list(reasons),
    paragraph(
      'A parameter moves only where the prediction of a run depends on it. ',
      'All other parameters, and every published limit, are unchanged.',
    ),
  )
}

function usageSection(name: string): Section {
  return {
    id: 'use',
    title: 'To use it',
    marks: [],
    blocks: [
      paragraph('The model itself is unchanged: a prediction names the calibration that it uses.'),
      code(`headroom predict SCENARIO --calibration ${name}\nheadroom report calibration ${name}`),
    ],
  }
}

/** A value with its unit. A unit such as `us/fetch` is a service time in µs, not a rate. */
function valueText(value: number, unit: string): string {
  return unit.includes('/s') && !unit.startsWith('us')
    ? formatInUnit(value, unit)
    : `${significantDigits(value)} ${unit}`
}
