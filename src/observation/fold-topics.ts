/**
 * Turns observed topics into entries of a scenario. A scenario has at most 1,000 entries, so topics with little traffic
 * may share one entry of identical topics. Internal topics are left out.
 */
import type { Observation, ObservedTopic, OpenQuestion } from '../contracts/observation.ts'
import type { TopicField } from '../contracts/observation-fields.ts'
import { ratesOf } from './peak-rates.ts'

/** One topic, or `count` similar topics with the sum of their rates. */
export interface FoldedTopic extends ObservedTopic {
  readonly count: number
  /** Name of the entry if it differs from the topic's. */
  readonly entryName?: string
}

/** Entries that a scenario can have. */
const maxEntries = 1000
/** If topics must be folded, this many keep an entry of their own. */
const maxOwnEntries = 900

/** Characters that the name of a topic entry can have. */
const maxNameLength = 200

/** The entries, those with most traffic first, and a question if topics were folded. */
export function foldTopics({ topics }: Pick<Observation, 'topics'>): {
  readonly topics: readonly FoldedTopic[]
  readonly questions: readonly OpenQuestion[]
} {
  const userTopics = topics.filter(({ isInternal }) => !isInternal).map((topic) => ({ topic, bytes: bytesOf(topic) }))
  userTopics.sort((one, other) => other.bytes - one.bytes)
  const entryNameOf = shortNames(userTopics.map(({ topic }) => topic.name))
  const named = userTopics.map(({ topic }): FoldedTopic => {
    const entryName = entryNameOf(topic.name)
    return { ...topic, count: 1, ...(entryName === topic.name ? {} : { entryName }) }
  })
  if (named.length <= maxEntries) return { topics: named, questions: [] }
  const folded = foldAlike(named.slice(maxOwnEntries))
  const kept = folded.slice(0, maxEntries - maxOwnEntries)
  const question: OpenQuestion = {
    id: 'folded-topics',
    text: `The cluster has ${named.length} topics; the ${named.length - maxOwnEntries} with the least traffic share ${kept.length} entries of similar topics.`,
    effect: 'Each entry has the sum of its topics\u2019 rates, so a hot topic among them is not visible.',
  }
  return { topics: [...named.slice(0, maxOwnEntries), ...kept], questions: [question] }
}

/**
 * Gives each topic a name for its entry: its own name, or a longer one cut to the maximum length. Names that would then be
 * equal get a number at the end.
 */
function shortNames(names: readonly string[]): (name: string) => string {
  const taken = new Set(names.filter(({ length }) => length <= maxNameLength))
  // The next number to try for each beginning. Counting from 1 each time would take minutes for 20,000 names.
  const numbers = new Map<string, number>()
  return (name) => {
    if (name.length <= maxNameLength) return name
    const beginning = name.slice(0, maxNameLength)
    let number = numbers.get(beginning) ?? 1
    while (taken.has(numbered(beginning, number))) number += 1
    const entryName = numbered(beginning, number)
    numbers.set(beginning, number + 1)
    taken.add(entryName)
    return entryName
  }
}

function numbered(beginning: string, number: number): string {
  const ending = number === 1 ? '' : `-${number}`
  return `${beginning.slice(0, maxNameLength - ending.length)}${ending}`
}

function bytesOf(topic: ObservedTopic): number {
  const rates = ratesOf(topic)
  return rates === null ? 0 : rates.peakRecordsPerSec.value * rates.wireBytesPerRecord.value
}

/** One entry per combination of partitions, replicas and retention; the entries with most topics come first. */
function foldAlike(topics: readonly FoldedTopic[]): FoldedTopic[] {
  const alike = new Map<string, FoldedTopic[]>()
  for (const topic of topics) {
    const { partitions, replicationFactor, retentionMs } = topic.figures
    const key = JSON.stringify([partitions?.value, replicationFactor?.value, retentionMs?.value])
    alike.set(key, [...(alike.get(key) ?? []), topic])
  }
  return [...alike.values()]
    .sort((one, other) => other.length - one.length)
    .flatMap((members, index) => {
      const [first] = members
      if (first === undefined) return []
      return [{ ...first, count: members.length, entryName: `others-${index + 1}`, figures: summedFigures(members) }]
    })
}

/**
 * The figures of a folded entry. Rates, stored bytes and producers are summed; others come from the first topic that
 * has them.
 */
function summedFigures(members: readonly FoldedTopic[]): FoldedTopic['figures'] {
  const known: FoldedTopic['figures'] = Object.assign({}, ...members.map(({ figures }) => figures).reverse())
  const sums = Object.entries(known).map(([name, figure]) => {
    const field = name as TopicField
    if (!/(?:In|Out)PerSec$|^storedBytes$|^producers$/.test(field)) return [field, figure]
    return [field, { ...figure, value: members.reduce((sum, { figures }) => sum + (figures[field]?.value ?? 0), 0) }]
  })
  return Object.fromEntries(sums)
}
