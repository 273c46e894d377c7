/**
 * What a run asks of a cluster besides records: who is there, topics, groups. By kafkajs: no native code in the host.
 */
import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import kafkajs, { type Admin, type KafkaConfig, type SASLOptions } from 'kafkajs'
import { AppError } from '../../contracts/app-error.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { PartitionState } from '../../contracts/sample.ts'
import type { ClusterAccess } from './cluster-access.ts'
import { explainKafkaError } from './explain-kafka-error.ts'
import { readMinIsr, readPartitionState } from './partition-state.ts'
import { patchKafkajs } from './patch-kafkajs.ts'

// A CommonJS package whose names Node finds only in part.
const { ConfigResourceTypes, Kafka, logLevel } = kafkajs
patchKafkajs()

const connectTimeoutMs = 5_000
const requestTimeoutMs = 15_000

/** Brokers of a cluster, and its id. */
export type ClusterDescription = {
  readonly clusterId: string
  readonly brokers: readonly { readonly nodeId: number; readonly host: string; readonly port: number }[]
}

/** A topic that is there. */
export type TopicDescription = {
  readonly partitions: number
  readonly replicationFactor: number
  /** Brokers that lead the partitions, by partition number; below 0 where one has no leader. */
  readonly leaders: readonly number[]
  /** By partition number: what is written next is there. */
  readonly endOffsets: readonly number[]
  /** Records between first and next offset, over all partitions. */
  readonly records: number
}

type PlannedTopic = RunPlan['topics'][number]

