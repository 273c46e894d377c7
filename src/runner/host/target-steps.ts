/**
 * The steps that make a target ready: an embedded cluster is started, or secrets are resolved; it is checked; topics
 * are made.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { Secrets } from '../../contracts/connection.ts'
import type { Preflight, PreflightCheck } from '../../contracts/preflight.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import { ownTopics, runNamePrefix } from '../../contracts/run-plan.ts'
import type { HostMessage } from '../../contracts/runner-protocol.ts'
import type { Target } from '../../contracts/target.ts'
import { type ClusterAccess, plainAccess, resolveAccess } from '../admin/cluster-access.ts'
import type { KafkaAdmin } from '../admin/kafka-admin.ts'
import { waitForLeaders } from '../admin/run-topics.ts'
import { type EmbeddedCluster, type EmbeddedTarget, startEmbeddedCluster } from '../embedded/embedded-cluster.ts'
import type { ClientDescription } from '../preflight/client-check.ts'
import { preflightError, preflightOfFailedCluster, runPreflight } from '../preflight/run-preflight.ts'
import type { ReachedCluster } from '../worker/reach-cluster.ts'
import { askWorker } from './ask-worker.ts'
import type { ClusterShelf, HeldCluster } from './cluster-shelf.ts'
import { describeEnvironment } from './environment.ts'
import { type FoundCeiling, findCeiling } from './find-ceiling.ts'
import { Lease } from './lease.ts'
import { watchPrometheus } from './prometheus-watch.ts'
import type { StartOffsets } from './worker-messages.ts'

/** Step of a progress message. */
export type HostStep = Extract<HostMessage, { type: 'progress' }>['step']

/** What preparing a target works with. */
export type TargetOrder = {
  readonly plan: RunPlan
  readonly target: Target
  readonly secrets: Secrets
  readonly client: ClientDescription
  readonly stateDirectory: string
  /** Disk that the run can take at most, of brokers of this machine. */
  readonly neededDiskBytes: number
  readonly lease: Lease
  readonly signal: AbortSignal
  send(message: HostMessage): void
  progress(step: HostStep, message: string, fraction: number | null): void
}

const leaderTimeoutMs = 60_000
const reachTimeoutMs = 10_000

/**
 * The embedded cluster, where the target is one: the one that an earlier run left for this, or a fresh one.
 * @throws AppError; a preflight that says the same was sent before
 */
export async function takeCluster(
  order: TargetOrder,
  { shelf, keepsCluster }: { readonly shelf: ClusterShelf; readonly keepsCluster: boolean },
): Promise<HeldCluster | null> {
  const { target, plan, stateDirectory } = order
  const kept = await shelf.take(target)
  if (kept !== null) order.progress('starting-cluster', 'Using the cluster of the run before', 1)
  if (kept !== null || target.kind === 'connection') return kept
  // A cluster that outlives its run is nothing that this run's lease may name.
  const lease = keepsCluster ? new Lease(stateDirectory, `${plan.runId}-cluster`) : order.lease
  const cluster = await startCluster(order, target, lease)
  return { cluster, target, lease }
}

async function startCluster(order: TargetOrder, target: EmbeddedTarget, lease: Lease): Promise<EmbeddedCluster> {
  const { plan } = order
  try {
    return await startEmbeddedCluster(target, {
      runId: plan.runId,
      stateDirectory: order.stateDirectory,
      neededDiskBytes: target.kind === 'embedded:kafka' ? order.neededDiskBytes : 0,
      onProgress: (message, fraction) => order.progress('starting-cluster', message, fraction),
      onResource: (resource) => {
        if (resource.kind === 'process') lease.addProcess({ pid: resource.pid, startTime: resource.startTime })
        else lease.addDirectory(resource.path)
      },
      signal: order.signal,
    })
  } catch (error) {
    const failure = AppError.from(error)
    if (lease !== order.lease) lease.release({ topics: [], groups: [] })
    order.send({
      type: 'preflight',
      preflight: preflightOfFailedCluster(order, failure),
      environment: describeEnvironment(order.client, null),
    })
    throw failure
  }
}

/** How clients reach the target. @throws AppError CONNECTION_INVALID where a secret is missing */
export function accessOf(order: TargetOrder, cluster: EmbeddedCluster | null): ClusterAccess {
  if (order.target.kind === 'connection') return resolveAccess(order.target.connection, order.secrets)
  return plainAccess(cluster?.bootstrapServers ?? [], cluster?.caFile)
}

/**
 * Checks everything and sends the result. Where the client's ceiling was not found before, it is probed after the checks.
 * @returns a connected admin client; null for simulated brokers, which have no administration
 * @throws AppError of the first check that failed
 */
