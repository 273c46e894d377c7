/**
 * Samples record batches of each topic: from its last 24 hours, or from all that it retains if it has no records from that
 * time.
 *
 * 1. Each large topic gets one fetch, to estimate its size, and a few more if that returned no batch.
 * 2. Small topics are read from the start of their range, several in one fetch.
 * 3. The rest of the byte budget is divided among the large topics in proportion to their estimated bytes.
 *
 * Large topics are read at spread offsets (`spreadPosition`), so that each partition is sampled in proportion to its records.
 */
import { counted } from '../../units/count.ts'
import { TopicSampler } from './batches/topic-sampler.ts'
import { type FoundOffsets, findOffsets } from './find-offsets.ts'
import { ledPartitions, type ObservedCluster } from './observed-cluster.ts'
import type { LogBounds } from './read-history.ts'
import { sampleSmallTopics } from './sample-small-topics.ts'
import {
  addFetched,
  fetchBatches,
  leaveOut,
  maxFetchBytes,
  minFetchBytes,
  type OffsetRange,
  type SampledTopic,
} from './sampled-topic.ts'
import { SamplingBudget } from './sampling-budget.ts'
import { spreadPosition } from './spread-positions.ts'

const dayMs = 86_400_000

/** A fetch asks for about ten batches: enough to be worth a request, and few enough to be cheap for a broker. */
const targetBatchesPerFetch = 10

/**
 * A fetch may return no batch although the topic has some: the leader has just moved, or only transaction markers follow the
 * offset. Other offsets, mostly of other partitions, are then tried, up to this number in all.
 */
const maxFirstFetches = 5

/**
 * More fetches gain little: after 400 independent ones, the standard error of a topic's mean is 1/√400 = 5 % of the standard
 * deviation between fetches.
 */
const maxFetchesPerTopic = 400

/**
 * A topic with at most this many records is read from the start of its range. Spread offsets would often hit the same batch
 * again, or nothing but transaction markers.
 */
const maxRecordsOfSmallTopic = 500

/** Bounds and random numbers of the sampling. */
export type SamplingOptions = {
  /** Maximum bytes of all Fetch responses of the sampling; 0 for no sampling. */
  readonly budgetBytes: number
  /** Names of topics that an earlier call has sampled. */
  readonly alreadySampledTopics: ReadonlySet<string>
  /** A random number in [0, 1), like Math.random. */
  random(): number
}

/**
 * Samples the topics, and emits one sample for each topic from which batches were read. Adds a note if the byte limit or
 * throttling ended the sampling early.
 */
export async function sampleBatches(
  cluster: ObservedCluster,
  logs: LogBounds,
  { budgetBytes, alreadySampledTopics, random }: SamplingOptions,
): Promise<void> {
  const topics = await findTopicsToSample(cluster, logs, { alreadySampledTopics, random })
  if (budgetBytes === 0 || topics.length === 0) return
  const budget = new SamplingBudget(cluster, budgetBytes)
  for (const topic of topics.filter((each) => !isSmall(each))) {
    await fetchFirst(cluster, topic, budget)
  }
  await sampleSmallTopics(cluster, topics.filter(isSmall), budget)
  const readableTopics = topics.filter(({ isRefused }) => !isRefused)
  const largeTopics = readableTopics.filter((topic) => !isSmall(topic))
  const totalBytes = largeTopics.reduce((sum, topic) => sum + estimatedBytes(topic), 0)
  const { remainingBytes: bytesToDivide } = budget
  const queue = largeTopics.values()
  // At most one fetch per broker is in progress, so sampling more topics at once than there are brokers would save no time.
  await Promise.all(
    Array.from({ length: Math.max(1, cluster.metadata.brokers.length) }, async () => {
      for (const topic of queue) {
        const shareBytes = totalBytes === 0 ? 0 : (bytesToDivide * estimatedBytes(topic)) / totalBytes
        // Reading more than the topic's size would only repeat records.
        const targetBytes = Math.min(estimatedBytes(topic), topic.fetchedBytes + shareBytes)
        await sampleTopic(cluster, topic, { budget, targetBytes })
      }
    }),
  )
  for (const { name, sampler, partitionRecords } of readableTopics) {
    if (sampler.meanBatchBytes === null) continue
    cluster.emit({ part: 'sample', topic: name, sample: sampler.read(partitionRecords) })
  }
  const unreadTopics = readableTopics.filter(({ sampler }) => sampler.meanBatchBytes === null)
  if (unreadTopics.length > 0 && !budget.isThrottled) {
    cluster.emit({ part: 'note', note: unreadNote(unreadTopics, budget.remainingBytes === 0) })
  }
  if (budget.isThrottled) {
    cluster.emit({
      part: 'note',
      note: 'Sampling ended early, because the brokers throttled it.',
    })
  }
}

/** A note has at most 1,000 characters, so it names no more topics than this. */
const maxNamed = 3

