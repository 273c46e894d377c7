import type { Terminal } from '../../../src/cli/terminal/terminal.ts'

/** A terminal that keeps what was written. */
export interface MemoryTerminal extends Terminal {
  readonly stdout: string
  readonly stderr: string
}

export function memoryTerminal(circumstances: Partial<Terminal> = {}): MemoryTerminal {
  const written = { stdout: '', stderr: '' }
  return {
    isInteractive: false,
    canRedraw: false,
    columns: 80,
    ...circumstances,
    out: (text) => {
      written.stdout += text
    },
    err: (text) => {
      written.stderr += text
    },
    get stdout() {
      return written.stdout
    },
    get stderr() {
      return written.stderr
    },
  }
}
