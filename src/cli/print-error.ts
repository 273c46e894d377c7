/**
 * Prints errors on a terminal: message, places and remedy. Never a stack trace.
 */
import { type AppError, type AppErrorData, errorExitCodes } from '../contracts/app-error.ts'
import { jsonText } from './terminal/json-text.ts'
import type { Terminal } from './terminal/terminal.ts'

const mostProblems = 30

/** The error as the `--json` object. */
function errorObject(error: AppErrorData): { error: AppErrorData } {
  return { error: { code: error.code, message: error.message, remedy: error.remedy, problems: error.problems } }
}

/** Prints an error and returns the exit code. */
export function printError(terminal: Terminal, error: AppError, isJson: boolean): number {
  if (isJson) terminal.out(jsonText(errorObject(error.toData())))
  else terminal.err(errorText(error.toData()))
  return errorExitCodes[error.code]
}

/** The error as text. */
export function errorText(error: AppErrorData): string {
  const problems = error.problems
    .slice(0, mostProblems)
    .map(({ place, message }) => `  ${place === '' ? '' : `${place}: `}${message.replaceAll('\n', '\n    ')}\n`)
  const more = error.problems.length - mostProblems
  // A single problem may contain the remedy already.
  const isRemedyTold = error.problems.some(({ message }) => message === error.remedy)
  return [
    `${error.message}\n`,
    ...problems,
    more > 0 ? `  and ${more} more\n` : '',
    error.remedy === null || isRemedyTold ? '' : `${error.remedy}\n`,
  ].join('')
}
