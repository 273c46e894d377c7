/**
 * Reads how many records were written in each hour of the retention, by requesting the offsets at each full hour.
 *
 * ListOffsets returns the first record whose timestamp is at or after a time. With CreateTime, a timestamp is the time that the
 * producer wrote into the record. In topics that were replayed or mirrored, that is not the time of writing.
 */
import type { TopicHistory, WrittenRecords } from '../../contracts/cluster-reading.ts'
import { type FoundOffsets, findOffsets } from './find-offsets.ts'
import { type LedPartition, ledPartitions, maxPartitionsPerRequest, type ObservedCluster } from './observed-cluster.ts'
import { largestTimestamp } from './requests/offsets.ts'

const hourMs = 3_600_000
const minuteMs = 60_000

/**
 * Maximum number of requests for past offsets to one broker. With many partitions the history has periods of several hours
 * to stay below it.
 */
const maxRequestsPerBroker = 400

/** Number of hours, the busiest ones, that are read minute by minute. */
const refinedHours = 2

/** A time, and the offsets of all partitions at that time. */
type Boundary = { readonly atEpochMs: number; readonly offsets: FoundOffsets }

/** Start and end of the logs, from the first snapshot. */
export type LogBounds = { readonly start: FoundOffsets; readonly end: FoundOffsets }

/** Reads the history of all topics except internal ones and those in `alreadyReadTopics`. */
export async function readHistory(
  cluster: ObservedCluster,
  logs: LogBounds,
  options: { readonly hours: number; readonly alreadyReadTopics: ReadonlySet<string> },
): Promise<void> {
  const topics = cluster.topics.filter(({ name, isInternal }) => !isInternal && !options.alreadyReadTopics.has(name))
  const partitions = ledPartitions(topics)
  if (options.hours === 0 || partitions.length === 0) return
  const oldest = await findOffsets(cluster, partitions, 0)
  const nowMs = Date.now()
  const times = boundaryTimes(cluster, partitions, { oldest, nowMs, hours: options.hours })
  const boundaries = await readBoundaries(cluster, partitions, times)
  const minutes = await readMinutes(cluster, partitions, { boundaries, logs })
  const largest = await findOffsets(cluster, partitions, largestTimestamp)
  for (const { name } of topics) {
    const history: TopicHistory = {
      hours: differences(name, boundaries, logs),
      minutes: minutes.flatMap((hour) => differences(name, hour, logs)),
      completeFromEpochMs: extreme(oldest.get(name), (one, other) => Math.max(one, other)),
      largestTimestampEpochMs: extreme(largest.get(name), (one, other) => Math.max(one, other)),
    }
    cluster.emit({ part: 'history', topic: name, history })
  }
}

/** The full hours from the first retained record until now. On a large cluster, only every second, third, … of them. */
function boundaryTimes(
  cluster: ObservedCluster,
  partitions: readonly LedPartition[],
  { oldest, nowMs, hours }: { readonly oldest: FoundOffsets; readonly nowMs: number; readonly hours: number },
): readonly number[] {
  const first = [...oldest.values()].map((found) => extreme(found, (one, other) => Math.min(one, other)) ?? nowMs)
  const fromMs = Math.max(Math.min(nowMs, ...first), nowMs - hours * hourMs)
  const span = Math.ceil((nowMs - fromMs) / hourMs) + 1
  const stepHours = Math.ceil((span * maxChunksOfALeader(cluster, partitions)) / maxRequestsPerBroker)
  if (stepHours > 1) {
    const note = `The history has periods of ${stepHours} h, because an hour each would be too many requests.`
    cluster.emit({ part: 'note', note })
  }
  const stepMs = stepHours * hourMs
  const times: number[] = []
  for (let atMs = Math.floor(fromMs / stepMs) * stepMs; atMs < nowMs; atMs += stepMs) times.push(atMs)
  return times
}