/** Topics may have records and still none to read: retention, compaction or a deletion may have removed them first. */
function unreadNote(topics: readonly SampledTopic[], isBudgetUsedUp: boolean): string {
  const others = topics.length > maxNamed ? ` and ${counted(topics.length - maxNamed, 'other topic')}` : ''
  const names = topics.slice(0, maxNamed).map(({ name }) => name)
  const because = isBudgetUsedUp
    ? 'sampling reached its byte limit before it read any of their records'
    : 'when they were read, their records had been deleted, only transaction markers were left, or their brokers did not answer'
  return `The record sizes of ${names.join(', ')}${others} were not sampled: ${because}.`
}

/** Size of the topic's range, estimated from the batches read so far. 0 before any was read. */
function estimatedBytes({ records, sampler }: SampledTopic): number {
  return records * (sampler.bytesPerRecord ?? 0)
}

function isSmall({ records }: SampledTopic): boolean {
  return records <= maxRecordsOfSmallTopic
}

/**
 * Finds the topics to sample, each with its offsets from the last 24 hours, or with all its retained offsets if it has no
 * records from that time. The topics with the most records come first.
 */
async function findTopicsToSample(
  cluster: ObservedCluster,
  { start, end }: LogBounds,
  { alreadySampledTopics, random }: Pick<SamplingOptions, 'alreadySampledTopics' | 'random'>,
): Promise<readonly SampledTopic[]> {
  const topics = cluster.topics.filter(({ name, isInternal }) => !isInternal && !alreadySampledTopics.has(name))
  const offsetsDayAgo = await findOffsets(cluster, ledPartitions(topics), Date.now() - dayMs)
  const found = topics.map(({ name, partitions }): SampledTopic => {
    const rangesFrom = (offsets: FoundOffsets) =>
      partitions.flatMap(({ index, leader }): OffsetRange[] => {
        const to = end.get(name)?.get(index)?.offset ?? 0
        const first = start.get(name)?.get(index)?.offset ?? 0
        const offset = offsets.get(name)?.get(index)?.offset ?? first
        // The offset is -1 if all records are older than the requested time. The range is then empty.
        const from = Math.max(first, offset < 0 ? to : offset)
        return to > from ? [{ topic: name, index, leader, from, to }] : []
      })
    const recent = rangesFrom(offsetsDayAgo)
    const ranges = recent.length > 0 ? recent : rangesFrom(start)
    const records = ranges.reduce((sum, { from, to }) => sum + to - from, 0)
    const partitionRecords = new Map(ranges.map(({ index, from, to }) => [index, to - from]))
    const initialState = { attempts: 0, fetchedBytes: 0, isRefused: false }
    const sampler = new TopicSampler()
    return { name, ranges, records, partitionRecords, firstPosition: random(), sampler, ...initialState }
  })
  return found.filter(({ records }) => records > 0).sort((one, other) => other.records - one.records)
}

/** Fetches until a first batch is read, which gives the size of the topic. */
async function fetchFirst(cluster: ObservedCluster, topic: SampledTopic, budget: SamplingBudget): Promise<void> {
  const mayContinue = () => !topic.isRefused && topic.attempts < maxFirstFetches && budget.remainingBytes > 0
  while (topic.sampler.meanBatchBytes === null && mayContinue()) {
    await fetchNext(cluster, topic, budget)
  }
}

/** Fetches at the next offsets until the target or a limit is reached, or the broker refuses. */
async function sampleTopic(
  cluster: ObservedCluster,
  topic: SampledTopic,
  options: { readonly targetBytes: number; readonly budget: SamplingBudget },
): Promise<void> {
  const mayContinue = () => !topic.isRefused && topic.attempts < maxFetchesPerTopic && options.budget.remainingBytes > 0
  while (topic.fetchedBytes < options.targetBytes && mayContinue()) {
    await fetchNext(cluster, topic, options.budget)
  }
}

/** Fetches batches from the topic's next position, and adds them to its sample. */
async function fetchNext(cluster: ObservedCluster, topic: SampledTopic, budget: SamplingBudget): Promise<void> {
  const position = spreadPosition(topic.ranges, topic.firstPosition, topic.attempts)
  // Counts attempts, so that the loop in `sampleTopic` ends even if nothing can be fetched.
  topic.attempts += 1
  if (position === null) return
  const { index, leader } = position.range
  const requested = [{ topic: topic.name, partitions: [{ index, offset: position.offset }] }]
  await budget.fetch(fetchSizeFor(topic), async (maxBytes) => {
    const response = await fetchBatches(cluster, leader, { topics: requested, maxBytes, maxPartitionBytes: maxBytes })
    if (response === null) leaveOut(topic, (range) => range.leader === leader)
    for (const partition of response ?? []) addFetched(cluster, topic, partition)
  })
}

function fetchSizeFor({ sampler }: SampledTopic): number {
  const wanted = (sampler.meanBatchBytes ?? 0) * targetBatchesPerFetch
  return Math.min(maxFetchBytes, Math.max(minFetchBytes, wanted))
}
