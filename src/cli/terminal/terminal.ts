/**
 * The terminal of a command. Results go to stdout, everything else to stderr.
 */
import { errorExitCodes } from '../../contracts/app-error.ts'
import { errorCodeOf, fileError } from '../../workbench/files/file-error.ts'

/** Output and properties of a terminal. */
export interface Terminal {
  /** Writes a result to stdout. With `--json` only the JSON object is written. */
  out(text: string): void
  /** Writes progress, questions, notices and errors to stderr. */
  err(text: string): void
  /** True if questions can be asked. */
  readonly isInteractive: boolean
  /** True if a line on stderr can be redrawn. */
  readonly canRedraw: boolean
  readonly columns: number
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  // If the reader closes the pipe, as in `| head`, the command must not fail with a stack trace.
  process.stderr.on('error', () => undefined)
  process.stdout.on('error', (error) => {
    if (errorCodeOf(error) !== 'EPIPE') failOnExit(error)
  })
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    isInteractive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    canRedraw: process.stderr.isTTY === true && process.env.TERM !== 'dumb',
    // Some terminals report a width of 0 columns.
    columns: process.stderr.columns || 80,
  }
}

/** Makes the process exit with an error, because the result could not be written, e.g. on a full disk. */
function failOnExit(error: Error): void {
  const failed = fileError(error, 'FILE_UNWRITABLE', 'The output', 'Write it to another place.')
  process.stderr.write(`${failed.message}\n${failed.remedy ?? ''}\n`)
  process.once('exit', (exitCode) => {
    if (exitCode === 0) process.exitCode = errorExitCodes[failed.code]
  })
}

/** Erases the live line. Headroom sends no other escape sequence. */
export const eraseLine = '\r\u001b[2K'

/** Control characters except line ends and tabs, and characters that change the direction of text. */
const controls = /\r\n|\r\p{Cc}\[2K|(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu

/**
 * Makes a terminal safe for text from other sources, such as names of topics and errors of brokers. Control characters
 * are replaced, so the text cannot move the cursor, change colours or set the window's title.
 */
export function guardedTerminal(terminal: Terminal): Terminal {
  const { isInteractive, canRedraw, columns } = terminal
  return {
    ...{ isInteractive, canRedraw, columns },
    out: (text) => terminal.out(printable(text, ['\r\n'])),
    err: (text) => terminal.err(printable(text, ['\r\n', eraseLine])),
  }
}

function printable(text: string, allowed: readonly string[]): string {
  return text.replace(controls, (control) => (allowed.includes(control) ? control : '\uFFFD'))
}
