/**
 * The steps of `prepareTarget`: start an embedded cluster or resolve secrets, check the target, create the topics.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { Secrets } from '../../contracts/connection.ts'
import type { Preflight, PreflightCheck } from '../../contracts/preflight.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import { ownTopics, runNamePrefix } from '../../contracts/run-plan.ts'
import type { HostMessage } from '../../contracts/runner-protocol.ts'
import type { Target } from '../../contracts/target.ts'
import { counted } from '../../units/count.ts'
import { type ClusterAccess, plainAccess, resolveAccess } from '../admin/cluster-access.ts'
import type { KafkaAdmin } from '../admin/kafka-admin.ts'
import { waitForLeaders } from '../admin/run-topics.ts'
import { type EmbeddedCluster, type EmbeddedTarget, startEmbeddedCluster } from '../embedded/embedded-cluster.ts'
import type { ClientDescription } from '../preflight/client-check.ts'
import { preflightError, preflightOfFailedCluster, runPreflight } from '../preflight/run-preflight.ts'
import type { ReachedCluster } from '../worker/reach-cluster.ts'
import type { ClusterCache, LeasedCluster } from './cluster-cache.ts'
import { describeEnvironment } from './describe-environment.ts'
import { type FoundCeiling, findCeiling } from './find-ceiling.ts'
import { watchPrometheus } from './prometheus-watch.ts'
import { requestFromWorker } from './request-from-worker.ts'
import { Lease } from './run-lease.ts'
import type { StartOffsets } from './worker-messages.ts'

/** The step that a `progress` message names. */
export type HostStep = Extract<HostMessage, { type: 'progress' }>['step']

/** Input of every step. */
export type TargetContext = {
  /** This host's part of the plan. */
  readonly plan: RunPlan
  readonly target: Target
  readonly secrets: Secrets
  readonly client: ClientDescription
  readonly stateDirectory: string
  /** Upper bound of the disk space that the run fills if the brokers are on this machine. */
  readonly neededDiskBytes: number
  readonly lease: Lease
  readonly signal: AbortSignal
  send(message: HostMessage): void
  progress(step: HostStep, message: string, fraction: number | null): void
}

const leaderTimeoutMs = 60_000
const reachTimeoutMs = 10_000
/**
 * Time limit for starting the worker process that connects to the cluster. Under heavy load this takes 10 s and more.
 */
const workerStartTimeoutMs = 60_000

/**
 * Takes the embedded cluster of an earlier run from the cache, or starts a new one.
 * @returns null if the target is a connection
 * @throws AppError after sending a preflight with the same failure
 */
export async function takeCluster(
  context: TargetContext,
  { clusterCache, keepsCluster }: { readonly clusterCache: ClusterCache; readonly keepsCluster: boolean },
): Promise<LeasedCluster | null> {
  const { target, plan, stateDirectory } = context
  const cached = await clusterCache.take(target)
  if (cached !== null) context.progress('starting-cluster', 'Reusing the cluster of the previous run', 1)
  if (cached !== null || target.kind === 'connection') return cached
  // A cluster that outlives its run needs a lease of its own, because the run's lease is released with the run.
  const lease = keepsCluster ? new Lease(stateDirectory, `${plan.runId}-cluster`) : context.lease
  const cluster = await startCluster(context, target, lease)
  return { cluster, target, lease }
}

async function startCluster(context: TargetContext, target: EmbeddedTarget, lease: Lease): Promise<EmbeddedCluster> {
  const { plan } = context
  try {
    return await startEmbeddedCluster(target, {
      runId: plan.runId,
      stateDirectory: context.stateDirectory,
      neededDiskBytes: target.kind === 'embedded:kafka' ? context.neededDiskBytes : 0,
      onProgress: (message, fraction) => context.progress('starting-cluster', message, fraction),
      onResource: (resource) => lease.addResource(resource),
      signal: context.signal,
    })
  } catch (error) {
    const failure = AppError.from(error)
    if (lease !== context.lease) lease.release({ topics: [], groups: [] })
    context.send({
      type: 'preflight',
      preflight: preflightOfFailedCluster(context, failure),
      environment: describeEnvironment(context.client, null),
    })
    throw failure
  }
}

/** Returns addresses and credentials for clients. @throws AppError CONNECTION_INVALID if a secret is missing */
export function accessOf(context: TargetContext, cluster: EmbeddedCluster | null): ClusterAccess {
  if (context.target.kind === 'connection') return resolveAccess(context.target.connection, context.secrets)
  return plainAccess(cluster?.bootstrapServers ?? [], cluster?.caFile)
}

/**
 * Runs the preflight and sends its result.
 * @param knownCeiling null to probe the client's ceiling here, after the other checks have passed
 * @returns a connected admin client; null for simulated brokers, which have no administration
 * @throws AppError of the first check that failed
 */
