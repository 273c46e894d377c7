/**
 * Parses numbers of a command line, with the same bounds as in files.
 */
import type { Problem } from '../contracts/app-error.ts'
import { check, type Schema } from '../contracts/parse.ts'
import { runDurationMs } from '../contracts/run-bounds.ts'
import { parseDuration } from '../units/duration.ts'
import type { Reading } from '../units/reading.ts'
import type { Given } from './command-line.ts'

/** How to parse a number, and its schema, whose messages say what is expected. */
interface NumberOrder {
  readonly option: string
  readonly read: (text: string) => Reading
  readonly schema: Schema
}

/** The number of an option; undefined if it was not given, or if it is among the problems. */
export function readNumber(given: Given, order: NumberOrder, problems: Problem[]): number | undefined {
  const text = given.text(order.option)
  if (text === undefined) return undefined
  const reading = order.read(text)
  const outcome = check(order.schema, reading.ok ? reading.value : text)
  if (outcome.ok) return typeof outcome.value === 'number' ? outcome.value : undefined
  problems.push(...outcome.problems.map(({ message }) => ({ place: `--${order.option}`, message })))
  return undefined
}

/** Bounds of the length of a load. They are checked before the trial that finds a scale. */
const leastDurationMs = 1_000

/** The value of `--duration` in ms. Returns as `readNumber`. */
export function readRunDuration(given: Given, problems: Problem[]): number | undefined {
  const text = given.text('duration')
  if (text === undefined) return undefined
  const reading = parseDuration(text)
  if (reading.ok && reading.value >= leastDurationMs && check(runDurationMs, reading.value).ok) return reading.value
  const message = reading.ok ? 'a run lasts at least one second and at most 7 days' : reading.problem
  problems.push({ place: '--duration', message })
  return undefined
}
