/**
 * Recognises the rows of a list of topics that are no topics: sums, averages and extremes of the other rows.
 */
import type { TopicField } from '../contracts/observation-fields.ts'
import type { Fact } from './source-reading.ts'

/** What a row with such a name may have in each column. */
type Statistic = 'sum' | 'average' | 'median' | 'largest' | 'smallest'

/** Names of such rows, in the languages of many spreadsheets. A topic may have one of them too, so its figures decide. */
const summaryNames: readonly { readonly statistic: Statistic; readonly words: RegExp }[] = [
  {
    statistic: 'sum',
    words:
      /^(?:(?:grand|sub)?[ _-]?totals?|sum|overall|all(?:[ _-]?topics)?|summe|gesamt|insgesamt|somme|suma|totaal|totale)$/i,
  },
  { statistic: 'average', words: /^(?:averages?|avg|mean|durchschnitt|mittelwert|moyenne|promedio|gemiddelde)$/i },
  { statistic: 'median', words: /^median(?:wert)?$/i },
  { statistic: 'largest', words: /^(?:max(?:imum)?|peak|largest)$/i },
  { statistic: 'smallest', words: /^(?:min(?:imum)?|smallest)$/i },
]

/** Figures whose sum over topics means something. */
const summedField = /PerSec$|^(?:partitions|storedBytes|producers)$/
/** Figures that were rounded differ by up to this share. A rule of thumb. */
const roundingShare = 0.01
/** A mean of whole numbers is often shown as a whole number. */
const wholeRounding = 0.5
/** A list with more rows of such names is no table with a few rows below it. */
const maxNamed = 50

/** A row of the list. */
interface NamedRow {
  readonly topic: string
  readonly facts: readonly Fact[]
}

/** A row that may be a topic, or a statistic of the others that is not exact. */
export interface UnclearRow<T> {
  readonly row: T
  readonly statistic: Statistic
  /** Fields in which it is not the statistic. */
  readonly differing: readonly TopicField[]
}

/** The rows of the list that are no topics, or may be none. */
export interface SummaryRows<T> {
  readonly summaries: readonly { readonly row: T; readonly statistic: Statistic }[]
  readonly unclear: readonly UnclearRow<T>[]
}

/**
 * Finds the rows that are statistics of the others. A row with the name of a statistic is one if its figures are. At the end
 * of the list it is unclear if they are not but may be, for example after a row was removed. Elsewhere it is a topic then.
 */
export function summaryRowsOf<T extends NamedRow>(rows: readonly T[]): SummaryRows<T> {
  const named = rows.flatMap((row) => {
    const statistic = statisticOf(row.topic)
    return statistic === null ? [] : [{ row, statistic }]
  })
  if (named.length > maxNamed) return { summaries: [], unclear: [] }
  const isNamed = new Set<T>(named.map(({ row }) => row))
  const plain = rows.filter((row) => !isNamed.has(row))
  const isSummary = new Set<T>()
  // A topic may be called "total", and a sum below it includes it. So rows that are no statistics of the plain rows are
  // compared again, with all rows that are topics so far.
  for (const topicsOf of [() => plain, (own: T) => rows.filter((row) => row !== own && !isSummary.has(row))]) {
    for (const { row, statistic } of named) {
      if (isSummary.has(row)) continue
      const compared = comparedWith(row, statistic, topicsOf(row))
      if (compared.length > 0 && compared.every(({ isEqual }) => isEqual)) isSummary.add(row)
    }
  }
  const unclear = named.flatMap(({ row, statistic }): UnclearRow<T>[] => {
    if (isSummary.has(row) || !isBelowAllTopics(row, rows, isNamed)) return []
    const compared = comparedWith(row, statistic, plain)
    if (compared.length === 0 || !compared.every(({ isPossible }) => isPossible)) return []
    return [{ row, statistic, differing: compared.flatMap(({ field, isEqual }) => (isEqual ? [] : [field])) }]
  })
  return { summaries: named.filter(({ row }) => isSummary.has(row)), unclear }
}

/** The statistic that a name stands for, also with a remark behind it: "Total (2 topics)". */
function statisticOf(name: string): Statistic | null {
  const bare = name.trim().replace(/[:=]$/, '').trim()
  const plain = bare.replace(/\([^()]*\)$/, '').trim()
  return summaryNames.find(({ words }) => words.test(plain))?.statistic ?? null
}

/** True if only rows with the name of a statistic follow, as below a table. */
function isBelowAllTopics<T>(row: T, rows: readonly T[], isNamed: ReadonlySet<T>): boolean {
  return rows.slice(rows.indexOf(row)).every((each) => isNamed.has(each))
}

/** A figure of a row, compared with a statistic of the other rows. */
interface Compared {
  readonly field: TopicField
  readonly isEqual: boolean
  /** True if it can be the statistic of rows that have changed since: a sum is at least as large as each of its parts. */
  readonly isPossible: boolean
}

/** The figures of a row beside the statistic of the topics; empty if there is no topic, or no figure to compare. */
function comparedWith(row: NamedRow, statistic: Statistic, topics: readonly NamedRow[]): Compared[] {
  if (topics.length === 0) return []
  const values = new Map<TopicField, number[]>()
  for (const fact of topics.flatMap(({ facts }) => facts)) {
    if (fact.of !== 'topic') continue
    const own = values.get(fact.field)
    if (own === undefined) values.set(fact.field, [fact.value])
    else own.push(fact.value)
  }
  return row.facts.flatMap((fact): Compared[] => {
    if (fact.of !== 'topic') return []
    const { field, value } = fact
    if (statistic === 'sum' && !summedField.test(field)) return []
    const parts = values.get(field)
    // No topic has this figure, so there is nothing that the row could be a statistic of.
    if (parts === undefined) return [{ field, isEqual: false, isPossible: true }]
    return [{ field, isEqual: isEqualTo(value, statistic, parts), isPossible: isPossibleAs(value, statistic, parts) }]
  })
}

function isEqualTo(value: number, statistic: Statistic, parts: readonly number[]): boolean {
  const expected = statisticIn(statistic, parts)
  const isWhole = statistic === 'average' && Number.isInteger(value) && parts.every(Number.isInteger)
  return Math.abs(value - expected) <= Math.max(isWhole ? wholeRounding : 0, roundingShare * Math.abs(expected))
}

function isPossibleAs(value: number, statistic: Statistic, parts: readonly number[]): boolean {
  const [smallest, largest] = [statisticIn('smallest', parts), statisticIn('largest', parts)]
  if (statistic === 'sum' || statistic === 'largest') return value >= largest * (1 - roundingShare)
  if (statistic === 'smallest') return value <= smallest * (1 + roundingShare)
  return value >= smallest * (1 - roundingShare) && value <= largest * (1 + roundingShare)
}

function statisticIn(statistic: Statistic, parts: readonly number[]): number {
  const sum = parts.reduce((total, part) => total + part, 0)
  if (statistic === 'sum') return sum
  if (statistic === 'average') return sum / parts.length
  const ascending = [...parts].sort((one, other) => one - other)
  if (statistic === 'smallest') return ascending[0] ?? 0
  if (statistic === 'largest') return ascending.at(-1) ?? 0
  const middle = (ascending.length - 1) / 2
  return ((ascending[Math.floor(middle)] ?? 0) + (ascending[Math.ceil(middle)] ?? 0)) / 2
}
