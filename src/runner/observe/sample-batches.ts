/**
 * Samples record batches at random offsets of the last day, where the bytes are.
 *
 * Every topic with records gets one fetch first. What is left of the budget goes to the topics in proportion to the bytes
 * that they got in that time. Offsets are drawn evenly, so that a partition is hit as often as it has records.
 */
import { splitBatches } from './batches/batch-headers.ts'
import { TopicSampler } from './batches/topic-sampler.ts'
import { type FoundOffsets, findOffsets } from './find-offsets.ts'
import { ledPartitions, type ObservedCluster } from './observed-cluster.ts'
import type { LogEnds } from './read-history.ts'
import { fetchRequest } from './requests/fetch.ts'

const dayMs = 86_400_000
const leastSpotBytes = 65_536
const mostSpotBytes = 1_048_576

/** Batches that one fetch should return. */
const batchesOfSpot = 10

const mostSpotsOfTopic = 400

const mostRecordsOfSmallTopic = 500

/** Asked twice by brokers to slow down, a reading stops to sample. */
const mostThrottles = 2

/** Records of a partition that may be sampled. */
type Range = {
  readonly topic: string
  readonly index: number
  readonly leader: number
  readonly from: number
  readonly to: number
}

type SampledTopic = {
  readonly name: string
  readonly ranges: readonly Range[]
  readonly records: number
  readonly sampler: TopicSampler
  spots: number
  /** Bytes that its fetches returned. */
  fetchedBytes: number
  isRefused: boolean
}

/** What a sampling may use. */
export type SamplingOptions = {
  readonly bytes: number
  readonly already: ReadonlySet<string>
  /** A number from 0 to 1, below 1. */
  random(): number
}

/** Samples the topics, and reports one sample for each that had records. */
export async function sampleBatches(cluster: ObservedCluster, ends: LogEnds, options: SamplingOptions): Promise<void> {
  const topics = await findRanges(cluster, ends, options.already)
  if (options.bytes === 0 || topics.length === 0) return
  const budget = new Budget(cluster, options.bytes)
  for (const topic of topics) {
    if (isSmall(topic)) await readWhole(cluster, topic, budget)
    else await sampleSpot(cluster, topic, drawSpot(topic, options.random), budget)
  }
  const sampled = topics.filter(({ isRefused }) => !isRefused)
  const open = sampled.filter((topic) => !isSmall(topic))
  const bytesOf = ({ records, sampler }: SampledTopic) => records * (sampler.bytesPerRecord ?? 0)
  const total = open.reduce((sum, topic) => sum + bytesOf(topic), 0)
  const left = budget.left
  await Promise.all(
    open.map(async (topic) => {
      // More than it has would be read twice.
      const share = total === 0 ? 0 : (left * bytesOf(topic)) / total
      const most = Math.min(bytesOf(topic), topic.fetchedBytes + share)
      await sampleTopic(cluster, topic, { budget, random: options.random, bytes: most })
    }),
  )
  for (const { name, sampler } of sampled) {
    if (sampler.meanBatchBytes !== null) cluster.emit({ part: 'sample', topic: name, sample: sampler.read() })
  }
  if (budget.isThrottled) {
    cluster.emit({
      part: 'note',
      note: 'Sampling ended early, because the brokers asked to slow down (throttle time).',
    })
  }
}

/** Bytes that may still be fetched. */
class Budget {
  private readonly cluster: ObservedCluster
  private readonly most: number
  private readonly throttledBefore: number

  constructor(cluster: ObservedCluster, bytes: number) {
    this.cluster = cluster
    this.most = cluster.context.cost.sampledBytes + bytes
    this.throttledBefore = cluster.context.cost.throttled
  }

  get left(): number {
    return this.isThrottled ? 0 : Math.max(0, this.most - this.cluster.context.cost.sampledBytes)
  }

  get isThrottled(): boolean {
    return this.cluster.context.cost.throttled - this.throttledBefore >= mostThrottles
  }
}

