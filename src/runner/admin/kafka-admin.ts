/**
 * The admin client of a run, for brokers, topics and groups. It uses kafkajs, because the host loads no native code.
 */
import type { ConnectionOptions } from 'node:tls'
import kafkajs, { type Admin, type KafkaConfig, type SASLOptions } from 'kafkajs'
import { AppError } from '../../contracts/app-error.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { PartitionState } from '../../contracts/sample.ts'
import { boundedSocket } from './bounded-socket.ts'
import type { ClusterAccess } from './cluster-access.ts'
import { deleteGroups, deleteTopics } from './delete-created.ts'
import { explainKafkaError } from './explain-kafka-error.ts'
import { readMinIsr, readPartitionState } from './partition-state.ts'
import { patchKafkajs } from './patch-kafkajs.ts'
import { readSmallFile } from './read-small-file.ts'
import { readTopicSetting } from './topic-setting.ts'

// The default export, because Node does not find all named exports of this CommonJS package.
const { ConfigResourceTypes, Kafka, logLevel } = kafkajs
patchKafkajs()

const connectTimeoutMs = 5_000
const requestTimeoutMs = 15_000

/** Brokers of a cluster, and its id. */
export type ClusterDescription = {
  readonly clusterId: string
  readonly brokers: readonly { readonly nodeId: number; readonly host: string; readonly port: number }[]
}

/** An existing topic. */
export type TopicDescription = {
  readonly partitions: number
  readonly replicationFactor: number
  /** Id of the leader by partition number; negative if the partition has no leader. */
  readonly leaders: readonly number[]
  /** Offset of the next record by partition number. */
  readonly endOffsets: readonly number[]
  /** End offsets minus first offsets, summed over all partitions. */
  readonly records: number
}

type PlannedTopic = RunPlan['topics'][number]

/**
 * A connected admin client. Calls throw AppError if they fail, except `deleteTopics`, `deleteGroups` and
 * `partitionState`, which throw the errors of kafkajs.
 */
