/**
 * Why a calibration moved a parameter: which figures follow it, and how far the model was from them.
 */
import type { Calibration } from '../contracts/calibration.ts'
import { groupDigits } from '../units/number-text.ts'

type Figure = NonNullable<Calibration['figures']>[number]

/** A figure that follows a parameter. */
export interface FollowingFigure {
  readonly figure: Figure
  /** d ln(prediction) / d ln(parameter), of the model as it was. */
  readonly slope: number
}

/** One sentence. `following` are figures that follow the parameter by a tenth at least. */
export function reasonOf(following: readonly FollowingFigure[]): string {
  const runs = following.filter(({ figure }) => figure.kind === 'run')
  const published = following.length - runs.length
  const told = [
    ...(runs.length > 0 ? [`${counted(runs.length, 'run')} (${errorRange(runs)})`] : []),
    ...(published > 0 ? [counted(published, 'published figure')] : []),
  ]
  if (told.length === 0) return 'No figure follows it by much.'
  const slopes = following.map(({ slope }) => Math.abs(slope))
  const slope = slopes.reduce((sum, each) => sum + each, 0) / slopes.length
  return `${told.join(' and ')} follow${following.length === 1 ? 's' : ''} it: 1 % of it moves them by ${groupDigits(slope, 2)} %.`
}

/** "the model was 9.1 % too low", "from 3 % too low to 2 % too high". */
function errorRange(runs: readonly FollowingFigure[]): string {
  const errors = runs.map(({ figure: { before, value } }) => before / value - 1)
  const [least, most] = [Math.min(...errors), Math.max(...errors)].map(errorText)
  return least === most ? `the model was ${least}` : `the model was from ${least} to ${most}`
}

function errorText(error: number): string {
  const percent = groupDigits(Math.abs(error) * 100, 1)
  if (percent === '0') return 'right'
  return `${percent} % too ${error < 0 ? 'low' : 'high'}`
}

function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
