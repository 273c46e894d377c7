/**
 * The terminal as commands see it: results on stdout, everything else on stderr.
 */
import { errorExitCodes } from '../../contracts/app-error.ts'
import { errorCodeOf, fileError } from '../../workbench/files/file-error.ts'

/** Streams and circumstances of one call of the program. */
export interface Terminal {
  /** A result. With `--json` the one object and nothing else. */
  out(text: string): void
  /** Progress, questions, notices, errors. */
  err(text: string): void
  /** True where a person can be asked. */
  readonly isInteractive: boolean
  /** True where a line on stderr can be drawn over. */
  readonly canRedraw: boolean
  readonly columns: number
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  // A reader that goes away (`| head`) ends the output, not the program with a stack trace.
  process.stderr.on('error', () => undefined)
  process.stdout.on('error', (error) => {
    if (errorCodeOf(error) !== 'EPIPE') endAsFailed(error)
  })
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    isInteractive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    canRedraw: process.stderr.isTTY === true && process.env.TERM !== 'dumb',
    // Some terminals say that they are 0 columns wide.
    columns: process.stderr.columns || 80,
  }
}

/** A result that could not be written is no success, whatever the command says: the disk behind `>` is full. */
function endAsFailed(error: Error): void {
  const failed = fileError(error, 'FILE_UNWRITABLE', 'The output', 'Write it to another place.')
  process.stderr.write(`${failed.message}\n`)
  process.once('exit', (exitCode) => {
    if (exitCode === 0) process.exitCode = errorExitCodes[failed.code]
  })
}

/** Takes the line away that is drawn over; the one sequence that Headroom sends by itself. */
export const eraseLine = '\r\u001b[2K'

/** Control characters, and those that turn the direction of what follows; line ends and tabs are none. */
const controls = /\r\n|\r\p{Cc}\[2K|(?![\n\t])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu

/**
 * The terminal for text that others wrote: names of files and topics, errors of brokers. Nothing in it moves the cursor,
 * colours, or titles the window.
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
