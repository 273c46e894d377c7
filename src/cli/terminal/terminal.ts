/**
 * The terminal of a command: results on stdout, everything else on stderr.
 */
import { errorExitCodes } from '../../contracts/app-error.ts'
import { errorCodeOf, fileError } from '../../workbench/files/file-error.ts'

/** Output and properties of a terminal. */
export interface Terminal {
  /** Writes a result to stdout; with `--json` only the JSON object. */
  out(text: string): void
  /** Writes progress, questions, notices and errors to stderr. */
  err(text: string): void
  /** True if the user can be asked. */
  readonly isInteractive: boolean
  /** True if a line on stderr can be redrawn. */
  readonly canRedraw: boolean
  readonly columns: number
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  // If the reader closes the pipe (`| head`), the output ends without a stack trace.
  process.stderr.on('error', () => undefined)
  process.stdout.on('error', (error) => {
    if (errorCodeOf(error) !== 'EPIPE') endAsFailed(error)
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

/** Ends with an error if the result could not be written, e.g. because the disk is full. */
function endAsFailed(error: Error): void {
  const failed = fileError(error, 'FILE_UNWRITABLE', 'The output', 'Write it to another place.')
  process.stderr.write(`${failed.message}\n`)
  process.once('exit', (exitCode) => {
    if (exitCode === 0) process.exitCode = errorExitCodes[failed.code]
  })
}

/** Clears the live line. Headroom sends no other escape sequence. */
export const eraseLine = '\r\u001b[2K'

/** Control characters except line ends and tabs, and characters that change the direction of text. */
const controls = /\r\n|\r\p{Cc}\[2K|(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu

/**
 * Makes text from others safe for a terminal, such as names of files and topics, and errors of brokers: it cannot move
 * the cursor, change colours or set the title of the window.
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
  return text.replace(controls, (found) => (allowed.includes(found) ? found : '\uFFFD'))
}
