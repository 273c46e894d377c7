import type { Topic } from '../contracts/workload.ts'

/** Copies that a write with acks=all needs: as said, else 2 of three and more, else 1. */
export function minInsyncReplicas(topic: Pick<Topic, 'replicationFactor' | 'minInsyncReplicas'>): number {
  return topic.minInsyncReplicas ?? (topic.replicationFactor >= 3 ? 2 : 1)
}
