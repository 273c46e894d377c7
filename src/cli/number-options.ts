/**
 * Parses the numbers of a command line and checks them with the same bounds as in files.
 */
import type { Problem } from '../contracts/app-error.ts'
import { check, type Schema } from '../contracts/parse.ts'
import { runDurationMs } from '../contracts/run-bounds.ts'
import { parseDuration } from '../units/duration.ts'
import type { Reading } from '../units/reading.ts'
import type { Given } from './command-line.ts'

/** An option with a number: its name, its parser, and its schema, whose messages say what is expected. */
interface NumberOption {
  readonly option: string
  readonly read: (text: string) => Reading
  readonly schema: Schema
}

/** Reads the number of an option. @returns undefined if it was not given, or if a problem was added for it */
export function readNumber(given: Given, numberOption: NumberOption, problems: Problem[]): number | undefined {
  const { option, read, schema } = numberOption
  const text = given.text(option)
  if (text === undefined) return undefined
  const reading = read(text)
  const outcome = check(schema, reading.ok ? reading.value : text)
  if (outcome.ok) return typeof outcome.value === 'number' ? outcome.value : undefined
  problems.push(...outcome.problems.map(({ message }) => ({ place: `--${option}`, message })))
  return undefined
}

/** Minimum duration of a load. It is checked here, because the trial that finds a scale comes before other checks. */
const minDurationMs = 1_000

/** Reads `--duration` in ms. @returns undefined if it was not given, or if a problem was added for it */
export function readRunDuration(given: Given, problems: Problem[]): number | undefined {
  const text = given.text('duration')
  if (text === undefined) return undefined
  const reading = parseDuration(text)
  if (reading.ok && reading.value >= minDurationMs && check(runDurationMs, reading.value).ok) return reading.value
  const message = reading.ok ? 'expected a duration from 1 s to 7 days' : reading.problem
  problems.push({ place: '--duration', message })
  return undefined
}
