/**
 * Prints errors with message, places and remedy, and never with a stack trace.
 */
import { type AppError, type AppErrorData, errorExitCodes } from '../contracts/app-error.ts'
import { boundedError } from '../presentation/bounded-error.ts'
import { remedyContent } from '../presentation/error-remedy.ts'
import { plainLines } from '../presentation/painters/plain-content.ts'
import { jsonText } from './terminal/json-text.ts'
import type { Terminal } from './terminal/terminal.ts'

/** Converts an error to its form in JSON output, in which the remedy includes the command to run. */
export function printedError(error: AppErrorData): Omit<AppErrorData, 'action'> {
  const { code, message, problems, ...rest } = boundedError(error)
  return { code, message, remedy: remedyText(rest), problems }
}

function remedyText(error: Pick<AppErrorData, 'remedy' | 'action'>): string | null {
  return error.remedy === null ? null : plainLines(remedyContent(error)).join('\n')
}

/** Prints an error. @returns the exit code */
export function printError(terminal: Terminal, error: AppError, isJson: boolean): number {
  if (isJson) terminal.out(jsonText({ error: printedError(error.toData()) }))
  else terminal.err(errorText(error.toData()))
  return errorExitCodes[error.code]
}

/** Formats an error as text. */
export function errorText(given: AppErrorData): string {
  const error = boundedError(given)
  const problems = error.problems.map(
    ({ place, message }) => `  ${place === '' ? '' : `${place}: `}${message.replaceAll('\n', '\n    ')}\n`,
  )
  const remedy = remedyText(error)
  // The message of a problem may already be the remedy.
  const isRepeated = error.problems.some(({ message }) => message === remedy)
  return [`${error.message}\n`, ...problems, remedy === null || isRepeated ? '' : `${remedy}\n`].join('')
}
