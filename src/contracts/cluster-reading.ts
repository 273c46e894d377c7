/**
 * A reading of a running cluster through the Kafka protocol: facts as the brokers reported them, without conclusions.
 * It is a file and a message. docs/protocol.md says how it arrives in parts.
 *
 * A reading changes nothing: it creates no topic, joins no group and commits no offset. A request that a service
 * refuses is listed as a `refusal`, and the fields that its response would have filled are null or empty.
 */
import { z } from 'zod'
import { batchSample } from './batch-sample.ts'
import { count, epochMs, nonNegative, positiveCount } from './primitives.ts'

/** A name as a cluster reports it. Its length is limited, its characters are not. */
const reportedName = z.string().max(1_000)

/** Configuration values by name, as the cluster reports them. */
const configs = z.record(z.string().max(300), z.string().max(10_000).nullable())

const maxPartitions = 200_000
const maxTopics = 50_000
const maxGroups = 50_000

/**
 * Beginning of the note that names the topics that were created during a reading. They are missing in the list of topics, by
 * which redaction replaces names, so redaction recognises this note by these words.
 */
export const createdNoteWords = 'Created while the cluster was read, and not part of this reading:'

/** Maximum number of topics that one refusal names. */
export const maxRefusedTopics = 100

/** A request that the cluster refused or does not know, and what is unknown without its response. */
export const refusal = z.strictObject({
  /** Name of the request in Kafka's protocol, such as `DescribeLogDirs`. */
  api: z.string().min(1).max(100),
  /** Id of the broker that refused. Null if all brokers refused, or if the cluster does not have the request. */
  brokerId: z.int().nullable(),
  /** Kafka's name of the error, such as `CLUSTER_AUTHORIZATION_FAILED`, or a sentence. */
  error: z.string().min(1).max(500),
  /** The ACL that would allow the request, such as `Cluster: DESCRIBE`; null if none would. */
  neededAcl: z.string().max(200).nullable(),
  /** What is unknown without the response, as a sentence. */
  unknown: z.string().min(1).max(500),
  /** True if the broker did not refuse, but could not be reached. Left out by earlier versions. */
  isAway: z.boolean().optional(),
  /** The first topics, at most `maxRefusedTopics`, for which it was refused. Left out if it was not refused by topic. */
  topics: z.array(reportedName).max(maxRefusedTopics).optional(),
})

/** A broker. */
export const readBroker = z.strictObject({
  brokerId: z.int(),
  host: reportedName,
  port: z.int(),
  rack: reportedName.nullable(),
  isController: z.boolean(),
  /** Bytes of all logs of all its replicas; null if DescribeLogDirs was refused. */
  logBytes: count.nullable(),
  /** Selected settings of the broker; null if DescribeConfigs was refused. */
  configs: configs.nullable(),
})
export type ReadBroker = z.output<typeof readBroker>

/** Offsets of a partition at one time. */
export const offsetSnapshot = z.strictObject({
  /** Halfway between request and response, by the clock of the reading machine. */
  atEpochMs: epochMs,
  /**
   * Half the time between request and response, in ms: the broker answered at `atEpochMs` ± this. Missing in readings
   * of earlier versions.
   */
  withinMs: z.number().nonnegative().optional(),
  /** Offset of the oldest record. */
  start: count,
  /** High watermark: the offset after the newest record that consumers can read. */
  end: count,
})

/** A partition. */
export const readPartition = z.strictObject({
  index: count,
  /** Broker id of the leader; negative if there is none. */
  leader: z.int(),
  /** Broker ids of all replicas. */
  replicas: z.array(z.int()).max(50),
  inSyncReplicas: count,
  /** First and last snapshot of its offsets. Null if ListOffsets was refused; equal if there was one snapshot. */
  first: offsetSnapshot.nullable(),
  last: offsetSnapshot.nullable(),
  /** Bytes of the leader's log; null if DescribeLogDirs was refused. */
  leaderLogBytes: count.nullable(),
  /** Producers with an id that wrote in the last hour; null if DescribeProducers was refused or not sent. */
  activeProducers: count.nullable(),
})

/** Records that were written to a topic in a period, by offsets: transaction markers and aborted records included. */
export const writtenRecords = z.strictObject({ fromEpochMs: epochMs, toEpochMs: epochMs, records: count })
export type WrittenRecords = z.output<typeof writtenRecords>

/**
 * Records of a topic by the time in their timestamps, from ListOffsets by time. With CreateTime that is the producer's
 * time, and event time for topics that were replayed or mirrored.
 */
export const topicHistory = z.strictObject({
  /** Consecutive periods, oldest first. A period is a full hour, or several hours on a cluster with many partitions. */
  hours: z.array(writtenRecords).max(2_400),
  /** Minutes of the busiest hours, which were read in more detail; not consecutive. */
  minutes: z.array(writtenRecords).max(1_200),
  /** The latest of the partitions' oldest timestamps. Hours before it lack partitions. Null if the topic is empty. */
  completeFromEpochMs: epochMs.nullable(),
  /** Largest timestamp in the topic. A timestamp in the future hides all later hours. Null before Kafka 3.0. */
  largestTimestampEpochMs: epochMs.nullable(),
})
export type TopicHistory = z.output<typeof topicHistory>

