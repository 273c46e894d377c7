/**
 * Reads from a cluster whether the partitions of a run accept writes.
 */
import kafkajs, { type Admin } from 'kafkajs'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { PartitionState } from '../../contracts/sample.ts'

// The default export, because Node does not find all named exports of this CommonJS package.
const { ConfigResourceTypes } = kafkajs

const minIsrName = 'min.insync.replicas'

/** Kafka's default of `min.insync.replicas`. */
const defaultMinIsr = 1

type PlannedTopic = RunPlan['topics'][number]

/** `min.insync.replicas` by topic: in-sync replicas that a write with `acks=all` needs. */
export type MinIsrByTopic = ReadonlyMap<string, number>

/** Reads the topics' `min.insync.replicas` from the cluster; if that is not permitted, takes it from the plan. */
export async function readMinIsr(admin: Admin, topics: readonly PlannedTopic[]): Promise<MinIsrByTopic> {
  const planned = new Map(topics.map(({ name, configs }) => [name, Number(configs[minIsrName] ?? defaultMinIsr)]))
  try {
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: topics.map(({ name }) => ({ type: ConfigResourceTypes.TOPIC, name, configNames: [minIsrName] })),
    })
    for (const { resourceName, configEntries } of resources) {
      const value = configEntries.find(({ configName }) => configName === minIsrName)?.configValue
      if (value !== undefined && Number(value) >= 1) planned.set(resourceName, Number(value))
    }
    return planned
  } catch {
    // Reading settings needs a permission of its own. The run's own topics have the settings of the plan.
    return planned
  }
}

/** Reads the present state of the partitions. @throws if no broker responds */
export async function readPartitionState(
  admin: Admin,
  topics: readonly PlannedTopic[],
  minIsr: MinIsrByTopic,
): Promise<PartitionState> {
  const planned = topics.reduce((sum, { partitions }) => sum + partitions, 0)
  try {
    const metadata = await admin.fetchTopicMetadata({ topics: topics.map(({ name }) => name) })
    const partitions = metadata.topics.flatMap(({ name, partitions: each }) =>
      each.map(({ leader, isr }) => ({ leader, isBelow: isr.length < (minIsr.get(name) ?? defaultMinIsr) })),
    )
    return {
      isAnswered: true,
      partitions: partitions.length,
      belowMinIsrPartitions: partitions.filter(({ isBelow }) => isBelow).length,
      isLeaderMissing: partitions.some(({ leader }) => leader < 0),
    }
  } catch (error) {
    // If one partition has no leader, kafkajs throws and withholds the whole response.
    if (!isLeaderMissing(error)) throw error
    return { isAnswered: true, partitions: planned, belowMinIsrPartitions: 0, isLeaderMissing: true }
  }
}

function isLeaderMissing(error: unknown): boolean {
  return /LEADER_NOT_AVAILABLE|no leader/i.test(error instanceof Error ? `${error.name} ${error.message}` : '')
}