/** A connected admin client. Every call throws AppError. */
export type KafkaAdmin = {
  describe(): Promise<ClusterDescription>
  /** Asks whether the topics could be made, without making them. */
  validateTopics(topics: readonly PlannedTopic[]): Promise<void>
  createTopics(topics: readonly PlannedTopic[]): Promise<void>
  /** Partitions of these topics that have a leader, by topic; a topic that is not known yet has none. */
  countLeaders(topics: readonly string[]): Promise<ReadonlyMap<string, number>>
  listTopics(): Promise<readonly string[]>
  /** Of topics that are there: partitions, copies, and the next offset of each partition by number. Never makes a topic. */
  describeTopic(topic: string): Promise<TopicDescription | null>
  /** @returns the sentence of each topic that could not be deleted; those that do not exist count as deleted */
  deleteTopics(topics: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** @returns the same for groups */
  deleteGroups(groups: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** A broker's setting; null where it may not be read. */
  brokerSetting(brokerId: number, name: string): Promise<string | null>
  /** Whether the partitions of these topics can take writes. @throws where no broker answers */
  partitionState(topics: readonly PlannedTopic[]): Promise<PartitionState>
  close(): Promise<void>
}

/** How patient an admin client is. */
export type AdminPatience = {
  readonly clientId: string
  /** Attempts after the first. */
  readonly retries: number
  readonly requestTimeoutMs?: number
}

/**
 * Connects to a cluster.
 * @throws AppError CLUSTER_UNREACHABLE or AUTHENTICATION_FAILED, with a remedy
 */
export async function connectAdmin(access: ClusterAccess, patience: AdminPatience): Promise<KafkaAdmin> {
  const kafka = new Kafka(kafkaConfig(access, patience))
  const admin = kafka.admin({ retry: { retries: patience.retries, initialRetryTime: 100, maxRetryTime: 1_000 } })
  await explained(access, () => admin.connect())
  return wrapAdmin(admin, access)
}

/** How kafkajs reaches a cluster. @throws AppError FILE_UNREADABLE naming the file */
export function kafkaConfig(access: ClusterAccess, patience: AdminPatience): KafkaConfig {
  return {
    clientId: patience.clientId,
    brokers: [...access.bootstrapServers],
    connectionTimeout: connectTimeoutMs,
    requestTimeout: patience.requestTimeoutMs ?? requestTimeoutMs,
    authenticationTimeout: requestTimeoutMs,
    retry: { retries: patience.retries, initialRetryTime: 100, maxRetryTime: 1_000 },
    // Its log would tell the user the same once more, with stack traces.
    logLevel: logLevel.NOTHING,
    ...(access.tls === null ? {} : { ssl: tlsOptions(access.tls) }),
    ...(access.sasl === null ? {} : { sasl: saslOptions(access.sasl) }),
  }
}

/**
 * TLS options for Node, with files read.
 * @throws AppError FILE_UNREADABLE naming the file
 */
export function tlsOptions(tls: NonNullable<ClusterAccess['tls']>): ConnectionOptions {
  const options: ConnectionOptions = {}
  if (tls.caFile !== null) options.ca = [readFile(tls.caFile, 'certificate authority')]
  if (tls.certificateFile !== null) options.cert = readFile(tls.certificateFile, 'client certificate')
  if (tls.keyFile !== null) options.key = readFile(tls.keyFile, 'client key')
  if (tls.keyPassword !== null) options.passphrase = tls.keyPassword
  return options
}

function readFile(path: string, what: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new AppError('FILE_UNREADABLE', `The file of the ${what} cannot be read: ${path}.`, {
      cause: error,
      remedy: 'Correct its path in the connection; it is read on the machine that runs the load.',
    })
  }
}

function saslOptions({ mechanism, username, password }: NonNullable<ClusterAccess['sasl']>): SASLOptions {
  if (mechanism === 'PLAIN') return { mechanism: 'plain', username, password }
  return { mechanism: mechanism === 'SCRAM-SHA-256' ? 'scram-sha-256' : 'scram-sha-512', username, password }
}

function wrapAdmin(admin: Admin, access: ClusterAccess): KafkaAdmin {
  const ask = <T>(call: () => Promise<T>) => explained(access, call)
  return {
    describe: () => ask(() => admin.describeCluster()),
    validateTopics: (topics) =>
      ask(() => admin.createTopics({ ...toKafkajs(topics), validateOnly: true })).then(() => undefined),
    createTopics: (topics) => ask(() => admin.createTopics(toKafkajs(topics))).then(() => undefined),
    countLeaders: (topics) => countLeaders(admin, topics),
    listTopics: () => ask(() => admin.listTopics()),
    describeTopic: (topic) => ask(() => describeTopic(admin, topic)),
    deleteTopics: (topics) => deleteTopics(admin, topics),
    deleteGroups: (groups) => deleteGroups(admin, groups),
    brokerSetting: (brokerId, name) => brokerSetting(admin, brokerId, name),
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
  // Asked for by name, a topic that is not there would be made where the cluster makes topics by itself.
  if (!(await admin.listTopics()).includes(topic)) return null
  const { topics } = await admin.fetchTopicMetadata({ topics: [topic] })
  const partitions = topics[0]?.partitions ?? []
  const offsets = await admin.fetchTopicOffsets(topic)
  const endOffsets: number[] = []
  for (const { partition, high } of offsets) endOffsets[partition] = Number(high)
  const inOrder = [...partitions].sort((one, other) => one.partitionId - other.partitionId)
  return {
    partitions: partitions.length,
    replicationFactor: Math.max(0, ...partitions.map(({ replicas }) => replicas.length)),
    leaders: inOrder.map(({ leader }) => leader),
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
    // kafkajs throws where a topic or a leader is not known yet: the caller asks again until its time is up.
    return new Map()
  }
}

async function deleteTopics(admin: Admin, topics: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const left = new Map<string, string>()
  if (topics.length === 0) return left
  const existing = new Set(await admin.listTopics())
  const wanted = topics.filter((topic) => existing.has(topic))
  // One by one where all at once failed: one that is refused must not keep the others.
  const deleteAll = (names: readonly string[]) => admin.deleteTopics({ topics: [...names], timeout: requestTimeoutMs })
  if (wanted.length === 0) return left
  await deleteAll(wanted).catch(async () => {
    for (const topic of wanted) await deleteAll([topic]).catch((error: unknown) => left.set(topic, textOf(error)))
  })
  return left
}

async function deleteGroups(admin: Admin, groups: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const left = new Map<string, string>()
  if (groups.length === 0) return left
  const existing = new Set((await admin.listGroups()).groups.map(({ groupId }) => groupId))
  for (const group of groups) {
    if (!existing.has(group)) continue
    await admin.deleteGroups([group]).catch((error: unknown) => left.set(group, groupErrorOf(error)))
  }
  return left
}

/** kafkajs puts the reason of each group into a list. */
function groupErrorOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'groups' in error && Array.isArray(error.groups)) {
    const first: unknown = error.groups[0]
    if (typeof first === 'object' && first !== null && 'error' in first) return textOf(first.error)
  }
  return textOf(error)
}

async function brokerSetting(admin: Admin, brokerId: number, name: string): Promise<string | null> {
  try {
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: ConfigResourceTypes.BROKER, name: String(brokerId), configNames: [name] }],
    })
    return resources[0]?.configEntries.find((entry) => entry.configName === name)?.configValue ?? null
  } catch {
    // Reading settings is a right of its own, and only a comfort here.
    return null
  }
}

async function explained<T>(access: ClusterAccess, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw explainKafkaError(error, access)
  }
}

/** An error's own words, one line. */
export function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.split('\n')[0] ?? text
}
