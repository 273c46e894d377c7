/**
 * Secrets that can be found again: in files, in processes, and in what was said.
 */
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Every secret contains it, and nothing else does: each process of the tests has its own. */
export const canary = `c4narybird${randomBytes(4).toString('hex')}`

export function secretOf(place: string): string {
  return `${canary}-${place}-0123456789`
}

/** How a program may write the canary: as text of one or two bytes a character, or in base64 at any of three places. */
const forms: readonly Buffer[] = [
  Buffer.from(canary),
  Buffer.from(canary, 'utf16le'),
  ...[0, 1, 2].map((before) => {
    const text = Buffer.from(`${' '.repeat(before)}${canary}`)
      .toString('base64')
      .replaceAll('=', '')
    // The first and the last characters also depend on what stands beside it.
    return Buffer.from(text.slice(before === 0 ? 0 : 4, -2))
  }),
]

export function hasCanary(content: string | Buffer): boolean {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(content)
  return forms.some((form) => bytes.includes(form))
}

/** Files below a folder that contain the canary, or whose name does. */
export function filesWithCanary(path: string): string[] {
  const all = readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => join(path, name))
  const files = all.filter((name) => statSync(name, { throwIfNoEntry: false })?.isFile() === true)
  return files.filter((name) => hasCanary(name) || hasCanary(readFileSync(name)))
}

/** Notes every process of this machine in whose arguments or environment the canary is, until it is stopped. */
export function watchProcesses(): { stop(): readonly string[] } {
  const found = new Set<string>()
  const look = () => {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      for (const part of ['cmdline', 'environ']) {
        try {
          const bytes = readFileSync(`/proc/${pid}/${part}`)
          if (hasCanary(bytes)) found.add(`${part} of ${bytes.toString('latin1').slice(0, 40)}`)
        } catch {
          // It has ended, or belongs to somebody else.
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