export async function checkTarget(
  order: TargetOrder,
  cluster: EmbeddedCluster | null,
  access: ClusterAccess,
  found: FoundCeiling | null,
): Promise<KafkaAdmin | null> {
  order.progress('preflight', 'Checking the target', null)
  const kafkaVersion = cluster?.kafkaVersion ?? null
  const reach = () => reachFrom(order.plan.runId, access)
  const { preflight: checked, admin } = await runPreflight({ ...order, access, kafkaVersion, reach })
  const ceiling = found ?? (checked.isPassed ? await probeTarget(order) : null)
  const prometheus = await checkPrometheus(order)
  const preflight = withChecks(ceiling === null ? checked : withCeiling(checked, ceiling), prometheus)
  order.send({ type: 'preflight', preflight, environment: describeEnvironment(order.client, cluster) })
  if (!preflight.isPassed) throw preflightError(preflight)
  return admin
}

/** What is wrong with an endpoint of figures stops no run. */
async function checkPrometheus(order: TargetOrder): Promise<PreflightCheck[]> {
  const watch = watchPrometheus(order)
  return watch === null ? [] : [await watch.check()]
}

function withChecks(preflight: Preflight, more: readonly PreflightCheck[]): Preflight {
  return { ...preflight, checks: [...preflight.checks, ...more] }
}

/** What this machine can offer of the order's plan. Never rejects. */
export function probeTarget(order: Omit<TargetOrder, 'neededDiskBytes'>): Promise<FoundCeiling> {
  const onProbe = () => order.progress('preflight', 'Probing what this machine can offer (5 s)', null)
  return findCeiling({ ...order, onProbe })
}

function withCeiling(preflight: Preflight, { check, ceiling }: FoundCeiling): Preflight {
  const checks = [...preflight.checks, check]
  return { ...preflight, checks, ...(ceiling === null ? {} : { clientCeiling: ceiling }) }
}

async function reachFrom(runId: string, access: ClusterAccess): Promise<ReachedCluster> {
  const reach = { access, clientId: `${runNamePrefix}${runId}-check`, timeoutMs: reachTimeoutMs }
  const order = { type: 'reach', reach } as const
  const { reached } = await askWorker({ order, answer: 'reached', timeoutMs: 2 * reachTimeoutMs })
  return reached
}

/**
 * Refuses a plan that would touch what is not the run's own.
 * @throws AppError PLAN_IMPOSSIBLE naming every such name
 */
export function refuseForeignNames(plan: RunPlan): void {
  const prefix = `${runNamePrefix}${plan.runId}`
  const names = [
    ...ownTopics(plan).map(({ name }) => ({
      place: `topics[${plan.topics.findIndex((each) => each.name === name)}].name`,
      name,
    })),
    ...plan.consumerGroups.map(({ groupId }, index) => ({ place: `consumerGroups[${index}].groupId`, name: groupId })),
  ]
  const made = new Set(plan.topics.map(({ name }) => name))
  const unmade = [...plan.producers, ...plan.consumerGroups].filter(({ topic }) => !made.has(topic))
  const problems = [
    ...names
      .filter(({ name }) => !name.startsWith(prefix))
      .map(({ place, name }) => ({ place, message: `"${name}" does not begin with "${prefix}"` })),
    ...unmade.map(({ topic }) => ({ place: 'topics', message: `the topic "${topic}" is used and not in the list` })),
  ]
  if (problems.length === 0) return
  throw new AppError('PLAN_IMPOSSIBLE', 'The plan names things that the run would not make itself.', {
    problems,
    remedy: `A run touches only topics and groups of its own, whose names begin with "${prefix}".`,
  })
}

/** @throws AppError PLAN_IMPOSSIBLE: a cluster of this machine's loopback is out of the others' reach */
export function refuseEmbeddedShare(target: Target): void {
  if (target.kind === 'connection') return
  throw new AppError('PLAN_IMPOSSIBLE', 'An embedded cluster cannot be reached by the other agents of a run.', {
    remedy: 'Give a cluster that all agents reach: --target FILE, a connection or client.properties.',
  })
}

/** Makes the run's topics and waits for the leaders of all. The lease knows the names of its own before they exist. */
export async function makeTopics(order: TargetOrder, admin: KafkaAdmin): Promise<void> {
  const { plan, signal } = order
  const own = ownTopics(plan)
  const partitions = own.reduce((sum, topic) => sum + topic.partitions, 0)
  const message =
    own.length === 0
      ? 'Looking at the topics that are there'
      : `Making ${own.length} ${own.length === 1 ? 'topic' : 'topics'} with ${partitions} partitions`
  order.progress('creating-topics', message, 0)
  if (own.length > 0) await admin.createTopics(own)
  await waitForLeaders(admin, plan.topics, {
    timeoutMs: leaderTimeoutMs,
    signal,
    onProgress: (share) => order.progress('creating-topics', message, share),
  })
}

/** Where what the run writes begins in topics that are there: what is before it is none of the run's. */
export async function endsOfExistingTopics(plan: RunPlan, admin: KafkaAdmin): Promise<StartOffsets> {
  const ends: Record<string, readonly number[]> = {}
  for (const { name, isExisting } of plan.topics) {
    if (isExisting === true) ends[name] = (await admin.describeTopic(name))?.endOffsets ?? []
  }
  return ends
}
