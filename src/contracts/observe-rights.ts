/**
 * The rights that reading a cluster needs, by request, and what is unknown without each. `observe --acls`, refusals and
 * the documentation use this table.
 *
 * Rights as checked by core/src/main/scala/kafka/server/KafkaApis.scala of Apache Kafka 4.
 */

/** An ACL to grant: allow this operation on this resource. */
export interface ReadRight {
  readonly resource: 'Cluster' | 'Topic' | 'Group'
  readonly operation: 'DESCRIBE' | 'DESCRIBE_CONFIGS' | 'READ'
}

/** A request of a reading. */
export interface ObservedApi {
  /** Name in Kafka's protocol. */
  readonly api: string
  /** Null if every connected client may send the request. */
  readonly right: ReadRight | null
  /** True if the request is sent only when batches are sampled. */
  readonly isForSampling: boolean
  /** What is unknown without the response, as a sentence. */
  readonly unknown: string
}

/** All requests of a reading, with the right that each needs. */
export const observedApis = [
  {
    api: 'Metadata',
    right: { resource: 'Topic', operation: 'DESCRIBE' },
    isForSampling: false,
    unknown: 'Topics without this right are invisible: they are missing from the counts and rates.',
  },
  {
    api: 'ListOffsets',
    right: { resource: 'Topic', operation: 'DESCRIBE' },
    isForSampling: false,
    unknown: 'Rates, their history and the hot partitions of these topics are unknown.',
  },
  {
    api: 'DescribeConfigs',
    right: { resource: 'Topic', operation: 'DESCRIBE_CONFIGS' },
    isForSampling: false,
    unknown: 'Retention, clean-up, timestamp type and min.insync.replicas of the topics are unknown.',
  },
  {
    api: 'DescribeConfigs of brokers',
    right: { resource: 'Cluster', operation: 'DESCRIBE_CONFIGS' },
    isForSampling: false,
    unknown: 'Threads and quota windows of the brokers are unknown.',
  },
  {
    api: 'DescribeLogDirs',
    right: { resource: 'Cluster', operation: 'DESCRIBE' },
    isForSampling: false,
    unknown: 'Stored bytes are unknown: they follow from rates and retention only.',
  },
  {
    api: 'ListGroups',
    right: { resource: 'Group', operation: 'DESCRIBE' },
    isForSampling: false,
    unknown: 'Consumer groups are unknown: fan-out, members and lag have to be stated.',
  },
  {
    api: 'DescribeGroups',
    right: { resource: 'Group', operation: 'DESCRIBE' },
    isForSampling: false,
    unknown: 'Members of consumer groups are unknown.',
  },
  {
    api: 'ConsumerGroupDescribe',
    right: { resource: 'Group', operation: 'DESCRIBE' },
    isForSampling: false,
    unknown: 'Members of groups with the new consumer protocol (KIP-848) are unknown.',
  },
  {
    api: 'ShareGroupDescribe',
    right: { resource: 'Group', operation: 'DESCRIBE' },
    isForSampling: false,
    unknown: 'Members of share groups (KIP-932) are unknown.',
  },
  {
    api: 'DescribeShareGroupOffsets',
    right: { resource: 'Group', operation: 'DESCRIBE' },
    isForSampling: false,
    unknown: 'What share groups (KIP-932) read, and how far they lag, is unknown.',
  },
  {
    api: 'OffsetFetch',
    right: { resource: 'Group', operation: 'DESCRIBE' },
    isForSampling: false,
    unknown: 'What the groups read, and how far they lag, is unknown.',
  },
  {
    api: 'DescribeClientQuotas',
    right: { resource: 'Cluster', operation: 'DESCRIBE_CONFIGS' },
    isForSampling: false,
    unknown: 'Client quotas are unknown: a rate that they hold down looks like the offered load.',
  },
  {
    api: 'ListPartitionReassignments',
    right: { resource: 'Cluster', operation: 'DESCRIBE' },
    isForSampling: false,
    unknown: 'Whether partitions are being moved is unknown: replication may be higher than usual.',
  },
  {
    api: 'DescribeProducers',
    right: { resource: 'Topic', operation: 'READ' },
    isForSampling: true,
    unknown: 'The number of producers is known only from the producer ids in sampled batches.',
  },
  {
    api: 'Fetch',
    right: { resource: 'Topic', operation: 'READ' },
    isForSampling: true,
    unknown: 'Sizes of records and batches, codec, compression ratio and keys are unknown.',
  },
] as const satisfies readonly ObservedApi[]

/** Names of the requests of a reading. */
export type ObservedApiName = (typeof observedApis)[number]['api']

/** Returns the row of a request. */
export function observedApi(name: ObservedApiName): ObservedApi {
  const row = observedApis.find(({ api }) => api === name)
  if (row === undefined) throw new RangeError(`no such request: ${name}`)
  return row
}

/** Writes a right as text: `Cluster: DESCRIBE`. */
export function rightText({ resource, operation }: ReadRight): string {
  return `${resource}: ${operation}`
}

/** Returns the rights to grant, each once. READ implies DESCRIBE on the same resource. */
export function rightsToGrant(isSampling: boolean): readonly ReadRight[] {
  const sent = observedApis.filter(({ isForSampling }) => isSampling || !isForSampling)
  const rights = new Map(sent.map(({ right }) => [rightText(right), right] as const))
  return [...rights.values()]
}
