/**
 * Keeps the first and the last offset snapshot of each partition of a topic, and the number of records that were written
 * between consecutive snapshots. A snapshot is one query of the start and end offsets.
 */

import type { BatchSample } from '../../contracts/batch-sample.ts'
import type { ReadTopic, TopicHistory, WrittenRecords } from '../../contracts/cluster-reading.ts'
import type { PartOf } from '../../contracts/reading-part.ts'

type TopicShape = PartOf<'topics'>['topics'][number]
type TopicSnapshot = PartOf<'offsets'>['topics'][number]
type PartitionSnapshot = NonNullable<ReadTopic['partitions'][number]['first']>

/** At most this many periods are kept. A reading of one day with a snapshot per minute has 1,440. */
const maxPeriods = 2_000

/**
 * A period ends with a snapshot of all its partitions, because the records of missing partitions would not be counted. While
 * a broker is away, up to this many snapshots therefore end no period. The next one ends it with the partitions it has.
 */
const maxIncompleteSnapshots = 10

/** A topic to which snapshots are still being added. */
export type OpenTopic = {
  readonly shape: TopicShape
  /** By partition. */
  readonly first: Map<number, PartitionSnapshot>
  /** By partition. */
  readonly last: Map<number, PartitionSnapshot>
  /** By partition: the snapshot that began the current period. */
  readonly periodStart: Map<number, PartitionSnapshot>
  /** Snapshots in a row that lacked partitions, since the last period ended. */
  incompleteSnapshots: number
  readonly written: WrittenRecords[]
  /** Bytes of each replica's log. The key is `BROKER PARTITION`. */
  readonly logBytes: Map<string, number>
  history: TopicHistory | null
  sample: BatchSample | null
  activeProducers: number | null
  byProducers: readonly (number | null)[]
}

/** A topic without snapshots, or a known topic with its new shape (partitions and configuration). */
export function openTopic(shape: TopicShape, known: OpenTopic | undefined): OpenTopic {
  if (known !== undefined) return { ...known, shape }
  const nothing = { history: null, sample: null, activeProducers: null, byProducers: [] }
  const snapshots = { first: new Map(), last: new Map(), periodStart: new Map(), incompleteSnapshots: 0 }
  return { shape, ...snapshots, written: [], logBytes: new Map(), ...nothing }
}

/** Adds a snapshot of the partitions of a topic. Does nothing if the topic is unknown. */
export function addTopicSnapshot(topic: OpenTopic | undefined, snapshot: TopicSnapshot): void {
  if (topic === undefined) return
  const seen = new Map<number, PartitionSnapshot>()
  for (const [position, { index }] of topic.shape.partitions.entries()) {
    const [atEpochMs, start, end] = [snapshot.atEpochMs[position], snapshot.start[position], snapshot.end[position]]
    if (atEpochMs == null || end == null) continue
    const withinMs = snapshot.withinMs?.[position]
    const now = { atEpochMs, ...(withinMs == null ? {} : { withinMs }), start: start ?? 0, end }
    const before = topic.last.get(index)
    topic.last.set(index, now)
    seen.set(index, now)
    // The end offset fell, so the topic was created again or records were lost. The partition counts from here on.
    if (before === undefined || before.end > end) topic.first.set(index, now)
    if (before === undefined || before.end > end || !topic.periodStart.has(index)) topic.periodStart.set(index, now)
  }
  endPeriod(topic, seen)
}

/** Ends the period with a snapshot, unless it lacks partitions and the next snapshots may still have them. */
function endPeriod(topic: OpenTopic, seen: ReadonlyMap<number, PartitionSnapshot>): void {
  const missing = [...topic.periodStart.keys()].filter((index) => !seen.has(index))
  if (missing.length > 0 && topic.incompleteSnapshots < maxIncompleteSnapshots) {
    topic.incompleteSnapshots += 1
    return
  }
  topic.incompleteSnapshots = 0
  for (const index of missing) topic.periodStart.delete(index)
  const period = { fromMs: 0, toMs: 0, records: 0, partitions: 0 }
  for (const [index, now] of seen) {
    const before = topic.periodStart.get(index)
    topic.periodStart.set(index, now)
    if (before === undefined || before === now) continue
    period.fromMs += before.atEpochMs
    period.toMs += now.atEpochMs
    period.records += now.end - before.end
    period.partitions += 1
  }
  const { partitions, records } = period
  if (partitions === 0 || topic.written.length >= maxPeriods) return
  topic.written.push({ fromEpochMs: period.fromMs / partitions, toEpochMs: period.toMs / partitions, records })
}

/** The topic in the form of a reading. */
export function readTopicOf(topic: OpenTopic): ReadTopic {
  const { shape, logBytes } = topic
  const partitions = shape.partitions.map((partition, position) => ({
    ...partition,
    first: topic.first.get(partition.index) ?? null,
    last: topic.last.get(partition.index) ?? null,
    leaderLogBytes: logBytes.get(`${partition.leader} ${partition.index}`) ?? null,
    activeProducers: topic.byProducers[position] ?? null,
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
