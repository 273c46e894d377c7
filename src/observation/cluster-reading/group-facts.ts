/**
 * Derives members, lag and read rate of each group on each topic, from assignments and from two snapshots of
 * committed offsets.
 */
import type { ClusterReading, CommittedOffsets, ReadGroup, ReadTopic } from '../../contracts/cluster-reading.ts'
import type { Fact } from '../source-reading.ts'

/**
 * Kafka's default `auto.commit.interval.ms`. A rate from two snapshots of committed offsets may be off by up to one
 * interval.
 */
const commitIntervalMs = 5000

/** Facts of every group on every topic, and the number of groups that read each topic. Empty if groups were refused. */
export function groupFacts(reading: ClusterReading, topicNames: readonly string[]): Fact[] {
  const { groups, topics, startedAtEpochMs, endedAtEpochMs } = reading
  if (groups === null) return []
  const topicsByName = new Map(topics.map((topic) => [topic.name, topic]))
  const wanted = new Set(topicNames)
  const span = { fromEpochMs: startedAtEpochMs, toEpochMs: endedAtEpochMs }
  const readers = new Map<string, number>()
  const facts = groups.flatMap((group) =>
    topicsOf(group).flatMap((name) => {
      if (!wanted.has(name)) return []
      const factsOfRead = readFacts(group, name, topicsByName.get(name))
      const isReading = factsOfRead.some(({ field, value }) => field !== 'lagRecords' && Number(value) > 0)
      if (isReading) readers.set(name, (readers.get(name) ?? 0) + 1)
      return factsOfRead
    }),
  )
  // A group of which neither members nor offsets are known may read a topic that no other group reads.
  const isGroupUnknown = groups.some(({ members, committed }) => members === null && committed === null)
  const counts = topicNames.flatMap((topic): Fact[] => {
    const value = readers.get(topic) ?? 0
    if (value === 0 && isGroupUnknown) return []
    return [{ of: 'topic', topic, field: 'consumerGroups', value, how: 'measured', span, relativeError: 0 }]
  })
  return [...facts, ...counts]
}

function topicsOf({ members, committed }: ReadGroup): string[] {
  const assigned = (members ?? []).flatMap((member) => member.assigned.map(({ topic }) => topic))
  return [...new Set([...assigned, ...(committed ?? []).map(({ topic }) => topic)])]
}

function readFacts(group: ReadGroup, topic: string, read: ReadTopic | undefined): Fact[] {
  const committed = group.committed?.find((each) => each.topic === topic)
  const members = group.members?.filter(({ assigned }) => assigned.some((each) => each.topic === topic)).length
  const of = { of: 'read', group: group.groupId, topic } as const
  const now = { how: 'measured', span: null } as const
  return [
    ...(members === undefined ? [] : [{ ...of, ...now, field: 'members', value: members, relativeError: 0 } as const]),
    ...(committed === undefined ? [] : rateFacts(of, committed)),
    ...(committed === undefined || read === undefined ? [] : lagFacts(of, committed, read)),
  ]
}

/** The rate of records read between the two snapshots. Offsets that went down were reset and are left out. */
function rateFacts(
  of: { readonly of: 'read'; readonly group: string; readonly topic: string },
  { first, last, firstAtEpochMs, lastAtEpochMs }: CommittedOffsets,
): Fact[] {
  const durationMs = lastAtEpochMs - firstAtEpochMs
  if (durationMs <= 0) return []
  const recordsByPartition = last.flatMap((offset, index) => {
    const before = first[index]
    return offset === null || before === null || before === undefined ? [] : [Math.max(0, offset - before)]
  })
  // A group that committed nothing may read without committing.
  if (recordsByPartition.length === 0) return []
  const read = recordsByPartition.reduce((sum, records) => sum + records, 0)
  const span = { fromEpochMs: firstAtEpochMs, toEpochMs: lastAtEpochMs }
  const relativeError = Math.min(1, commitIntervalMs / durationMs)
  const value = (read * 1000) / durationMs
  return [{ ...of, field: 'recordsOutPerSec', value, how: 'derived', span, relativeError }]
}

/**
 * Records between the committed and the end offset that the log still has, because a group cannot read what retention has
 * deleted; summed over the partitions in which both are known. Empty if there is no such partition.
 */
function lagFacts(
  of: { readonly of: 'read'; readonly group: string; readonly topic: string },
  { partitions, last }: CommittedOffsets,
  topic: ReadTopic,
): Fact[] {
  const logs = new Map(topic.partitions.map(({ index, last }) => [index, last]))
  const lags = partitions.flatMap((partition, index) => {
    const [log, offset] = [logs.get(partition) ?? null, last[index] ?? null]
    return log === null || offset === null ? [] : [Math.max(0, log.end - Math.max(offset, log.start))]
  })
  if (lags.length === 0) return []
  const value = lags.reduce((sum, lag) => sum + lag, 0)
  return [{ ...of, field: 'lagRecords', value, how: 'measured', span: null, relativeError: null }]
}
