/**
 * A line with the progress of a run. On a terminal it is redrawn in place; otherwise a new line is printed every 10 s.
 */
import { eraseLine, type Terminal } from './terminal.ts'

/** Interval of new lines if a line cannot be redrawn. */
const printIntervalMs = 10_000

/** Narrower terminals get a line that is cut after this many characters and may wrap. */
const minLineCharacters = 20

/** The live line, and permanent lines above it. */
export interface LiveLine {
  /** Shows the newest state. If a line cannot be redrawn, a change of the phase also prints a new line. */
  update(text: string, phase?: string): void
  /** Writes a permanent line. */
  note(text: string): void
  /** Removes the live line. */
  clear(): void
}

/** Creates a live line on stderr. @param now a clock in ms; tests replace it */
export function createLiveLine(terminal: Terminal, now: () => number = Date.now): LiveLine {
  let shown = ''
  let lastPhase = ''
  let lastWrittenMs = Number.NEGATIVE_INFINITY
  const erase = () => {
    if (shown !== '') terminal.err(eraseLine)
  }
  return {
    update(text, phase = '') {
      if (terminal.canRedraw) {
        erase()
        shown = text.slice(0, Math.max(minLineCharacters, terminal.columns - 1))
        terminal.err(shown)
      } else if (phase !== lastPhase || now() - lastWrittenMs >= printIntervalMs) {
        lastPhase = phase
        lastWrittenMs = now()
        terminal.err(`${text}\n`)
      }
    },
    note(text) {
      erase()
      terminal.err(`${text}\n`)
      if (shown !== '') terminal.err(shown)
    },
    clear() {
      erase()
      shown = ''
    },
  }
}
