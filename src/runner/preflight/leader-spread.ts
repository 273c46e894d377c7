/**
 * Compares how partition leaders share the load with the even spread that a prediction assumes.
 */
import type { RunPlan } from '../../contracts/run-plan.ts'
import { formatFactor, formatPercent } from '../../units/ratio.ts'

/** A topic and the id of each partition's leader, by partition number; negative if a partition has no leader. */
export type LedTopic = { readonly name: string; readonly leaders: readonly number[] }

/** Up to this factor over the round-robin spread, the busiest broker's load counts as even. */
const toleratedFactor = 1.1

/**
 * A sentence if one broker leads over a tenth more of the load than with leaders spread round-robin; null otherwise. All
 * partitions of a topic are assumed to get the same load.
 */
export function unevenLeaders(plan: RunPlan, topics: readonly LedTopic[], brokers: number): string | null {
  const partitions = topics.flatMap(({ name, leaders }) => {
    const bytesPerSec = writtenBytesPerSec(plan, name) / leaders.length
    return leaders.map((leader) => ({ leader, bytesPerSec }))
  })
  const led = loadByBroker(partitions)
  const roundRobin = loadByBroker(partitions.map((partition, index) => ({ ...partition, leader: index % brokers })))
  const total = partitions.reduce((sum, { bytesPerSec }) => sum + bytesPerSec, 0)
  const [busiest, actual] = [...led].reduce((one, other) => (other[1] > one[1] ? other : one), [-1, 0])
  const even = Math.max(0, ...roundRobin.values())
  if (even === 0 || actual <= toleratedFactor * even) return null
  return `Broker ${busiest} leads ${formatPercent(actual / total)} of the load, ${formatFactor(actual / even)} what the prediction assumes, which is that leaders are spread evenly over ${brokers} brokers.`
}

function loadByBroker(
  partitions: readonly { readonly leader: number; readonly bytesPerSec: number }[],
): ReadonlyMap<number, number> {
  const load = new Map<number, number>()
  for (const { leader, bytesPerSec } of partitions) {
    if (leader >= 0) load.set(leader, (load.get(leader) ?? 0) + bytesPerSec)
  }
  return load
}

function writtenBytesPerSec({ producers }: RunPlan, topic: string): number {
  return producers
    .filter((producer) => producer.topic === topic)
    .reduce((sum, each) => sum + each.recordsPerSec * (each.recordValueBytes + each.recordKeyBytes), 0)
}
