/**
 * One line with the progress of a run: redrawn on a terminal, written now and then elsewhere.
 */
import { eraseLine, type Terminal } from './terminal.ts'

const quietIntervalMs = 10_000

/** The live line, and permanent lines above it. */
export interface LiveLine {
  /** Shows the newest state. If lines cannot be redrawn, a line is also written when the phase changes. */
  update(text: string, phase?: string): void
  /** Writes a permanent line. */
  note(text: string): void
  /** Removes the live line. */
  clear(): void
}

/** `now` returns milliseconds. */
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
        shown = text.slice(0, Math.max(20, terminal.columns - 1))
        terminal.err(shown)
      } else if (phase !== lastPhase || now() - lastWrittenMs >= quietIntervalMs) {
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