export type KafkaAdmin = {
  describe(): Promise<ClusterDescription>
  /** Checks whether the topics could be created, without creating them. */
  validateTopics(topics: readonly PlannedTopic[]): Promise<void>
  createTopics(topics: readonly PlannedTopic[]): Promise<void>
  /** Counts the partitions with a leader, by topic. Topics that are not known yet are left out. Never rejects. */
  countLeaders(topics: readonly string[]): Promise<ReadonlyMap<string, number>>
  listTopics(): Promise<readonly string[]>
  /** Describes a topic without ever creating it. @returns null if the topic does not exist */
  describeTopic(topic: string): Promise<TopicDescription | null>
  /** @returns the topics that could not be deleted, with reasons. Missing topics count as deleted. */
  deleteTopics(topics: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** @returns the groups that could not be deleted, with reasons. Missing groups count as deleted. */
  deleteGroups(groups: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Reads a setting of a broker. @returns null if it cannot be read */
  brokerSetting(brokerId: number, name: string): Promise<string | null>
  /** Reads a setting of topics that exist. @returns the values by topic; empty if they cannot be read */
  topicSetting(topics: readonly string[], name: string): Promise<ReadonlyMap<string, string>>
  /** Reads whether the partitions of these topics accept writes. @throws Error if no broker responds */
  partitionState(topics: readonly PlannedTopic[]): Promise<PartitionState>
  close(): Promise<void>
}

/** Settings of an admin client. */
export type AdminOptions = {
  readonly clientId: string
  /** Number of attempts after the first one. */
  readonly retries: number
  readonly requestTimeoutMs?: number
}

/**
 * Connects to a cluster.
 * @throws AppError CLUSTER_UNREACHABLE or AUTHENTICATION_FAILED, with a remedy
 */
export async function connectAdmin(access: ClusterAccess, options: AdminOptions): Promise<KafkaAdmin> {
  const kafka = new Kafka(kafkaConfig(access, options))
  const admin = kafka.admin({ retry: { retries: options.retries, initialRetryTime: 100, maxRetryTime: 1_000 } })
  await explained(access, () => admin.connect())
  return wrapAdmin(admin, access)
}

/** Returns the configuration of kafkajs for a cluster. @throws AppError FILE_UNREADABLE naming the file */
export function kafkaConfig(access: ClusterAccess, options: AdminOptions): KafkaConfig {
  return {
    clientId: options.clientId,
    brokers: [...access.bootstrapServers],
    connectionTimeout: connectTimeoutMs,
    requestTimeout: options.requestTimeoutMs ?? requestTimeoutMs,
    authenticationTimeout: requestTimeoutMs,
    socketFactory: boundedSocket,
    retry: { retries: options.retries, initialRetryTime: 100, maxRetryTime: 1_000 },
    // The log of kafkajs would only repeat its errors with stack traces.
    logLevel: logLevel.NOTHING,
    ...(access.tls === null ? {} : { ssl: tlsOptions(access.tls) }),
    ...(access.sasl === null ? {} : { sasl: saslOptions(access.sasl) }),
  }
}

/**
 * Returns TLS options for Node with the contents of the files.
 * @throws AppError FILE_UNREADABLE naming the file
 */
export function tlsOptions(tls: NonNullable<ClusterAccess['tls']>): ConnectionOptions {
  const options: ConnectionOptions = {}
  if (tls.caFile !== null) options.ca = [readAuthorities(tls.caFile)]
  if (tls.certificateFile !== null) options.cert = readFile(tls.certificateFile, 'client certificate')
  if (tls.keyFile !== null) options.key = readFile(tls.keyFile, 'client key')
  if (tls.keyPassword !== null) options.passphrase = tls.keyPassword
  return options
}

/** Reads the certificate authority. A file without certificates is refused, because Node would ignore it and trust no broker. */
function readAuthorities(path: string): string {
  const text = readFile(path, 'certificate authority')
  if (text.includes('-----BEGIN')) return text
  throw new AppError(
    'FILE_UNREADABLE',
    `The file of the certificate authority has no certificate in PEM format: ${path}.`,
    {
      remedy:
        'Give a file with "-----BEGIN CERTIFICATE-----". From a Java keystore: keytool -exportcert -rfc -keystore FILE -alias NAME',
    },
  )
}

function readFile(path: string, what: string): string {
  try {
    return readSmallFile(path)
  } catch (error) {
    throw new AppError('FILE_UNREADABLE', `The file of the ${what} cannot be read: ${path}.`, {
      cause: error,
      remedy: 'Correct its path in the connection. The file is read on the machine that runs the load.',
    })
  }
}

function saslOptions({ mechanism, username, password }: NonNullable<ClusterAccess['sasl']>): SASLOptions {
  if (mechanism === 'PLAIN') return { mechanism: 'plain', username, password }
  return { mechanism: mechanism === 'SCRAM-SHA-256' ? 'scram-sha-256' : 'scram-sha-512', username, password }
}

function wrapAdmin(admin: Admin, access: ClusterAccess): KafkaAdmin {
  const request = <T>(call: () => Promise<T>) => explained(access, call)
  return {
    describe: () => request(() => admin.describeCluster()),
    validateTopics: (topics) =>
      request(() => admin.createTopics({ ...toKafkajs(topics), validateOnly: true })).then(() => undefined),
    createTopics: (topics) => request(() => admin.createTopics(toKafkajs(topics))).then(() => undefined),
    countLeaders: (topics) => countLeaders(admin, topics),
    listTopics: () => request(() => admin.listTopics()),
    describeTopic: (topic) => request(() => describeTopic(admin, topic)),
    deleteTopics: (topics) => deleteTopics(admin, topics),
    deleteGroups: (groups) => deleteGroups(admin, groups),
    brokerSetting: (brokerId, name) => brokerSetting(admin, brokerId, name),
    topicSetting: (topics, name) => readTopicSetting(admin, topics, name),
    partitionState: async (topics) => readPartitionState(admin, topics, await readMinIsr(admin, topics)),
    close: () => admin.disconnect().catch(() => undefined),
  }
}

function toKafkajs(topics: readonly PlannedTopic[]) {
  return {
    waitForLeaders: false,
    timeout: requestTimeoutMs,
    topics: topics.map(({ name, partitions, replicationFactor, configs }) => ({
      topic: name,
      numPartitions: partitions,
      replicationFactor,
      configEntries: Object.entries(configs).map(([key, value]) => ({ name: key, value })),
    })),
  }
}

async function describeTopic(admin: Admin, topic: string): Promise<TopicDescription | null> {
  // Requesting the metadata of a missing topic would create it on a cluster with auto.create.topics.enable.
  if (!(await admin.listTopics()).includes(topic)) return null
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] })
  const partitions = topics[0]?.partitions ?? []
  const offsets = await admin.fetchTopicOffsets(topic)
  const endOffsets: number[] = []
  for (const { partition, high } of offsets) endOffsets[partition] = Number(high)
  const byNumber = [...partitions].sort((one, other) => one.partitionId - other.partitionId)
  return {
    partitions: partitions.length,
    replicationFactor: Math.max(0, ...partitions.map(({ replicas }) => replicas.length)),
    leaders: byNumber.map(({ leader }) => leader),
    endOffsets,
    records: offsets.reduce((sum, { high, low }) => sum + Number(high) - Number(low), 0),
  }
}

async function countLeaders(admin: Admin, topics: readonly string[]): Promise<ReadonlyMap<string, number>> {
  try {
    const metadata = await admin.fetchTopicMetadata({ topics: [...topics] })
    return new Map(
      metadata.topics.map(({ name, partitions }) => [
        name,
        partitions.filter(({ leader, partitionErrorCode }) => leader >= 0 && partitionErrorCode === 0).length,
      ]),
    )
  } catch {
    // kafkajs throws while a topic or a leader is unknown, but the caller polls until all leaders are known.
    return new Map()
  }
}

async function brokerSetting(admin: Admin, brokerId: number, name: string): Promise<string | null> {
  try {
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: ConfigResourceTypes.BROKER, name: String(brokerId), configNames: [name] }],
    })
    return resources[0]?.configEntries.find((entry) => entry.configName === name)?.configValue ?? null
  } catch {
    // Reading settings requires a separate permission, and the run does not need the setting.
    return null
  }
}

/** Makes a call and converts its errors into AppErrors. */
async function explained<T>(access: ClusterAccess, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw explainKafkaError(error, access)
  }
}
