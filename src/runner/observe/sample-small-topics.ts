/**
 * Samples topics with few records: each partition once, from the first record of its range. Many partitions share a fetch,
 * because a cluster may have thousands of them and a reading may send few requests a second.
 */
import { byTopic, chunks, grouped, maxPartitionsPerRequest, type ObservedCluster } from './observed-cluster.ts'
import {
  addFetched,
  fetchBatches,
  maxFetchBytes,
  minFetchBytes,
  type OffsetRange,
  type SampledTopic,
} from './sampled-topic.ts'
import type { SamplingBudget } from './sampling-budget.ts'

/** Reads each partition of the topics once, until the budget is used up. */
export async function sampleSmallTopics(
  cluster: ObservedCluster,
  topics: readonly SampledTopic[],
  budget: SamplingBudget,
): Promise<void> {
  const byName = new Map(topics.map((topic) => [topic.name, topic]))
  // The first partitions of all topics come first, so that a budget that runs out leaves no topic unknown.
  const most = topics.reduce((largest, topic) => Math.max(largest, topic.ranges.length), 0)
  const ranges = Array.from({ length: most }, (_, position) =>
    topics.flatMap((topic) => topic.ranges[position] ?? []),
  ).flat()
  const leaders = [...grouped(ranges, ({ leader }) => leader)]
  await Promise.all(
    leaders.map(async ([leader, own]) => {
      for (const chunk of chunks(own, maxPartitionsPerRequest)) {
        await fetchAll(cluster, leader, chunk, { byName, budget })
      }
    }),
  )
}

/** Fetches until every partition has returned records. The byte limit of a response leaves room for only some of them. */
async function fetchAll(
  cluster: ObservedCluster,
  leader: number,
  ranges: readonly OffsetRange[],
  { byName, budget }: { readonly byName: ReadonlyMap<string, SampledTopic>; readonly budget: SamplingBudget },
): Promise<void> {
  let remaining = ranges
  let remainingBefore = Number.POSITIVE_INFINITY
  // The loop ends when a fetch brings nothing: the budget is used up, the request was refused, or no partition has records left.
  while (remaining.length > 0 && remaining.length < remainingBefore) {
    remainingBefore = remaining.length
    const topics = [...byTopic(remaining)].map(([topic, own]) => ({
      topic,
      partitions: own.map(({ index, from }) => ({ index, offset: from })),
    }))
    await budget.fetch(maxFetchBytes, async (maxBytes) => {
      const response = await fetchBatches(cluster, leader, { topics, maxBytes, maxPartitionBytes: minFetchBytes })
      const returned = (response ?? []).filter(({ errorCode, batches }) => errorCode !== 0 || batches.length > 0)
      for (const partition of returned) {
        const topic = byName.get(partition.topic)
        if (topic !== undefined) addFetched(cluster, topic, partition)
      }
      const done = new Set(returned.map(({ topic, index }) => `${topic} ${index}`))
      remaining = remaining.filter(({ topic, index }) => !done.has(`${topic} ${index}`))
    })
  }
}
