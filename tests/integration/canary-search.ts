/**
 * Secrets for tests, and the search for them in files, processes and outputs.
 */
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A text that every secret contains, and nothing else. Each process that runs tests has another one. */
export const canary = `c4narybird${randomBytes(4).toString('hex')}`

export function secretOf(place: string): string {
  return `${canary}-${place}-0123456789`
}

/** The forms in which a program may write the canary: text of one or two bytes per character, or base64 at three alignments. */
const forms: readonly Buffer[] = [
  Buffer.from(canary),
  Buffer.from(canary, 'utf16le'),
  ...[0, 1, 2].map((before) => {
    const text = Buffer.from(`${' '.repeat(before)}${canary}`)
      .toString('base64')
      .replaceAll('=', '')
    // The first and the last characters of the base64 text also depend on the bytes beside the canary.
    return Buffer.from(text.slice(before === 0 ? 0 : 4, -2))
  }),
]

export function hasCanary(content: string | Buffer): boolean {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content)
  return forms.some((form) => bytes.includes(form))
}

/** Files below a folder that contain the canary, or whose names do. */
export function filesWithCanary(path: string): string[] {
  const all = readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
  const files = all.filter((name) => statSync(name, { throwIfNoEntry: false })?.isFile() === true)
  return files.filter((name) => hasCanary(name) || hasCanary(readFileSync(name)))
}

/** Records every process of this machine with the canary in its arguments or environment, until the watch is stopped. */
export function watchProcesses(): { stop(): readonly string[] } {
  const found = new Set<string>()
  const look = () => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      for (const part of ['cmdline', 'environ']) {
        try {
          const bytes = readFileSync(`/proc/${pid}/${part}`)
          if (hasCanary(bytes)) found.add(`${part} of ${bytes.toString('latin1').slice(0, 40)}`)
        } catch {
          // The process has ended, or belongs to another user.
        }
      }
    }
  }
  const timer = setInterval(look, 20)
  return {
    stop() {
      clearInterval(timer)
      return [...found]
    },
  }
}
