/**
 * Reads what does not change from second to second: brokers, topics, settings, quotas, sizes of logs, producers.
 */
import type { ReadBroker, ReadQuota } from '../../contracts/cluster-reading.ts'
import { observedApi, rightText } from '../../contracts/observe-rights.ts'
import { maxTopicsPerPart } from '../../contracts/reading-part.ts'
import { byTopic, chunks, ledPartitions, type ObservedCluster } from './observed-cluster.ts'
import {
  brokerResource,
  type ConfigsResponse,
  describeConfigsRequest,
  describeLogDirsRequest,
  describeProducersRequest,
  describeQuotasRequest,
  listReassignmentsRequest,
  topicResource,
} from './requests/cluster.ts'

/** Settings of topics that a scenario or a verdict needs. */
const topicKeys = [
  'cleanup.policy',
  'compression.type',
  'max.message.bytes',
  'message.timestamp.type',
  'min.insync.replicas',
  'remote.storage.enable',
  'retention.bytes',
  'retention.ms',
  'segment.bytes',
  'segment.ms',
] as const

const brokerKeys = [
  'num.io.threads',
  'num.network.threads',
  'num.replica.fetchers',
  'quota.window.num',
  'quota.window.size.seconds',
  'replica.fetch.max.bytes',
] as const

/** UNKNOWN_TOPIC_OR_PARTITION: the topic was deleted a moment ago, which is no refusal. */
const unknownTopic = 3
/** UNKNOWN_TOPIC_OR_PARTITION and NOT_LEADER_OR_FOLLOWER (the leader has just moved), which are no refusals either. */
const movedOrDeleted: ReadonlySet<number> = new Set([unknownTopic, 6])

/** Producers that wrote within this time count as active. */
const activeWithinMs = 3_600_000

/** Reads brokers, client quotas and the number of moving partitions, then topics with their settings. */
export async function readShape(cluster: ObservedCluster, startedAtEpochMs: number): Promise<void> {
  const { brokers, clusterId, controllerId } = cluster.metadata
  const described = await Promise.all(
    brokers.map(async ({ brokerId, host, port, rack }): Promise<Omit<ReadBroker, 'logBytes'>> => {
      const configs = await readBrokerConfigs(cluster, brokerId)
      return { brokerId, host, port, rack, isController: brokerId === controllerId, configs }
    }),
  )
  const movingPartitions = await readMoves(cluster)
  const quotas = await readQuotas(cluster)
  cluster.emit({ part: 'cluster', startedAtEpochMs, clusterId, brokers: described, movingPartitions, quotas })
  if (cluster.topics.every(({ isInternal }) => isInternal)) {
    const { right } = observedApi('Metadata')
    const missing = right === null ? '' : `, or the right ${rightText(right)} is missing`
    const but = cluster.topics.length === 0 ? '' : ' but those of Kafka itself'
    cluster.emit({ part: 'note', note: `No topic is visible${but}: there is none${missing}.` })
  }
  for (const topics of chunks(cluster.topics, maxTopicsPerPart)) {
    const configs = await readTopicConfigs(
      cluster,
      topics.map(({ name }) => name),
    )
    cluster.emit({
      part: 'topics',
      topics: topics.map(({ name, isInternal, partitions }) => ({
        name,
        isInternal,
        configs: configs.get(name) ?? null,
        partitions: partitions.map((partition) => ({ ...partition, replicas: [...partition.replicas] })),
      })),
    })
  }
}

type Configs = Record<string, string | null>

async function readBrokerConfigs(cluster: ObservedCluster, brokerId: number): Promise<Configs | null> {
  const link = cluster.linkTo(brokerId)
  if (link === null) return null
  const api = 'DescribeConfigs of brokers'
  return cluster.attempt(api, brokerId, async () => {
    const fields = { type: brokerResource, names: [String(brokerId)], keys: brokerKeys }
    const { results } = await link.ask(describeConfigsRequest, fields)
    for (const { errorCode } of results) cluster.failOn(api, errorCode)
    return { ...results[0]?.configs }
  })
}

async function readTopicConfigs(
  cluster: ObservedCluster,
  names: readonly string[],
): Promise<ReadonlyMap<string, Configs>> {
  const api = 'DescribeConfigs'
  const link = cluster.linkTo(cluster.metadata.brokers[0]?.brokerId ?? -1)
  const found = new Map<string, Configs>()
  if (link === null) return found
  const response: ConfigsResponse | null = await cluster.attempt(api, null, () =>
    link.ask(describeConfigsRequest, { type: topicResource, names, keys: topicKeys }),
  )
  for (const { name, errorCode, configs } of response?.results ?? []) {
    if (errorCode === 0) found.set(name, { ...configs })
    else if (errorCode !== unknownTopic) cluster.refuseTopic(api, name, errorCode)
  }
  return found
}