/** A topic. */
export const readTopic = z.strictObject({
  name: reportedName.min(1),
  /** True for Kafka's own topics, such as `__consumer_offsets`. */
  isInternal: z.boolean(),
  partitions: z.array(readPartition).max(maxPartitions),
  /** Selected settings with the cluster's defaults filled in; null if DescribeConfigs was refused. */
  configs: configs.nullable(),
  /** Records written between consecutive snapshots, summed over the partitions. */
  written: z.array(writtenRecords).max(2_000),
  /** Null if it was refused or not requested, or if the topic is internal. */
  history: topicHistory.nullable(),
  /** Bytes of all replicas; null if DescribeLogDirs was refused. */
  replicaLogBytes: count.nullable(),
  /** Distinct producers with an id that wrote in the last hour; null if DescribeProducers was refused or not sent. */
  activeProducers: count.nullable(),
  /** Null if nothing was sampled: refused, not requested, the topic is empty, or the limit of bytes was reached. */
  sample: batchSample.nullable(),
})
export type ReadTopic = z.output<typeof readTopic>

/** A member of a group. */
export const readMember = z.strictObject({
  clientId: reportedName,
  /** Address of the member as the broker sees it, such as `/10.0.0.5`. */
  host: reportedName,
  /** Number of partitions that it is assigned, by topic. */
  assigned: z.array(z.strictObject({ topic: reportedName, partitions: positiveCount })).max(maxTopics),
})

/** Committed offsets of a group in one topic, by partition. All arrays have the same order and length. */
export const committedOffsets = z.strictObject({
  topic: reportedName,
  partitions: z.array(count).max(maxPartitions),
  firstAtEpochMs: epochMs,
  lastAtEpochMs: epochMs,
  /** Null: the group never committed an offset of this partition. */
  first: z.array(count.nullable()).max(maxPartitions),
  last: z.array(count.nullable()).max(maxPartitions),
})
export type CommittedOffsets = z.output<typeof committedOffsets>

/** A consumer group, or another group of Kafka's group protocols. */
export const readGroup = z.strictObject({
  groupId: reportedName,
  /** `consumer`, `connect`, `share`, … as the broker reports it; empty for groups that only commit. */
  protocolType: reportedName,
  /** `classic`, the protocol of KIP-848 (`consumer`), or `share`; null if the group could not be described. */
  protocol: z.enum(['classic', 'consumer', 'share']).nullable(),
  /** `Stable`, `Empty`, …; null if the group could not be described. */
  state: z.string().max(100).nullable(),
  members: z.array(readMember).max(100_000).nullable(),
  /** Of a share group, the start offsets: all records before them are processed. Null if the request was refused. */
  committed: z.array(committedOffsets).max(maxTopics).nullable(),
})
export type ReadGroup = z.output<typeof readGroup>

/** A client quota. Names of users are not read. */
export const readQuota = z.strictObject({
  /** The entities to which the quota applies: `user`, `client-id`, `ip`, or two of them. */
  entity: z.array(
    z.strictObject({ type: z.string().max(50), isDefault: z.boolean(), clientId: reportedName.nullable() }),
  ),
  /** Kafka's names and units: `producer_byte_rate` in bytes/s of each broker, … */
  limits: z.record(z.string().max(100), z.number()),
})
export type ReadQuota = z.output<typeof readQuota>

/** The load that the reading put on the brokers. */
export const readingCost = z.strictObject({
  requests: count,
  requestBytes: count,
  responseBytes: count,
  /** Bytes of Fetch responses, a part of `responseBytes`. */
  sampledBytes: count,
  /** Requests by name. */
  requestsByApi: z.record(z.string().max(100), count),
  /** Connections that were opened. */
  connections: count,
  /** Times that a broker asked to slow down (throttle_time_ms above 0). */
  throttled: count,
  durationMs: nonNegative,
})
export type ReadingCost = z.output<typeof readingCost>

/** Everything that was read. */
export const clusterReading = z.strictObject({
  kind: z.literal('headroom.cluster-reading'),
  schemaVersion: z.literal(1),
  clusterId: reportedName.nullable(),
  startedAtEpochMs: epochMs,
  endedAtEpochMs: epochMs,
  /** False if the reading was stopped or broke off before everything was read. */
  isComplete: z.boolean(),
  /** Sentence on why the reading ended early; null if it is complete. */
  endedEarlyBecause: z.string().max(1_000).nullable(),
  brokers: z.array(readBroker).max(10_000),
  topics: z.array(readTopic).max(maxTopics),
  groups: z.array(readGroup).max(maxGroups).nullable(),
  quotas: z.array(readQuota).max(50_000).nullable(),
  /**
   * Distinct producers with an id that wrote in the last hour, to any topic; null if the request was refused or not
   * sent.
   */
  activeProducers: count.nullable(),
  /** Partitions that were being moved. Rates of replication are higher than usual then. Null if refused. */
  movingPartitions: count.nullable(),
  refusals: z.array(refusal).max(1_000),
  /** Sentences on what the reader left out or doubts. */
  notes: z.array(z.string().max(1_000)).max(200),
  cost: readingCost,
})
export type ClusterReading = z.output<typeof clusterReading>
