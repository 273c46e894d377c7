/**
 * One line that shows how far a run is: drawn over on a terminal, written now and then elsewhere.
 */
import type { Terminal } from './terminal.ts'

const quietIntervalMs = 10_000

export interface LiveLine {
  /** Shows the newest state. */
  update(text: string): void
  /** Writes a line that stays. */
  note(text: string): void
  /** Takes the live line away. */
  clear(): void
}

/** `now` gives milliseconds. */
export function createLiveLine(terminal: Terminal, now: () => number = Date.now): LiveLine {
  let shown = ''
  let lastWrittenMs = Number.NEGATIVE_INFINITY
  const erase = () => {
    if (shown !== '') terminal.err('\r\u001b[2K')
  }
  return {
    update(text) {
      if (terminal.canRedraw) {
        erase()
        shown = text.slice(0, Math.max(20, terminal.columns - 1))
        terminal.err(shown)
      } else if (now() - lastWrittenMs >= quietIntervalMs) {
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