async function readMoves(cluster: ObservedCluster): Promise<number | null> {
  const { controllerId, brokers } = cluster.metadata
  const link = cluster.linkTo(controllerId) ?? cluster.linkTo(brokers[0]?.brokerId ?? -1)
  if (link === null) return null
  const api = 'ListPartitionReassignments'
  return cluster.attempt(api, null, async () => {
    const { errorCode, partitions } = await link.ask(listReassignmentsRequest, null)
    cluster.failOn(api, errorCode)
    return partitions
  })
}

async function readQuotas(cluster: ObservedCluster): Promise<ReadQuota[] | null> {
  const link = cluster.linkTo(cluster.metadata.brokers[0]?.brokerId ?? -1)
  if (link === null) return null
  const api = 'DescribeClientQuotas'
  return cluster.attempt(api, null, async () => {
    const { errorCode, entries } = await link.ask(describeQuotasRequest, null)
    cluster.failOn(api, errorCode)
    return entries.map(({ entity, limits }) => ({
      // A user's name identifies a principal, which a reading does not need and therefore does not keep.
      entity: entity.map(({ type, name }) => ({
        type,
        isDefault: name === null,
        clientId: type === 'client-id' ? name : null,
      })),
      limits: { ...limits },
    }))
  })
}

/** Reads the sizes of all logs, broker by broker. */
export async function readLogSizes(cluster: ObservedCluster): Promise<void> {
  await Promise.all(
    cluster.metadata.brokers.map(async ({ brokerId }) => {
      const link = cluster.linkTo(brokerId)
      if (link === null) return
      const api = 'DescribeLogDirs'
      const response = await cluster.attempt(api, brokerId, async () => {
        const described = await link.ask(describeLogDirsRequest, null)
        // Every broker has a log folder, so a response without one means that the right is missing (31).
        if (described.dirs.length === 0) cluster.failOn(api, 31)
        for (const { errorCode } of described.dirs) cluster.failOn(api, errorCode)
        return described
      })
      if (response === null) return
      const sizes = response.dirs.flatMap(({ topics }) =>
        topics.flatMap(({ topic, partitions }) =>
          partitions.filter(({ isFuture }) => !isFuture).map(({ index, bytes }) => ({ topic, index, bytes })),
        ),
      )
      const topics = [...byTopic(sizes)].map(([topic, own]) => ({
        topic,
        partitions: own.map(({ index }) => index),
        bytes: own.map(({ bytes }) => bytes),
      }))
      cluster.emit({ part: 'log-sizes', brokerId, topics })
    }),
  )
}

/** Counts the producers with an id that wrote in the last hour. */
export async function readProducers(cluster: ObservedCluster): Promise<void> {
  const active = new Map<string, Map<number, ReadonlySet<number>>>()
  const newestMs = Date.now() - activeWithinMs
  let isAnswered = false
  const partitions = ledPartitions(cluster.topics.filter(({ isInternal }) => !isInternal))
  await Promise.all(
    [...cluster.requestsByLeader(partitions)].map(async ([leader, requests]) => {
      const link = cluster.linkTo(leader)
      if (link === null) return
      for (const chunk of requests) {
        const fields = [...byTopic(chunk)].map(([topic, led]) => ({ topic, partitions: led.map(({ index }) => index) }))
        const response = await cluster.attempt('DescribeProducers', leader, () =>
          link.ask(describeProducersRequest, fields),
        )
        if (response === null) return
        for (const { topic, partitions: described } of response.topics) {
          for (const { index, errorCode, producers } of described) {
            if (errorCode !== 0) {
              if (!movedOrDeleted.has(errorCode)) cluster.refuseTopic('DescribeProducers', topic, errorCode)
              continue
            }
            isAnswered = true
            const ids = producers
              .filter(({ lastTimestamp }) => lastTimestamp >= newestMs)
              .map((each) => each.producerId)
            const known = active.get(topic) ?? new Map<number, ReadonlySet<number>>()
            active.set(topic, known.set(index, new Set(ids)))
          }
        }
      }
    }),
  )
  if (!isAnswered) return
  const all = new Set([...active.values()].flatMap((own) => [...own.values()].flatMap((ids) => [...ids])))
  cluster.emit({
    part: 'producers',
    distinct: all.size,
    topics: cluster.topics.flatMap(({ name, partitions: own }) => {
      const known = active.get(name)
      if (known === undefined) return []
      return [
        {
          topic: name,
          distinct: new Set([...known.values()].flatMap((ids) => [...ids])).size,
          byPartition: own.map(({ index }) => known.get(index)?.size ?? null),
        },
      ]
    }),
  })
}
