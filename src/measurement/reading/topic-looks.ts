/**
 * Lays the looks at the offsets of a topic upon each other: first and last look of each partition, and the records that
 * were written between consecutive looks.
 */

import type { BatchSample } from '../../contracts/batch-sample.ts'
import type { ReadTopic, TopicHistory, WrittenRecords } from '../../contracts/cluster-reading.ts'
import type { PartOf } from '../../contracts/reading-part.ts'

type TopicShape = PartOf<'topics'>['topics'][number]
type TopicLook = PartOf<'offsets'>['topics'][number]
type Look = NonNullable<ReadTopic['partitions'][number]['first']>

/** Looks that are kept at most: a day of minutes. */
const mostPeriods = 2_000

/** A topic whose looks are still added. */
export type OpenTopic = {
  readonly shape: TopicShape
  readonly first: Map<number, Look>
  readonly last: Map<number, Look>
  readonly written: WrittenRecords[]
  /** Bytes by broker and partition. */
  readonly logBytes: Map<string, number>
  history: TopicHistory | null
  sample: BatchSample | null
  activeProducers: number | null
  byProducers: readonly (number | null)[]
}

/** A topic without looks, or a known one with its present shape. */
export function openTopic(shape: TopicShape, known: OpenTopic | undefined): OpenTopic {
  if (known !== undefined) return { ...known, shape }
  const nothing = { history: null, sample: null, activeProducers: null, byProducers: [] }
  return { shape, first: new Map(), last: new Map(), written: [], logBytes: new Map(), ...nothing }
}

/** Adds a look at all partitions. */
export function addLook(topic: OpenTopic | undefined, look: TopicLook): void {
  if (topic === undefined) return
  const period = { fromMs: 0, toMs: 0, records: 0, partitions: 0 }
  for (const [place, { index }] of topic.shape.partitions.entries()) {
    const [atEpochMs, start, end] = [look.atEpochMs[place], look.start[place], look.end[place]]
    if (atEpochMs == null || end == null) continue
    const now = { atEpochMs, start: start ?? 0, end }
    const before = topic.last.get(index)
    topic.last.set(index, now)
    // Fewer records than before: the topic was created anew, or records were lost. It counts from here on.
    if (before === undefined || before.end > end) {
      topic.first.set(index, now)
      continue
    }
    period.fromMs += before.atEpochMs
    period.toMs += atEpochMs
    period.records += end - before.end
    period.partitions += 1
  }
  const { partitions, records } = period
  if (partitions === 0 || topic.written.length >= mostPeriods) return
  topic.written.push({ fromEpochMs: period.fromMs / partitions, toEpochMs: period.toMs / partitions, records })
}

/** The topic as it is reported. */
export function readTopicOf(topic: OpenTopic): ReadTopic {
  const { shape, logBytes } = topic
  const partitions = shape.partitions.map((partition, place) => ({
    ...partition,
    first: topic.first.get(partition.index) ?? null,
    last: topic.last.get(partition.index) ?? null,
    leaderLogBytes: logBytes.get(`${partition.leader} ${partition.index}`) ?? null,
    activeProducers: topic.byProducers[place] ?? null,
  }))
  return {
    name: shape.name,
    isInternal: shape.isInternal,
    partitions,
    configs: shape.configs,
    written: topic.written,
    history: topic.history,
    replicaLogBytes: logBytes.size === 0 ? null : [...logBytes.values()].reduce((sum, bytes) => sum + bytes, 0),
    activeProducers: topic.activeProducers,
    sample: topic.sample,
  }
}
