/**
 * The constraint of replication of one partition on hosts: followers must fetch as fast as producers write.
 */
import { formatByteRate } from '../../units/byte-rate.ts'
import { type ConstraintModel, ownSource } from '../constraint-model.ts'
import { replicaFetchBytes, replicatedBytesPerSec } from '../pipeline.ts'
import type { Situation } from '../situation.ts'
import { timeLawOfPieces } from '../time-law.ts'
import { hottestLoggedBytesPerSec } from '../topic-traffic.ts'
import type { Traffic } from '../traffic.ts'
import { describeShare } from './partition-ingress.ts'

const source = ownSource(
  'replication of one partition',
  'A follower fetches a partition with one thread, one fetch after another, each byte through the network of the leader and into its own log. One partition with three replicas took at most 160 to 189 MB/s in two publications (StreamNative 2020, Pravega 2021), whichever clients wrote.',
)

/** Wire bytes/s into the hottest partition of each replicated topic entry, which its followers must keep up with. */
export function partitionReplicationConstraints(situation: Situation): ConstraintModel[] {
  const { hardware, topics, times, context } = situation
  if (hardware === null || times.replicaAppendByteMs === 0) return []
  const models: ConstraintModel[] = []
  for (const load of topics) {
    const { topic, index } = load
    if (topic.replicationFactor === 1) continue
    const capacity =
      replicatedBytesPerSec(times, topic.replicationFactor - 1, replicaFetchBytes) * context.capacityScale
    const demandAt = (traffic: Traffic) => hottestLoggedBytesPerSec(traffic.topics[index], load.partitions)
    const statedMs = times.brokerRoundTripMs / replicaFetchBytes
    const byteTime = { statedMs, lawMs: (1000 * context.capacityScale) / capacity - statedMs }
    models.push({
      id: `partition-replication:${topic.name}`,
      dimension: 'partition-ingress',
      layer: 'partition',
      kind: 'physical',
      capacity,
      unit: 'bytes/s',
      source,
      mayBurst: false,
      capacityText: () => `${formatByteRate(capacity)} that followers fetch of one partition`,
      timeLaw: timeLawOfPieces({ ...byteTime, atOnce: context.capacityScale }, demandAt),
      demandAt,
      demandText: (demand) => `${formatByteRate(demand)} into the fullest of ${describeShare(situation, load)}`,
    })
  }
  return models
}
