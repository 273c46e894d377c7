import type { Topic } from '../contracts/workload.ts'

/**
 * In-sync replicas that a write with acks=all needs: as the topic states; if it does not, 2 of three or more replicas,
 * else 1.
 */
export function minInsyncReplicas(topic: Pick<Topic, 'replicationFactor' | 'minInsyncReplicas'>): number {
  return topic.minInsyncReplicas ?? (topic.replicationFactor >= 3 ? 2 : 1)
}
