/**
 * The terminal as commands see it: results on stdout, everything else on stderr.
 */

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
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  return {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    isInteractive: process.stdin.isTTY === true && process.stderr.isTTY === true,
    canRedraw: process.stderr.isTTY === true && process.env.TERM !== 'dumb',
    columns: process.stderr.columns ?? 80,
  }
}
