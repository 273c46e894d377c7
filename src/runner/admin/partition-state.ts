/**
 * Asks a cluster whether the partitions of a run can take writes.
 */
import kafkajs, { type Admin } from 'kafkajs'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { PartitionState } from '../../contracts/sample.ts'

// A CommonJS package whose names Node finds only in part.
const { ConfigResourceTypes } = kafkajs

const minIsrName = 'min.insync.replicas'

/** Kafka's own default of `min.insync.replicas`. */
const defaultMinIsr = 1

type PlannedTopic = RunPlan['topics'][number]

/** In-sync copies that each topic needs to take a write with `acks=all`, by topic. */
export type MinIsrByTopic = ReadonlyMap<string, number>

/** The topics' `min.insync.replicas`: what the cluster says; where it may not be read, what the run made them with. */
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
    // Reading settings is a right of its own, and the run's own topics have what the plan says.
    return planned
  }
}

/** The state of the partitions now. @throws where no broker answers */
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
    // kafkajs keeps the answer to itself where one partition has no leader.
    if (!isLeaderMissing(error)) throw error
    return { isAnswered: true, partitions: planned, belowMinIsrPartitions: 0, isLeaderMissing: true }
  }
}

function isLeaderMissing(error: unknown): boolean {
  return /LEADER_NOT_AVAILABLE|no leader/i.test(error instanceof Error ? `${error.name} ${error.message}` : '')
}
