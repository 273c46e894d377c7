/**
 * What the cluster itself says: brokers, copies, topics, record size. Nothing is written.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { PreflightCheck } from '../../contracts/preflight.ts'
import { largestRecordBytes, ownTopics, type RunPlan } from '../../contracts/run-plan.ts'
import { formatServer } from '../admin/cluster-access.ts'
import type { ClusterDescription, KafkaAdmin } from '../admin/kafka-admin.ts'
import { checkExistingTopics } from './existing-topics-check.ts'
import { failed, passed, skipped } from './make-check.ts'
import { checkAdvertised } from './network-checks.ts'

/** Framing of a record and its batch, at most: what `message.max.bytes` counts beside key and value. */
const framingBytes = 100

/** What the cluster says of itself, and `host:port` of its brokers as they advertise themselves. */
export type ClusterChecks = { readonly checks: readonly PreflightCheck[]; readonly hosts: readonly string[] }

/** Checks of a cluster that an admin client is connected to. */
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
      : passed(
          'brokers',
          `${ids.length} ${ids.length === 1 ? 'broker' : 'brokers'} (${ids.join(', ')}), cluster ${cluster.clusterId}.`,
        )
  const copies = checkCopies(plan, ids.length)
  const hosts = cluster.brokers.map(({ host, port }) => formatServer(host, port))
  const checks = [
    brokers,
    copies,
    copies.state === 'failed'
      ? skipped('topics', 'Not tried: too few brokers.')
      : await checkTopics(admin, plan, ids.length),
    await checkRecordSize(admin, plan, ids[0]),
    await checkAdvertised(hosts, place),
  ]
  return { checks, hosts }
}

function checkCopies(plan: RunPlan, brokers: number): PreflightCheck {
  const most = Math.max(...plan.topics.map((topic) => topic.replicationFactor))
  const least = Math.max(...plan.topics.map((topic) => Number(topic.configs['min.insync.replicas'] ?? 1)))
  if (most > brokers) {
    return failed(
      'replication-factor',
      `The plan asks for ${most} copies of each partition, and the cluster has ${brokers} ${brokers === 1 ? 'broker' : 'brokers'}.`,
      `Set replicationFactor to ${brokers} or less, or use a cluster with ${most} brokers.`,
    )
  }
  if (least > brokers) {
    return failed(
      'replication-factor',
      `min.insync.replicas is ${least} with ${brokers} brokers: no record would be acknowledged.`,
      'Lower min.insync.replicas of the topic.',
    )
  }
  return passed(
    'replication-factor',
    `${most} ${most === 1 ? 'copy' : 'copies'} on ${brokers} ${brokers === 1 ? 'broker' : 'brokers'}.`,
  )
}

async function checkTopics(admin: KafkaAdmin, plan: RunPlan, brokers: number): Promise<PreflightCheck> {
  try {
    const own = ownTopics(plan)
    if (own.length < plan.topics.length) return await checkExistingTopics(admin, plan, brokers)
    await admin.validateTopics(own)
    const partitions = own.reduce((sum, topic) => sum + topic.partitions, 0)
    return passed(
      'topics',
      `The cluster would take ${own.length} ${own.length === 1 ? 'topic' : 'topics'} with ${partitions} partitions.`,
    )
  } catch (error) {
    const { message, remedy } = AppError.from(error)
    return failed('topics', message, remedy)
  }
}

async function checkRecordSize(
  admin: KafkaAdmin,
  plan: RunPlan,
  brokerId: number | undefined,
): Promise<PreflightCheck> {
  const ownLimits = plan.topics.flatMap((topic) => topic.configs['max.message.bytes'] ?? [])
  const setting =
    ownLimits[0] ?? (brokerId === undefined ? null : await admin.brokerSetting(brokerId, 'message.max.bytes'))
  const limitBytes = setting === null ? Number.NaN : Number(setting)
  if (!Number.isFinite(limitBytes)) return skipped('record-size', 'The cluster does not tell its largest record.')
  const largestBytes = Math.max(...plan.producers.map(largestRecordBytes))
  if (largestBytes + framingBytes <= limitBytes) {
    return passed('record-size', `Records of ${largestBytes} bytes fit into message.max.bytes = ${limitBytes}.`)
  }
  return failed(
    'record-size',
    `Records of ${largestBytes} bytes do not fit into message.max.bytes = ${limitBytes}.`,
    'Make the records smaller, or raise message.max.bytes of the cluster.',
  )
}