/** Number of requests that the leader with the most partitions gets for each boundary. */
function maxChunksOfALeader(cluster: ObservedCluster, partitions: readonly LedPartition[]): number {
  return Math.max(1, ...[...cluster.requestsByLeader(partitions).values()].map((requests) => requests.length))
}

async function readBoundaries(
  cluster: ObservedCluster,
  partitions: readonly LedPartition[],
  times: readonly number[],
): Promise<readonly Boundary[]> {
  const boundaries: Boundary[] = []
  for (const atEpochMs of times) {
    boundaries.push({ atEpochMs, offsets: await findOffsets(cluster, partitions, atEpochMs) })
  }
  return boundaries
}

/** Reads the offsets at each minute of the cluster's busiest hours. Reads none if that would take too many requests. */
async function readMinutes(
  cluster: ObservedCluster,
  partitions: readonly LedPartition[],
  { boundaries, logs }: { readonly boundaries: readonly Boundary[]; readonly logs: LogBounds },
): Promise<readonly (readonly Boundary[])[]> {
  const perHour = hourMs / minuteMs
  if (refinedHours * perHour * maxChunksOfALeader(cluster, partitions) > maxRequestsPerBroker) {
    const note = `Peak minutes of the past were not looked up: more than ${maxPartitionsPerRequest} partitions a broker.`
    cluster.emit({ part: 'note', note })
    return []
  }
  const totals = new Map<number, number>()
  for (const topic of new Set(partitions.map((each) => each.topic))) {
    for (const { fromEpochMs, toEpochMs, records } of differences(topic, boundaries, logs)) {
      if (toEpochMs - fromEpochMs === hourMs) totals.set(fromEpochMs, (totals.get(fromEpochMs) ?? 0) + records)
    }
  }
  const busiest = [...totals].sort(([, one], [, other]) => other - one).slice(0, refinedHours)
  const hours: (readonly Boundary[])[] = []
  for (const [fromMs, records] of busiest) {
    if (records === 0) continue
    const times = Array.from({ length: perHour + 1 }, (_, minute) => fromMs + minute * minuteMs)
    hours.push(await readBoundaries(cluster, partitions, times))
  }
  return hours
}

/**
 * Records of a topic between consecutive boundaries. Periods in which the offset of a partition is unknown are left out, because
 * they would have too few records.
 */
function differences(topic: string, boundaries: readonly Boundary[], logs: LogBounds): WrittenRecords[] {
  const totals = boundaries.map(({ offsets }) => totalAt(topic, offsets, logs))
  return boundaries.slice(1).flatMap(({ atEpochMs }, index) => {
    const [before, after, from] = [totals[index] ?? null, totals[index + 1] ?? null, boundaries[index]]
    if (before === null || after === null || from === undefined) return []
    return [{ fromEpochMs: from.atEpochMs, toEpochMs: atEpochMs, records: Math.max(0, after - before) }]
  })
}

/** Sum of a topic's offsets at a time; null if the offset of a partition is not known. */
function totalAt(topic: string, offsets: FoundOffsets, { start, end }: LogBounds): number | null {
  let sum = 0
  for (const [index, { offset: last }] of end.get(topic) ?? []) {
    const found = offsets.get(topic)?.get(index)?.offset
    if (found === undefined) return null
    const first = start.get(topic)?.get(index)?.offset ?? 0
    // An offset of -1 means that no record is that late. Records that were written after the first snapshot are left out.
    sum += Math.min(last, Math.max(first, found < 0 ? last : found))
  }
  return sum
}

/** The smallest or largest timestamp, as `choose` decides, over the partitions that have one; null if none has. */
function extreme(
  found: ReadonlyMap<number, { readonly timestamp: number }> | undefined,
  choose: (one: number, other: number) => number,
): number | null {
  const times = [...(found?.values() ?? [])].map(({ timestamp }) => timestamp).filter((timestamp) => timestamp >= 0)
  return times.length === 0 ? null : times.reduce(choose)
}
