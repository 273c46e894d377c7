/**
 * Numbers of a command line: held to the bounds that files have, each problem with its option.
 */
import type { Problem } from '../contracts/app-error.ts'
import { check, type Schema } from '../contracts/parse.ts'
import { runDurationMs } from '../contracts/run-bounds.ts'
import { parseDuration } from '../units/duration.ts'
import type { Reading } from '../units/reading.ts'
import type { Given } from './command-line.ts'

/** How a number is read, and what it may be: the schema's words tell what is expected, also of a text that is none. */
interface NumberOrder {
  readonly option: string
  readonly read: (text: string) => Reading
  readonly schema: Schema
}

/** The number of an option; undefined where it was not given, or is one of the problems. */
export function readNumber(given: Given, order: NumberOrder, problems: Problem[]): number | undefined {
  const text = given.text(order.option)
  if (text === undefined) return undefined
  const reading = order.read(text)
  const outcome = check(order.schema, reading.ok ? reading.value : text)
  if (outcome.ok) return typeof outcome.value === 'number' ? outcome.value : undefined
  problems.push(...outcome.problems.map(({ message }) => ({ place: `--${order.option}`, message })))
  return undefined
}

/** Of any run's load: told before a trial for the scale, not after it. */
const leastDurationMs = 1_000

/** The length of `--duration` in ms, as `readNumber`. */
export function readRunDuration(given: Given, problems: Problem[]): number | undefined {
  const text = given.text('duration')
  if (text === undefined) return undefined
  const reading = parseDuration(text)
  if (reading.ok && reading.value >= leastDurationMs && check(runDurationMs, reading.value).ok) return reading.value
  const message = reading.ok ? 'a run lasts at least one second and at most 7 days' : reading.problem
  problems.push({ place: '--duration', message })
  return undefined
}
