/**
 * `--fail-over SHARE` and `--junit FILE` turn a prediction into a check, for scripts and build servers.
 */
import { resolve } from 'node:path'
import type { Problem } from '../contracts/app-error.ts'
import { parseRatio } from '../units/ratio.ts'
import type { Given } from './command-line.ts'

/** The options, as a command declares them. */
export const failOverOptions = {
  'fail-over': {
    value: 'SHARE',
    text: 'Fail (exit code 3) if a limit is used more than this at the offered load, like 80%, or if the load is not carried.',
  },
  junit: {
    value: 'FILE',
    text: 'With --fail-over: also write the outcome there as JUnit XML, one test case per limit.',
  },
} as const

/** The allowed share, and the file for the outcome. */
export interface FailOver {
  /** The maximum utilisation that is allowed, above 0 and at most 1. */
  readonly share: number
  /** Path of the JUnit file; null if none was asked for. */
  readonly junitPath: string | null
}

/** Reads these options; null if no check was asked for. Every problem is added to `problems`. */
export function failOverOf(given: Given, problems: Problem[]): FailOver | null {
  const text = given.text('fail-over')
  const junit = given.text('junit')
  const reading = text === undefined ? null : parseRatio(text)
  if (reading !== null && !reading.ok) problems.push({ place: '--fail-over', message: reading.problem })
  if (reading?.ok && !(reading.value > 0 && reading.value <= 1)) {
    problems.push({ place: '--fail-over', message: 'expected a share above 0 and at most 100 %, like 80%' })
  }
  if (junit !== undefined && text === undefined) {
    problems.push({ place: '--junit', message: 'needs --fail-over too, like --fail-over 80%' })
  }
  return reading?.ok ? { share: reading.value, junitPath: junit === undefined ? null : resolve(junit) } : null
}
