/**
 * Recognises the row with sums below a list of topics.
 */
import type { TopicField } from '../contracts/observation-fields.ts'
import type { Fact } from './source-reading.ts'

/** Names of a row with sums below a table. */
const totalName = /^(?:(?:grand )?totals?|sum|overall|all(?: topics)?)$/i
/** Figures whose sum over topics means something. */
const summedField = /PerSec$|^(?:partitions|storedBytes|producers)$/
/** Sums of rounded figures differ by up to this share. A rule of thumb. */
const sumTolerance = 0.01

/** A row of the list. */
interface NamedRow {
  readonly topic: string
  readonly facts: readonly Fact[]
}

/** The last row, if it is no topic or may be none. */
interface LastRow<T> {
  /** The sum of the other rows. */
  readonly total: T | null
  /** A sum that is not exact, or a topic. */
  readonly unclear: T | null
  /** Fields in which it is not the sum. */
  readonly differing: readonly TopicField[]
}

/**
 * Finds out what a last row with the name of a sum is. Its figures decide, because a topic may have that name: a sum is
 * at least as large as each of its parts.
 */
export function lastRowOf<T extends NamedRow>(rows: readonly T[]): LastRow<T> {
  const [last, others] = [rows.at(-1), rows.slice(0, -1)]
  const topic = { total: null, unclear: null, differing: [] }
  if (last === undefined || others.length === 0 || !totalName.test(last.topic)) return topic
  const parts = new Map<string, { sum: number; largest: number }>()
  for (const { of, field, value } of others.flatMap(({ facts }) => facts)) {
    if (of !== 'topic') continue
    const { sum, largest } = parts.get(field) ?? { sum: 0, largest: 0 }
    parts.set(field, { sum: sum + value, largest: Math.max(largest, value) })
  }
  const summed = last.facts.flatMap((fact) => (fact.of === 'topic' && summedField.test(fact.field) ? [fact] : []))
  if (summed.length === 0) return topic
  const differing = summed.filter(
    ({ field, value }) => Math.abs(value - (parts.get(field)?.sum ?? 0)) > sumTolerance * value,
  )
  if (differing.length === 0) return { ...topic, total: last }
  const mayBeSum = summed.every(({ field, value }) => value >= (parts.get(field)?.largest ?? 0) * (1 - sumTolerance))
  return mayBeSum ? { ...topic, unclear: last, differing: differing.map(({ field }) => field) } : topic
}
