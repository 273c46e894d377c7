/**
 * Makes the topic entry of an observed topic.
 */
import type { Observation } from '../contracts/observation.ts'
import type { Topic } from '../contracts/workload.ts'
import type { FoldedTopic } from './fold-topics.ts'
import { retentionOf } from './retention-of.ts'
import { assumed, derived, given, type Sourced, type SourcedFields } from './sourced.ts'

/** Partitions and replicas of a topic if no source states them. Rules of thumb. */
const assumedPartitions = 6
const assumedReplicas = 3

/**
 * The fields of the entry.
 * @param keptReplicas the number of replicas that an assumed service keeps; undefined to use the observed number
 */
export function topicOf(topic: FoldedTopic, observation: Observation, keptReplicas?: number): SourcedFields<Topic> {
  const { figures, name, count } = topic
  const replicationFactor = replicasOf(figures.replicationFactor, keptReplicas)
  const { minInsyncReplicas } = figures
  const retentionMs = retentionOf(topic)
  const isPossible = minInsyncReplicas !== undefined && minInsyncReplicas.value <= replicationFactor.value
  return {
    name: given(topic.entryName ?? name),
    ...(count === 1 ? {} : { count: given(count, 'topics with the same settings and little traffic share one entry') }),
    partitions: figures.partitions ?? partitionsOf(observation),
    replicationFactor,
    ...(isPossible ? { minInsyncReplicas } : {}),
    ...(retentionMs === null ? {} : { retentionMs }),
  } as SourcedFields<Topic>
}

function replicasOf(observed: FoldedTopic['figures']['replicationFactor'], kept: number | undefined): Sourced {
  const observedOrAssumed = observed ?? assumed(assumedReplicas, 'no source states the replication factor')
  if (kept === undefined || kept === observedOrAssumed.value) return observedOrAssumed
  return assumed(kept, `${observedOrAssumed.value} observed; the assumed service keeps ${kept}`)
}

/** Partitions of a topic that states none: an even share of the cluster's other partitions if their total is known. */
function partitionsOf({ cluster, topics }: Observation): Sourced {
  const userTopics = topics.filter(({ isInternal }) => !isInternal)
  if (cluster.partitions === undefined || userTopics.length === 0) {
    return assumed(assumedPartitions, `no source states its partitions: ${assumedPartitions}`)
  }
  const unknownTopics = userTopics.filter(({ figures }) => figures.partitions === undefined)
  const knownPartitions = userTopics.reduce((sum, { figures }) => sum + (figures.partitions?.value ?? 0), 0)
  const evenShare = Math.max(
    1,
    Math.round((cluster.partitions.value - knownPartitions) / Math.max(1, unknownTopics.length)),
  )
  return derived(evenShare, cluster.partitions, 'partitions of the cluster / topics')
}
