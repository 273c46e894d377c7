/**
 * Ids of runs: sortable by time, unique, and short enough to be a prefix of topic names.
 */
import { randomInt } from 'node:crypto'

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/** For example `20261121-054343-k3f9`: UTC date, time, and four characters that distinguish runs of one second. */
export function newRunId(now: Date): string {
  const [date = '', time = ''] = now.toISOString().split('T')
  const suffix = Array.from({ length: 4 }, () => letters[randomInt(letters.length)] ?? 'a').join('')
  return `${date.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}-${suffix}`
}
