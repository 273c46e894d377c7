/**
 * Measures how unevenly acknowledged records were distributed over partitions.
 */
import type { RunPlan } from '../contracts/run-plan.ts'
import type { Sample } from '../contracts/sample.ts'
import { maxOf } from './max-of.ts'

/**
 * The hottest partition's share of its topic's acknowledged records, relative to an even share (share x number of
 * partitions). The value is that of the most uneven topic; 1 means even. Null if nothing was acknowledged.
 */
export function partitionSkewOver(plan: RunPlan, seconds: readonly Sample[]): number | null {
  const skews = plan.topics.flatMap((topic) => {
    const producerIds = new Set(plan.producers.filter((producer) => producer.topic === topic.name).map(({ id }) => id))
    const byPartition = countByPartition(seconds, producerIds)
    const total = byPartition.reduce((sum, records) => sum + records, 0)
    return total === 0 ? [] : [((maxOf(byPartition) ?? 0) / total) * topic.partitions]
  })
  return maxOf(skews)
}

function countByPartition(seconds: readonly Sample[], producerIds: ReadonlySet<string>): number[] {
  const counts = new Map<string, number>()
  for (const producer of seconds.flatMap((sample) => sample.producers)) {
    if (!producerIds.has(producer.producerId)) continue
    for (const [partition, records] of Object.entries(producer.ackedRecordsByPartition)) {
      counts.set(partition, (counts.get(partition) ?? 0) + records)
    }
  }
  return [...counts.values()]
}
