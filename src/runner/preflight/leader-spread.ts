/**
 * Compares the actual spread of load over partition leaders with the even spread that a prediction assumes.
 */
import type { RunPlan } from '../../contracts/run-plan.ts'
import { formatFactor, formatPercent } from '../../units/ratio.ts'

/**
 * A topic with the broker ids of its leaders, by partition number. An id is negative if the partition has no leader.
 */
export type LedTopic = { readonly name: string; readonly leaders: readonly number[] }

/** The spread counts as even if the busiest broker leads at most this factor more than with a round-robin spread. */
const toleratedFactor = 1.1

/**
 * Describes an uneven spread in a sentence, assuming that all partitions of a topic get the same load.
 * @returns null if the spread counts as even
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
  const assumed = Math.max(0, ...roundRobin.values())
  if (assumed === 0 || actual <= toleratedFactor * assumed) return null
  return `Broker ${busiest} leads ${formatPercent(actual / total)} of the load, ${formatFactor(actual / assumed)} what the prediction assumes, which is that leaders are spread evenly over ${brokers} brokers.`
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
