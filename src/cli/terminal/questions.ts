/**
 * Asking the person at the terminal.
 */
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks a yes-or-no question on stderr; anything but yes is no. */
export async function confirm(question: string, signal: AbortSignal): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await lines.question(`${question} [y/N] `, { signal })
    return /^y(es)?$/i.test(answer.trim())
  } finally {
    lines.close()
  }
}

/** Asks for a secret; what is typed is not shown. */
export async function askSecret(name: string): Promise<string> {
  process.stderr.write(`Secret ${name} (not shown): `)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
