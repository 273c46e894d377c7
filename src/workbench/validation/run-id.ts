/**
 * Names of runs: sortable by time, unique, and short enough for every topic name that begins with them.
 */
import { randomInt } from 'node:crypto'

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** `20261121-054343-k3f9`: UTC date, time, and four letters against two runs in one second. */
export function newRunId(now: Date): string {
  const [date = '', time = ''] = now.toISOString().split('T')
  const suffix = Array.from({ length: 4 }, () => letters[randomInt(letters.length)] ?? 'a').join('')
  return `${date.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}-${suffix}`
}
