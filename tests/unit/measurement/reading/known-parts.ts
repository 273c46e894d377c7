/**
 * The first parts of a reading of a cluster with one broker and the topic `orders`.
 */
import type { ReadingPart } from '../../../../src/contracts/reading-part.ts'

export const clusterPart: ReadingPart = {
  part: 'cluster',
  startedAtEpochMs: 1_000,
  clusterId: 'a',
  brokers: [{ brokerId: 1, host: 'b', port: 9092, rack: null, isController: true, configs: null }],
  movingPartitions: 0,
  quotas: [],
}

export function topicsPart(partitions: number): ReadingPart {
  const indexes = Array.from({ length: partitions }, (_, index) => index)
  return {
    part: 'topics',
    topics: [
      {
        name: 'orders',
        isInternal: false,
        configs: null,
        partitions: indexes.map((index) => ({ index, leader: 1, replicas: [1], inSyncReplicas: 1 })),
      },
    ],
  }
}
