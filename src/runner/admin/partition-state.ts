/**
 * Reads from a cluster whether the partitions of a run accept writes.
 */
import type { Admin } from 'kafkajs'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { PartitionState } from '../../contracts/sample.ts'
import { readTopicSetting } from './topic-setting.ts'

const minIsrName = 'min.insync.replicas'

/** Kafka's default of `min.insync.replicas`. */
const defaultMinIsr = 1

type PlannedTopic = RunPlan['topics'][number]

/** `min.insync.replicas` by topic, which is the number of in-sync replicas that a write with `acks=all` needs. */
export type MinIsrByTopic = ReadonlyMap<string, number>

/** Returns the topics' `min.insync.replicas`: from the cluster, or from the plan if the settings may not be read. */
export async function readMinIsr(admin: Admin, topics: readonly PlannedTopic[]): Promise<MinIsrByTopic> {
  const names = topics.map(({ name }) => name)
  const found = await readTopicSetting(admin, names, minIsrName)
  return new Map(
    topics.map(({ name, configs }) => {
      const value = Number(found.get(name))
      return [name, value >= 1 ? value : Number(configs[minIsrName] ?? defaultMinIsr)]
    }),
  )
}

/** Reads the present state of the partitions. @throws Error if no broker responds */
export async function readPartitionState(
  admin: Admin,
  topics: readonly PlannedTopic[],
  minIsr: MinIsrByTopic,
): Promise<PartitionState> {
  const planned = topics.reduce((sum, { partitions }) => sum + partitions, 0)
  try {
    const metadata = await admin.fetchTopicMetadata({ topics: topics.map(({ name }) => name) })
    const partitions = metadata.topics.flatMap((topic) =>
      topic.partitions.map(({ leader, isr }) => {
        return { leader, isBelowMinIsr: isr.length < (minIsr.get(topic.name) ?? defaultMinIsr) }
      }),
    )
    return {
      isAnswered: true,
      partitions: partitions.length,
      belowMinIsrPartitions: partitions.filter(({ isBelowMinIsr }) => isBelowMinIsr).length,
      isLeaderMissing: partitions.some(({ leader }) => leader < 0),
    }
  } catch (error) {
    // If a topic or a leader is missing, kafkajs throws and discards the whole response.
    const state = { isAnswered: true, partitions: planned, belowMinIsrPartitions: 0 }
    if (isTopicMissing(error)) return { ...state, isLeaderMissing: false, isTopicMissing: true }
    if (!isLeaderMissing(error)) throw error
    return { ...state, isLeaderMissing: true }
  }
}

function isTopicMissing(error: unknown): boolean {
  return /UNKNOWN_TOPIC_OR_PARTITION|does not host this topic/i.test(textOf(error))
}

function isLeaderMissing(error: unknown): boolean {
  return /LEADER_NOT_AVAILABLE|no leader/i.test(textOf(error))
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.name} ${error.message}` : ''
}