/** The records of the last day; of topics without any, all that are retained. The largest topics come first. */
async function findRanges(
  cluster: ObservedCluster,
  { start, end }: LogEnds,
  already: ReadonlySet<string>,
): Promise<readonly SampledTopic[]> {
  const topics = cluster.topics.filter(({ name, isInternal }) => !isInternal && !already.has(name))
  const yesterday = await findOffsets(cluster, ledPartitions(topics), Date.now() - dayMs)
  const found = topics.map(({ name, partitions }): SampledTopic => {
    const rangesFrom = (from: FoundOffsets) =>
      partitions.flatMap(({ index, leader }): Range[] => {
        const to = end.get(name)?.get(index)?.offset ?? 0
        const first = start.get(name)?.get(index)?.offset ?? 0
        const at = from.get(name)?.get(index)?.offset ?? first
        const range = { topic: name, index, leader, from: Math.max(first, at < 0 ? to : at), to }
        return range.to > range.from ? [range] : []
      })
    const recent = rangesFrom(yesterday)
    const ranges = recent.length > 0 ? recent : rangesFrom(start)
    const records = ranges.reduce((sum, { from, to }) => sum + to - from, 0)
    return { name, ranges, records, sampler: new TopicSampler(), spots: 0, fetchedBytes: 0, isRefused: false }
  })
  return found.filter(({ records }) => records > 0).sort((one, other) => other.records - one.records)
}

async function sampleTopic(
  cluster: ObservedCluster,
  topic: SampledTopic,
  { bytes, ...how }: { readonly bytes: number; readonly budget: Budget; random(): number },
): Promise<void> {
  const isOpen = () => !topic.isRefused && topic.spots < mostSpotsOfTopic && how.budget.left > 0
  while (topic.fetchedBytes < bytes && isOpen()) {
    await sampleSpot(cluster, topic, drawSpot(topic, how.random), how.budget)
  }
}

/** Random offsets would read a small topic several times, or miss its records for its transaction markers. */
function isSmall({ records }: SampledTopic): boolean {
  return records <= mostRecordsOfSmallTopic
}

/** Reads every partition once from its first record on. */
async function readWhole(cluster: ObservedCluster, topic: SampledTopic, budget: Budget): Promise<void> {
  for (const range of topic.ranges) await sampleSpot(cluster, topic, { range, offset: range.from }, budget)
}

/** Where a fetch begins. */
type Spot = { readonly range: Range; readonly offset: number }

async function sampleSpot(
  cluster: ObservedCluster,
  topic: SampledTopic,
  spot: Spot | null,
  budget: Budget,
): Promise<void> {
  const link = spot === null ? null : cluster.linkTo(spot.range.leader)
  const maxBytes = Math.floor(Math.min(budget.left, spotBytes(topic)))
  if (maxBytes <= 0) return
  topic.spots += 1
  if (spot === null || link === null) return
  const order = { topic: topic.name, partition: spot.range.index, offset: spot.offset, maxBytes }
  const answer = await cluster.attempt('Fetch', null, async () => {
    const fetched = await link.ask(fetchRequest, order)
    // 1 and 6: the records are gone, or the leader moved. Another spot may do.
    if (fetched.errorCode !== 1 && fetched.errorCode !== 6) cluster.failOn('Fetch', fetched.errorCode)
    return fetched
  })
  if (answer === null) {
    topic.isRefused = true
    return
  }
  topic.sampler.add(spot.range.index, splitBatches(answer.batches))
  topic.fetchedBytes += answer.batches.length
}

function spotBytes({ sampler }: SampledTopic): number {
  const wanted = (sampler.meanBatchBytes ?? 0) * batchesOfSpot
  return Math.min(mostSpotBytes, Math.max(leastSpotBytes, wanted))
}

/** A random offset. Null only if the topic has no records. */
function drawSpot({ ranges, records }: SampledTopic, random: () => number): Spot | null {
  let left = Math.floor(random() * records)
  for (const range of ranges) {
    const length = range.to - range.from
    if (left < length) return { range, offset: range.from + left }
    left -= length
  }
  return null
}
