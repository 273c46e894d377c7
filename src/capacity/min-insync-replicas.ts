import type { Topic } from '../contracts/workload.ts'

/**
 * Replicas that must be in sync for a write with acks=all: the topic's `min.insync.replicas`. If it states none, 2 with a
 * replication factor of 3 or more, as production clusters are usually set up, otherwise 1, which is Kafka's default.
 */
export function minInsyncReplicas(topic: Pick<Topic, 'replicationFactor' | 'minInsyncReplicas'>): number {
  return topic.minInsyncReplicas ?? (topic.replicationFactor >= 3 ? 2 : 1)
}
