/**
 * Makes ids of runs, campaigns, observations and readings. They sort by time, are unique, and are short enough for a
 * prefix of topic names.
 */
import { randomInt } from 'node:crypto'

const letters = 'abcdefghijkmnpqrstuvwxyz23456789'

/**
 * Returns an id such as `20261121-054343-k3f9`: UTC date, time, and four random characters for ids of the same second.
 */
export function newRecordId(now: Date): string {
  const [date = '', time = ''] = now.toISOString().split('T')
  const suffix = Array.from({ length: 4 }, () => letters[randomInt(letters.length)] ?? 'a').join('')
  return `${date.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}-${suffix}`
}
