/**
 * Reads the values of a swept field as people type them: a list or a range.
 */
import { AppError } from '../contracts/app-error.ts'
import { check, isSchema } from '../contracts/parse.ts'
import { readFieldText } from './set-scenario-field.ts'

/** One field of a scenario and the values that a sweep gives it. */
export type SweepAxis = { readonly path: string; readonly values: readonly unknown[] }

/** Maximum number of points of a sweep, all axes together. */
export const maxSweepPoints = 20_000

/** Points per decade of a logarithmic range. */
const pointsPerDecade = 10

const range = /^(.+?)\.\.(.+?)(?::(.+))?$/

/**
 * The values that a text names for a field: a list ("3,6,12") or a range ("1..200", "10k/s..100k/s:10k/s",
 * "1..10k:log").
 *
 * A range has steps of 1, of the number after the colon, or with `log` ten steps per decade. Whole ends give whole
 * values. Values are read by the field's name, as in `setScenarioField`.
 * @throws AppError USAGE if the text is neither, SCENARIO_INVALID if a scenario has no such field.
 */
export function readSweepAxis(path: string, text: string): SweepAxis {
  if (path === 'deployment.offering') {
    throw new AppError('USAGE', 'A sweep stays on one offering.', {
      remedy: 'Compare offerings',
      action: { command: 'headroom compare SCENARIO', view: 'Compare' },
    })
  }
  const found = range.exec(text.trim())
  if (found) return { path, values: valuesOfRange(path, text, found) }
  if (text.includes('..')) throw badValues(path, text, 'a range has two ends')
  const values = text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => valueOfItem(path, text, item))
  if (values.length === 0) throw badValues(path, text, 'there is no value')
  return { path, values }
}

/**
 * A value of a list. A number out of bounds is accepted, because the point of the sweep reports it. A word that the
 * field cannot take is not.
 */
function valueOfItem(path: string, text: string, item: string): unknown {
  const { value, schema } = readFieldText(path, item)
  if (typeof value !== 'string' || !isSchema(schema) || check(schema, value).ok) return value
  throw badValues(path, text, `"${item}" is not a value that this field takes`)
}

function valuesOfRange(path: string, text: string, found: RegExpExecArray): number[] {
  const [from, to] = [found[1], found[2]].map((end) => numberAt(path, text, end ?? ''))
  const step = found[3]?.trim()
  if (from === undefined || to === undefined || to < from) throw badValues(path, text, 'a range must go upwards')
  const isWhole = Number.isInteger(from) && Number.isInteger(to)
  if (step === 'log') {
    if (from <= 0) throw badValues(path, text, 'a logarithmic range must begin above 0')
    return logarithmic(from, to, isWhole)
  }
  if (step === undefined && !isWhole) throw badValues(path, text, 'a range of parts needs a step, like 0.1..0.9:0.1')
  const width = step === undefined ? 1 : numberAt(path, text, step)
  if (!(width > 0)) throw badValues(path, text, 'a step must be greater than 0')
  const count = Math.floor((to - from) / width + 1e-9) + 1
  if (count > maxSweepPoints) throw tooManyPoints(count)
  return Array.from({ length: count }, (_, index) => withoutNoise(from + index * width))
}

function logarithmic(from: number, to: number, isWhole: boolean): number[] {
  const steps = Math.ceil(Math.log10(to / from) * pointsPerDecade - 1e-9)
  const values = Array.from({ length: steps }, (_, index) => from * 10 ** (index / pointsPerDecade))
  const rounded = [...values, to].map((value) => (isWhole ? Math.round(value) : withoutNoise(value)))
  return [...new Set(rounded)]
}

/** Removes floating-point noise: 0.1 + 2 x 0.1 is 0.3, not 0.30000000000000004. */
function withoutNoise(value: number): number {
  return Number(value.toPrecision(12))
}

function numberAt(path: string, text: string, end: string): number {
  const { value } = readFieldText(path, end.trim())
  if (typeof value === 'number') return value
  throw badValues(path, text, `"${end.trim()}" is not a number that this field takes`)
}

/** The error for a sweep with too many points. */
export function tooManyPoints(count: number): AppError {
  return new AppError('USAGE', `A sweep has at most ${maxSweepPoints} points; this one would have ${count}.`, {
    remedy: 'Give a step (1..200000:1000) or take a logarithmic range (1..200000:log).',
  })
}

function badValues(path: string, text: string, problem: string): AppError {
  return new AppError('USAGE', `${path}=${text}: ${problem}.`, {
    remedy: 'Write a list like 3,6,12 or a range like 1..200, 0..50:5 or 1..10000:log.',
  })
}
