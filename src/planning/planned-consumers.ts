/**
 * Plans the consumer groups of a run.
 */
import type { PlannedConsumerGroup } from '../contracts/run-plan.ts'
import type { Scenario } from '../contracts/scenario.ts'
import { formatCount } from '../units/count.ts'
import { formatDuration } from '../units/duration.ts'
import { runName, shortName } from './run-names.ts'

/** Upper bound of the consumers of a run, over all groups. More would only compete for CPU. */
const maxConsumers = 32

/** The consumer quota of each broker, and the round-trip time to the brokers. */
export type ConsumerQuota = {
  /** Of one broker. */
  readonly bytesPerSec: number
  /** Number of one-second samples in the broker's quota window. */
  readonly windowSeconds: number
  readonly roundTripMs: number
}

/** Lower bound of the limit on fetch responses. Smaller responses consist mostly of framing. */
const minResponseBytes = 16_384

/**
 * The limit on the size of fetch responses under a quota that yields the most records.
 *
 * A broker sends a response if the whole response fits into the rest of its quota. A response of R bytes therefore
 * leaves up to R of the quota's bytes W = quota x window unused. A response may end in the middle of a batch of B
 * bytes, which the client drops: B / 2 of R on average. The loss R / W + B / 2R is minimal at R = sqrt(B W / 2). The
 * limit is at least `fetch.min.bytes`, and at least the bytes that are in flight over the round trip.
 * (docs/accuracy.md)
 */
function maxResponseBytes(
  { bytesPerSec, windowSeconds, roundTripMs }: ConsumerQuota,
  batchBytes: number,
  fetchMinBytes: number,
): number {
  // The last sample of the window is incomplete.
  const quotaBytes = bytesPerSec * Math.max(1, windowSeconds - 1)
  const inFlightBytes = (bytesPerSec * roundTripMs) / 1000
  return Math.ceil(Math.max(minResponseBytes, fetchMinBytes, Math.sqrt((batchBytes * quotaBytes) / 2), inFlightBytes))
}

/** Planned groups, and notes on how they differ from the scenario. */
export type PlannedConsumers = { readonly planned: readonly PlannedConsumerGroup[]; readonly notes: readonly string[] }

/** Plans one group for each identical group and each topic. Groups have fewer members if a run cannot have so many. */
export function planConsumers(
  scenario: Scenario,
  { runId, consumerQuota }: { readonly runId: string; readonly consumerQuota?: ConsumerQuota },
  topicNames: ReadonlyMap<string, readonly string[]>,
): PlannedConsumers {
  const { consumerGroups, producers, topics } = scenario.workload
  const total = consumerGroups.reduce((sum, group) => sum + group.count * group.members, 0)
  const share = Math.min(1, maxConsumers / total)
  const planned: PlannedConsumerGroup[] = []
  const notes: string[] = []
  for (const group of consumerGroups) {
    const names = topicNames.get(group.topic) ?? []
    const writers = producers.filter((producer) => producer.topic === group.topic)
    const batchBytes = Math.max(0, ...writers.map((writer) => writer.batchBytes))
    const hasTransactions = writers.some(({ transactionMs }) => transactionMs !== undefined)
    const partitions = topics.find((topic) => topic.name === group.topic)?.partitions ?? 1
    const members = Math.min(partitions, Math.max(1, Math.floor((group.members * share) / names.length)))
    if (members * names.length !== group.members) {
      const each = names.length === 1 ? '' : ` on each of ${names.length} topics`
      notes.push(
        `"${group.name}" runs with ${members} of its ${formatCount(group.members)} members${each}; it reads the same records.`,
      )
    }
    if (group.startDelayMs !== undefined) {
      notes.push(
        `"${group.name}" begins to read ${formatDuration(group.startDelayMs)} into the load, from the first record. Until then it reads nothing; while it catches up it reads more than is written.`,
      )
    }
    for (let copy = 0; copy < group.count; copy++) {
      for (const [index, topic] of names.entries()) {
        const parts = [group.count === 1 ? [] : [copy + 1], names.length === 1 ? [] : [index + 1]].flat()
        const groupId = runName(runId, shortName(group.name), ...parts)
        planned.push({
          groupId,
          topic,
          clientId: groupId,
          members,
          fetchMinBytes: group.fetchMinBytes,
          fetchMaxWaitMs: group.fetchMaxWaitMs,
          ...(consumerQuota === undefined
            ? {}
            : { fetchMaxBytes: maxResponseBytes(consumerQuota, batchBytes, group.fetchMinBytes) }),
          startStaggerMs: group.startStaggerMs,
          ...(group.startDelayMs === undefined ? {} : { startDelayMs: group.startDelayMs }),
          ...(hasTransactions ? { hasTransactions } : {}),
        })
      }
    }
  }
  return { planned, notes }
}
