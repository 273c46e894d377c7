/**
 * Checks brokers, replication factor, topics, record size and advertised addresses with an admin client. Writes
 * nothing.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { PreflightCheck } from '../../contracts/preflight.ts'
import { maxRecordBytesOf, ownTopics, type RunPlan } from '../../contracts/run-plan.ts'
import { counted } from '../../units/count.ts'
import { formatServer } from '../admin/cluster-access.ts'
import type { ClusterDescription, KafkaAdmin } from '../admin/kafka-admin.ts'
import { checkExistingTopics } from './existing-topics-check.ts'
import { failed, passed, skipped } from './make-check.ts'
import { checkAdvertised } from './network-checks.ts'

/** Upper bound of the framing that a record needs besides key and value. `message.max.bytes` includes the framing. */
const framingBytes = 100

/** The checks, and `host:port` of the brokers as they advertise them. */
export type ClusterChecks = { readonly checks: readonly PreflightCheck[]; readonly hosts: readonly string[] }

/** Runs the checks. @param place `isEmbedded` is true if this host started the brokers */
export async function checkCluster(
  admin: KafkaAdmin,
  plan: RunPlan,
  place: { readonly isEmbedded: boolean },
): Promise<ClusterChecks> {
  let cluster: ClusterDescription
  try {
    cluster = await admin.describe()
  } catch (error) {
    const { message, remedy } = AppError.from(error)
    return { checks: [failed('brokers', message, remedy)], hosts: [] }
  }
  const ids = cluster.brokers.map(({ nodeId }) => nodeId).sort((left, right) => left - right)
  const brokers =
    ids.length === 0
      ? failed('brokers', 'The cluster names no broker.', 'Wait until its brokers are up.')
      : passed('brokers', `${counted(ids.length, 'broker')} (${ids.join(', ')}), cluster ${cluster.clusterId}.`)
  const replication = checkReplication(plan, ids.length)
  const hosts = cluster.brokers.map(({ host, port }) => formatServer(host, port))
  const checks = [
    brokers,
    replication,
    replication.state === 'failed'
      ? skipped('topics', 'Not tried: too few brokers.')
      : await checkTopics(admin, plan, ids.length),
    await checkRecordSize(admin, plan, ids[0]),
    await checkAdvertised(hosts, place),
  ]
  return { checks, hosts }
}

function checkReplication(plan: RunPlan, brokers: number): PreflightCheck {
  const replicas = Math.max(...plan.topics.map((topic) => topic.replicationFactor))
  const minIsr = Math.max(...plan.topics.map((topic) => Number(topic.configs['min.insync.replicas'] ?? 1)))
  const brokersText = counted(brokers, 'broker')
  if (replicas > brokers) {
    return failed(
      'replication-factor',
      `The plan needs ${replicas} replicas of each partition, but the cluster has ${brokersText}.`,
      `Set replicationFactor to ${brokers} or less, or use a cluster with ${replicas} brokers.`,
    )
  }
  if (minIsr > brokers) {
    return failed(
      'replication-factor',
      `min.insync.replicas is ${minIsr}, but the cluster has ${brokersText}: no record would be acknowledged.`,
      'Lower min.insync.replicas of the topic.',
    )
  }
  return passed('replication-factor', `${counted(replicas, 'replica')} on ${brokersText}.`)
}

async function checkTopics(admin: KafkaAdmin, plan: RunPlan, brokers: number): Promise<PreflightCheck> {
  const created = ownTopics(plan)
  const isExisting = created.length < plan.topics.length
  try {
    if (isExisting) return await checkExistingTopics(admin, plan, brokers)
    await admin.validateTopics(created)
    const partitions = created.reduce((sum, topic) => sum + topic.partitions, 0)
    return passed('topics', `The cluster accepts ${counted(created.length, 'topic')} with ${partitions} partitions.`)
  } catch (error) {
    const { code, message, remedy } = AppError.from(error)
    const isRefused = code === 'PREFLIGHT_FAILED' && !isExisting
    return failed('topics', message, isRefused ? `${remedy ?? ''} ${existingRemedy}`.trim() : remedy)
  }
}

/** What helps without a topic that the cluster refuses to create. */
const existingRemedy =
  'Or run on existing topics that have the names of the scenario: --existing-topics (in the window, Use existing topics).'

/** A producer's largest record beside the limit of its topic. */
interface RecordFit {
  readonly bytes: number
  readonly limitBytes: number
  /** An existing topic, which may have a limit of its own; null for the limit of the cluster. */
  readonly topic: string | null
}

/** At most this many limits are named. */
const maxNamedLimits = 5

async function checkRecordSize(
  admin: KafkaAdmin,
  plan: RunPlan,
  brokerId: number | undefined,
): Promise<PreflightCheck> {
  const fits = await recordFits(admin, plan, brokerId)
  const tooLarge = fits.filter(({ bytes, limitBytes }) => bytes + framingBytes > limitBytes)
  if (tooLarge.length > 0) {
    const sentences = tooLarge.map((fit) => `Records of ${fit.bytes} bytes do not fit into ${limitText(fit)}.`)
    const raised = tooLarge.some(({ topic }) => topic !== null)
      ? 'max.message.bytes of the topic'
      : 'message.max.bytes of the cluster'
    return failed(
      'record-size',
      [...new Set(sentences)].slice(0, maxNamedLimits).join(' '),
      `Make the records smaller, or raise ${raised}.`,
    )
  }
  const [tightest] = [...fits].sort((one, other) => one.limitBytes - one.bytes - (other.limitBytes - other.bytes))
  if (tightest === undefined) return skipped('record-size', 'The largest record size of the cluster is unknown.')
  return passed('record-size', `Records of ${tightest.bytes} bytes fit into ${limitText(tightest)}.`)
}

function limitText({ limitBytes, topic }: RecordFit): string {
  return topic === null
    ? `message.max.bytes = ${limitBytes}`
    : `max.message.bytes = ${limitBytes} of the topic ${topic}`
}

/**
 * The producers whose limit is known. Topics that the run creates have the limit of the cluster, as their plan states none.
 * An existing topic may have its own.
 */
async function recordFits(admin: KafkaAdmin, plan: RunPlan, brokerId: number | undefined): Promise<RecordFit[]> {
  const existing = new Set(plan.topics.flatMap(({ name, isExisting }) => (isExisting === true ? [name] : [])))
  const ofTopics = await admin.topicSetting([...existing], 'max.message.bytes')
  const ofCluster = brokerId === undefined ? null : await admin.brokerSetting(brokerId, 'message.max.bytes')
  return plan.producers.flatMap((producer) => {
    const isExisting = existing.has(producer.topic)
    const setting = isExisting ? ofTopics.get(producer.topic) : ofCluster
    const limitBytes = setting === undefined || setting === null ? Number.NaN : Number(setting)
    if (!Number.isFinite(limitBytes)) return []
    return [{ bytes: maxRecordBytesOf(producer), limitBytes, topic: isExisting ? producer.topic : null }]
  })
}
