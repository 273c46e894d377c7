/**
 * Observed topics as entries of a scenario, which has at most 1,000 of them: topics of the user's workload with their own
 * entry, and those with the least traffic folded into entries of identical topics.
 */
import type { Observation, ObservedTopic, OpenQuestion } from '../contracts/observation.ts'
import type { TopicField } from '../contracts/observation-fields.ts'
import { ratesOf } from './peak-rates.ts'

/** A topic, or `count` similar ones as one. */
export interface FoldedTopic extends ObservedTopic {
  readonly count: number
  /** Name of the entry if it is not that of the topic. */
  readonly entryName?: string
}

/** Most entries of a scenario. */
const mostEntries = 1000
/** Topics that keep an entry of their own where some must be folded. */
const mostOwn = 900

/** Longest name of a topic entry. */
const longestName = 200

/** The entries, those with most traffic first, and what a reader must know of the folding. */
export function foldTopics({ topics }: Pick<Observation, 'topics'>): {
  readonly topics: readonly FoldedTopic[]
  readonly questions: readonly OpenQuestion[]
} {
  const own = topics.filter(({ isInternal }) => !isInternal).map((topic) => ({ topic, bytes: bytesOf(topic) }))
  own.sort((one, other) => other.bytes - one.bytes)
  const named = own.map(({ topic }): FoldedTopic => {
    const isLong = topic.name.length > longestName
    return { ...topic, count: 1, ...(isLong ? { entryName: topic.name.slice(0, longestName) } : {}) }
  })
  if (named.length <= mostEntries) return { topics: named, questions: [] }
  const folded = foldAlike(named.slice(mostOwn))
  const kept = folded.slice(0, mostEntries - mostOwn)
  const question: OpenQuestion = {
    id: 'folded-topics',
    text: `The cluster has ${named.length} topics; the ${named.length - mostOwn} with the least traffic are ${kept.length} entries of similar topics.`,
    effect: 'Rates and partitions are those of all of them together; the hottest partition among them is not seen.',
  }
  return { topics: [...named.slice(0, mostOwn), ...kept], questions: [question] }
}

function bytesOf(topic: ObservedTopic): number {
  const rates = ratesOf(topic)
  return rates === null ? 0 : rates.peakRecordsPerSec.value * rates.wireBytesPerRecord.value
}

/** Topics with the same partitions, replicas and retention as one entry each, the largest first. */
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
      return [{ ...first, count: members.length, entryName: `others-${index + 1}`, figures: summed(members) }]
    })
}

/** Rates add up; everything else is that of the first which has it. */
function summed(members: readonly FoldedTopic[]): FoldedTopic['figures'] {
  const known: FoldedTopic['figures'] = Object.assign({}, ...members.map(({ figures }) => figures).reverse())
  const sums = Object.entries(known).map(([name, figure]) => {
    const field = name as TopicField
    if (!/(?:In|Out)PerSec$|^storedBytes$|^producers$/.test(field)) return [field, figure]
    return [field, { ...figure, value: members.reduce((sum, { figures }) => sum + (figures[field]?.value ?? 0), 0) }]
  })
  return Object.fromEntries(sums)
}
