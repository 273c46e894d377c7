/**
 * How the load falls on the leaders of partitions, against the even spread that a prediction takes it to be.
 */
import type { RunPlan } from '../../contracts/run-plan.ts'
import { formatFactor, formatPercent } from '../../units/ratio.ts'

/** What each broker leads of a topic, by partition number; below 0 where a partition has no leader. */
export type LedTopic = { readonly name: string; readonly leaders: readonly number[] }

/** The busiest leader may have so much more than it would of partitions spread in turn: that much is chance. */
const evenEnough = 1.1

/**
 * A sentence where one broker leads more of the load than it would if leaders were spread over the brokers in turn, by over
 * a tenth; null where it does not. Partitions of a topic are taken to be written alike.
 */
export function unevenLeaders(plan: RunPlan, topics: readonly LedTopic[], brokers: number): string | null {
  const partitions = topics.flatMap(({ name, leaders }) => {
    const bytesPerSec = writtenBytesPerSec(plan, name) / leaders.length
    return leaders.map((leader) => ({ leader, bytesPerSec }))
  })
  const led = loadByBroker(partitions)
  const inTurn = loadByBroker(partitions.map((partition, index) => ({ ...partition, leader: index % brokers })))
  const total = partitions.reduce((sum, { bytesPerSec }) => sum + bytesPerSec, 0)
  const [busiest, most] = [...led].reduce((one, other) => (other[1] > one[1] ? other : one), [-1, 0])
  const usual = Math.max(0, ...inTurn.values())
  if (usual === 0 || most <= evenEnough * usual) return null
  return `Broker ${busiest} leads ${formatPercent(most / total)} of the load, ${formatFactor(most / usual)} what it would of partitions spread over ${brokers} brokers in turn, as the prediction takes them to be.`
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
