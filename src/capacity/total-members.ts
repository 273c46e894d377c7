/**
 * Reads the members of each of several consumer groups from the number of members of all: "60 in total".
 */
import { parseCount } from '../units/count.ts'
import { type Reading, read, unread } from '../units/reading.ts'
import { countWordsAt } from './count-nouns.ts'

/**
 * Divides "60 in total" by the number of groups. Null if the text is not a total, or if the field is not `members`.
 * @param group the entry of `consumerGroups` that has the field; its `count` is the number of groups
 */
export function readTotalMembers(field: string, text: string, group: unknown): Reading | null {
  const total = totalIn(text)
  if (field !== 'members' || total === null) return null
  const consumers = parseCount(total, countWordsAt('workload.consumerGroups[].members'))
  if (!consumers.ok) return consumers
  const groups = groupsOf(group)
  const members = consumers.value / groups
  if (Number.isInteger(members)) return read(members)
  const nearestTotal = Math.max(1, Math.floor(members)) * groups
  return unread(
    `${consumers.value} consumers cannot be divided evenly among ${groups} groups; write ${nearestTotal} in total, or give the other groups an entry of their own.`,
  )
}

/** "60" of "60 in total" and of "60 total"; null for other texts. */
function totalIn(text: string): string | null {
  const words = text.trim().split(/\s+/)
  if (words.length < 2 || words.at(-1)?.toLowerCase() !== 'total') return null
  const isWithIn = words.length > 2 && words.at(-2)?.toLowerCase() === 'in'
  return words.slice(0, isWithIn ? -2 : -1).join(' ')
}

function groupsOf(group: unknown): number {
  const count = typeof group === 'object' && group !== null ? Reflect.get(group, 'count') : undefined
  return typeof count === 'number' && count > 0 ? count : 1
}