export async function checkTarget(
  context: TargetContext,
  cluster: EmbeddedCluster | null,
  access: ClusterAccess,
  knownCeiling: FoundCeiling | null,
): Promise<KafkaAdmin | null> {
  context.progress('preflight', 'Checking the target', null)
  const kafkaVersion = cluster?.kafkaVersion ?? null
  const reach = () => reachFromWorker(context.plan.runId, access)
  const { preflight: checked, admin, loginError } = await runPreflight({ ...context, access, kafkaVersion, reach })
  const ceiling = knownCeiling ?? (checked.isPassed ? await probeOwnCeiling(context) : null)
  const prometheus = await checkPrometheus(context)
  const preflight = withChecks(ceiling === null ? checked : withCeiling(checked, ceiling), prometheus)
  context.send({ type: 'preflight', preflight, environment: describeEnvironment(context.client, cluster) })
  if (!preflight.isPassed) throw preflightError({ preflight, loginError })
  return admin
}

/** Checks the plan's Prometheus endpoint, if there is one. The check may warn but never fails the preflight. */
async function checkPrometheus(context: TargetContext): Promise<PreflightCheck[]> {
  const watch = watchPrometheus(context)
  return watch === null ? [] : [await watch.check()]
}

function withChecks(preflight: Preflight, more: readonly PreflightCheck[]): Preflight {
  return { ...preflight, checks: [...preflight.checks, ...more] }
}

/** Finds how much of the plan's load this machine's clients can generate. Never rejects. */
export function probeOwnCeiling(context: Omit<TargetContext, 'neededDiskBytes'>): Promise<FoundCeiling> {
  const onProbe = () => context.progress('preflight', 'Probing what this machine can offer (5 s)', null)
  return findCeiling({ ...context, onProbe })
}

function withCeiling(preflight: Preflight, { check, ceiling }: FoundCeiling): Preflight {
  const checks = [...preflight.checks, check]
  return { ...preflight, checks, ...(ceiling === null ? {} : { clientCeiling: ceiling }) }
}

/** Connects with librdkafka too, because it may fail even if kafkajs can connect. */
async function reachFromWorker(runId: string, access: ClusterAccess): Promise<ReachedCluster> {
  const reach = { access, clientId: `${runNamePrefix}${runId}-check`, timeoutMs: reachTimeoutMs }
  const command = { type: 'reach', reach } as const
  const timeoutMs = workerStartTimeoutMs + reachTimeoutMs
  const { reached } = await requestFromWorker({ command, responseType: 'reached', timeoutMs })
  return reached
}

/**
 * Refuses a plan in which a topic to create, or a group, has a name without the prefix of the run. Also refuses a plan whose
 * producers or groups use a topic that the plan does not list.
 * @throws AppError PLAN_IMPOSSIBLE listing all of them
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
  const listed = new Set(plan.topics.map(({ name }) => name))
  const unlisted = [...plan.producers, ...plan.consumerGroups].filter(({ topic }) => !listed.has(topic))
  const problems = [
    ...names
      .filter(({ name }) => !name.startsWith(prefix))
      .map(({ place, name }) => ({ place, message: `"${name}" does not begin with "${prefix}"` })),
    ...unlisted.map(({ topic }) => ({ place: 'topics', message: `the topic "${topic}" is used but not listed` })),
  ]
  if (problems.length === 0) return
  throw new AppError('PLAN_IMPOSSIBLE', 'The plan names topics or groups that are not the run’s own.', {
    problems,
    remedy: `A run uses only topics and groups that it creates, whose names begin with "${prefix}".`,
  })
}

/**
 * Refuses a distributed run on an embedded cluster, which listens on loopback only.
 * @throws AppError PLAN_IMPOSSIBLE
 */
export function refuseEmbeddedShare(target: Target): void {
  if (target.kind === 'connection') return
  throw new AppError('PLAN_IMPOSSIBLE', 'An embedded cluster cannot be reached by the other agents of a run.', {
    remedy: 'Choose a cluster that all agents can reach as the target: a connection, or client.properties.',
  })
}

/** Creates the run's topics and waits until every partition of the plan has a leader. */
export async function makeTopics(context: TargetContext, admin: KafkaAdmin): Promise<void> {
  const { plan, signal } = context
  const created = ownTopics(plan)
  const partitions = created.reduce((sum, topic) => sum + topic.partitions, 0)
  const message =
    created.length === 0
      ? 'Checking the existing topics'
      : `Creating ${counted(created.length, 'topic')} with ${partitions} partitions`
  context.progress('creating-topics', message, 0)
  if (created.length > 0) await admin.createTopics(created)
  await waitForLeaders(admin, plan.topics, {
    timeoutMs: leaderTimeoutMs,
    signal,
    onProgress: (fraction) => context.progress('creating-topics', message, fraction),
  })
}

/** Reads the end offsets of the topics that existed before the run. Consumers start there, so that they skip older records. */
export async function endsOfExistingTopics(plan: RunPlan, admin: KafkaAdmin): Promise<StartOffsets> {
  const ends: Record<string, readonly number[]> = {}
  for (const { name, isExisting } of plan.topics) {
    if (isExisting === true) ends[name] = (await admin.describeTopic(name))?.endOffsets ?? []
  }
  return ends
}
