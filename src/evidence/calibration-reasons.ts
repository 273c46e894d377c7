/**
 * Explains why a calibration changed a parameter: which figures depend on it, and how wrong their predictions were.
 */
import type { Calibration } from '../contracts/calibration.ts'
import { counted } from '../units/count.ts'
import { joinNames } from '../units/join-names.ts'
import { groupDigits, signedDigits } from '../units/number-text.ts'

type Figure = NonNullable<Calibration['figures']>[number]

/** A figure, and how strongly its prediction depends on the parameter. */
export interface SensitiveFigure {
  readonly figure: Figure
  /** d ln(prediction) / d ln(parameter), before the calibration. */
  readonly slope: number
}

/** The reason as one sentence. `sensitive` lists the figures whose slope is at least 0.1. */
export function reasonOf(sensitive: readonly SensitiveFigure[]): string {
  const runs = sensitive.filter(({ figure }) => figure.kind === 'run')
  const published = sensitive.length - runs.length
  const subjects = [
    ...(runs.length > 0 ? [`${counted(runs.length, 'run')} (${errorRange(runs)})`] : []),
    ...(published > 0 ? [counted(published, 'published figure')] : []),
  ]
  if (subjects.length === 0) return 'No figure depends on it noticeably.'
  const slopes = sensitive.map(({ slope }) => Math.abs(slope))
  const slope = slopes.reduce((sum, value) => sum + value, 0) / slopes.length
  const verb = sensitive.length === 1 ? 'depends' : 'depend'
  return `${joinNames(subjects)} ${verb} on it: a change of 1 % moves the prediction by ${groupDigits(slope, 2)} %.`
}

/** "the model was 9.1 % too low", or for several runs "the model was from 3 % too low to 2 % too high". */
function errorRange(runs: readonly SensitiveFigure[]): string {
  const errors = runs.map(({ figure: { before, value } }) => before / value - 1)
  const [min, max] = [Math.min(...errors), Math.max(...errors)].map(errorText)
  return min === max ? `the model was ${min}` : `the model was from ${min} to ${max}`
}

function errorText(error: number): string {
  const percent = signedDigits(error * 100)
  if (percent === '0') return 'right'
  return `${percent.slice(1)} % too ${percent.startsWith('−') ? 'low' : 'high'}`
}
