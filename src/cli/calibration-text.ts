/**
 * Calibrations as text.
 */
import type { BrokenFile } from '../contracts/broken-file.ts'
import type { Calibration } from '../contracts/calibration.ts'
import { formatInUnit } from '../units/in-unit.ts'
import { significantDigits } from '../units/number-text.ts'
import { formatPercent } from '../units/ratio.ts'
import { errorText } from './print-error.ts'
import { alignColumns, textWidth, wrapText } from '../presentation/painters/columns.ts'

/** What a calibration changed, and what that did to the errors. */
export function calibrationText(calibration: Calibration, columns: number): string {
  const { name, model, parameters, runs, publishedPoints, runErrors, publishedErrors } = calibration
  const censored = runs.filter(({ isCensored }) => isCensored).length
  const bounds = censored === 0 ? '' : ` (${censored} of them a lower bound)`
  const rows = parameters.map(({ id, unit, before, value, interval }) => [
    `  ${id}`,
    valueText(before, unit),
    valueText(value, unit),
    `${significantDigits(interval.low)} to ${significantDigits(interval.high)}`,
  ])
  const errorRow = (what: string, { before, after }: Calibration['runErrors']) => [
    `  ${what}`,
    before === null ? '–' : formatPercent(before),
    after === null ? '–' : formatPercent(after),
  ]
  return [
    wrapText(`Calibration ${name} of ${model}, from ${counted(runs.length, 'run')}${bounds}.`, textWidth(columns)),
    '\n',
    alignColumns([['', 'model', 'calibrated', '95 %'], ...rows], [1, 2]),
    '\n',
    ...whyTexts(calibration, columns),
    alignColumns(
      [
        ['median error', 'before', 'after'],
        errorRow('runs', runErrors),
        errorRow(`${counted(publishedPoints, 'published point')}`, publishedErrors),
      ],
      [1, 2],
    ),
    '\n',
    wrapText(`The model itself is unchanged. Use it with: headroom predict SCENARIO --calibration ${name}`, 1000),
    wrapText(`See every figure before and after: headroom report calibration ${name}`, 1000),
  ].join('')
}

/** Why each parameter moved. */
function whyTexts({ parameters }: Calibration, columns: number): string[] {
  const told = parameters.flatMap(({ id, reason }) => (reason === undefined ? [] : [`${id}: ${reason}`]))
  return told.length === 0 ? [] : [...told.map((text) => wrapText(text, textWidth(columns))), '\n']
}

/** Calibrations one a line, and the files that are none. */
export function calibrationsText(calibrations: readonly Calibration[], broken: readonly BrokenFile[]): string {
  const others = broken.length === 0 ? '' : `\nBroken\n${broken.map(({ error }) => errorText(error)).join('')}`
  if (calibrations.length === 0) return `There is no calibration in this workspace.\n${others}`
  const rows = calibrations.map(({ name, model, createdAtEpochMs, parameters, runs }) => [
    name,
    model,
    new Date(createdAtEpochMs).toISOString().slice(0, 10),
    counted(runs.length, 'run'),
    parameters.map(({ id, value }) => `${id} ${significantDigits(value)}`).join(', '),
  ])
  return `${alignColumns([['name', 'model', 'made', '', 'parameters'], ...rows])}${others}`
}

function valueText(value: number, unit: string): string {
  return unit.includes('/s') ? formatInUnit(value, unit) : `${significantDigits(value)} ${unit}`
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
