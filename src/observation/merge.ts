/**
 * Merges the readings of several sources field by field. If several sources state a field, the value whose time span
 * covers the other time spans is chosen. Other values are kept as well if they differ from it by more than the larger
 * error.
 */
import type {
  Observation,
  ObservedFigure,
  ObservedSource,
  ObservedText,
  ObservedTopic,
  OpenQuestion,
  TimeSpan,
} from '../contracts/observation.ts'
import { isInternalTopic } from './internal-topics.ts'
import type { Fact, SourceReading } from './source-reading.ts'

/** Relative error assumed of a value whose source states none. A rule of thumb. */
const defaultError = 0.1

type Sourced = Fact & { readonly source: string }

/** The parts of an observation that come from its sources. */
export type Merged = Pick<Observation, 'sources' | 'cluster' | 'topics' | 'groups' | 'openQuestions'>

/** All readings as one. If nothing else decides between two values, the earlier reading's is chosen. */
export function mergeReadings(readings: readonly SourceReading[]): Merged {
  const sources = readings.map(({ source }, index): ObservedSource => ({ id: `source-${index + 1}`, ...source }))
  const facts = readings.flatMap((reading, index) =>
    reading.facts.map((fact): Sourced => ({ ...fact, source: `source-${index + 1}` })),
  )
  const byField = new Map<string, Sourced[]>()
  for (const fact of facts) {
    const key = fieldKeyOf(fact)
    const same = byField.get(key)
    if (same === undefined) byField.set(key, [fact])
    else same.push(fact)
  }
  const chosen = [...byField.values()].map(choose)
  return {
    sources,
    cluster: Object.fromEntries(
      chosen.flatMap(({ best, figure }) => (best.of === 'cluster' ? [[best.field, figure]] : [])),
    ),
    topics: topicsOf(chosen),
    groups: groupsOf(chosen),
    openQuestions: uniqueQuestions(readings.flatMap(({ questions }) => questions)),
  }
}

function fieldKeyOf(fact: Fact): string {
  const topic = fact.of === 'cluster' ? '' : fact.topic
  return JSON.stringify([fact.of, topic, fact.of === 'read' ? fact.group : '', fact.field])
}

interface Chosen {
  readonly best: Sourced
  readonly figure: ObservedFigure | ObservedText
}

function choose(candidates: readonly Sourced[]): Chosen {
  const best = candidates.reduce((before, each) => (isBetter(each, before) ? each : before))
  const others = candidates.filter((each) => each.source !== best.source && differs(best, each))
  const differing = others.map(({ source, value }) => ({ source, value }))
  const { value, how, source, span, relativeError, interval } = best
  const known = { value, how, source, span, ...(differing.length === 0 ? {} : { differing }) }
  return {
    best,
    figure: (typeof value === 'string'
      ? known
      : { ...known, relativeError, ...(interval === undefined ? {} : { interval }) }) as Chosen['figure'],
  }
}

const ranks = { measured: 0, derived: 1, assumed: 2 } as const

/**
 * True if `one` is preferred: anything to an assumed value, then a time span that covers the other's, then the higher of two
 * peaks of different times, then the longer span, then measured to derived, then the smaller error.
 */
function isBetter(one: Sourced, other: Sourced): boolean {
  if (one.how === 'assumed' || other.how === 'assumed') return ranks[one.how] < ranks[other.how]
  if (covers(one.span, other.span) !== covers(other.span, one.span)) return covers(one.span, other.span)
  // The busiest minute of two weeks is that of the busier week.
  if (one.field.startsWith('peak') && !covers(one.span, other.span)) return Number(one.value) > Number(other.value)
  if (lengthOf(one.span) !== lengthOf(other.span)) return lengthOf(one.span) > lengthOf(other.span)
  if (one.how !== other.how) return ranks[one.how] < ranks[other.how]
  return (one.relativeError ?? defaultError) < (other.relativeError ?? defaultError)
}

function covers(one: TimeSpan | null, other: TimeSpan | null): boolean {
  if (one === null) return false
  return other === null || (one.fromEpochMs <= other.fromEpochMs && one.toEpochMs >= other.toEpochMs)
}

function lengthOf(span: TimeSpan | null): number {
  return span === null ? -1 : span.toEpochMs - span.fromEpochMs
}

function differs(one: Sourced, other: Sourced): boolean {
  if (typeof one.value !== 'number' || typeof other.value !== 'number') return one.value !== other.value
  const larger = Math.max(one.relativeError ?? defaultError, other.relativeError ?? defaultError)
  return Math.abs(one.value - other.value) > larger * Math.max(Math.abs(one.value), Math.abs(other.value))
}

function topicsOf(chosen: readonly Chosen[]): ObservedTopic[] {
  const topics = new Map<string, { figures: Record<string, unknown>; texts: Record<string, unknown> }>()
  for (const { best, figure } of chosen) {
    if (best.of === 'cluster') continue
    const topic = topics.get(best.topic) ?? { figures: {}, texts: {} }
    topics.set(best.topic, topic)
    if (best.of === 'topic') topic.figures[best.field] = figure
    if (best.of === 'topic-text') topic.texts[best.field] = figure
  }
  return [...topics].map(([name, { figures, texts }]) => {
    return { name, isInternal: isInternalTopic(name), figures, texts } as ObservedTopic
  })
}

function groupsOf(chosen: readonly Chosen[]): Observation['groups'] {
  const groups = new Map<string, Map<string, Record<string, ObservedFigure>>>()
  for (const { best, figure } of chosen) {
    if (best.of !== 'read') continue
    const reads = groups.get(best.group) ?? new Map<string, Record<string, ObservedFigure>>()
    groups.set(best.group, reads)
    const figures = reads.get(best.topic) ?? {}
    reads.set(best.topic, figures)
    figures[best.field] = figure as ObservedFigure
  }
  return [...groups].map(([name, reads]) => {
    return { name, reads: [...reads].map(([topic, figures]) => ({ topic, figures })) }
  })
}

function uniqueQuestions(questions: readonly OpenQuestion[]): OpenQuestion[] {
  return [...new Map(questions.map((question) => [`${question.id} ${question.text}`, question])).values()]
}
