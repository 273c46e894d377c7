/**
 * The preflight checks everything that could make a run fail, before anything is written to the cluster.
 */
import { statfs } from 'node:fs/promises'
import { AppError, type ErrorCode } from '../../contracts/app-error.ts'
import type { Preflight, PreflightCheck } from '../../contracts/preflight.ts'
import type { RunPlan } from '../../contracts/run-plan.ts'
import type { Target } from '../../contracts/target.ts'
import type { ClusterAccess } from '../admin/cluster-access.ts'
import { connectAdmin, type KafkaAdmin } from '../admin/kafka-admin.ts'
import type { ReachedCluster } from '../worker/reach-cluster.ts'
import { type ClientDescription, checkClient } from './client-check.ts'
import { checkCluster } from './cluster-checks.ts'
import { type CheckId, failed, passed, preflightOf, skipped, warned } from './make-check.ts'
import { checkNetwork } from './network-checks.ts'
import { checkRoundTrip } from './round-trip-check.ts'

/** Input of the checks. */
export type PreflightSubject = {
  readonly plan: RunPlan
  readonly target: Target
  readonly client: ClientDescription
  readonly access: ClusterAccess
  /** Version of the running embedded Kafka; null for other targets. */
  readonly kafkaVersion: string | null
  readonly stateDirectory: string
  /** Upper bound of the disk space that the run fills. It is checked for embedded brokers only. */
  readonly neededDiskBytes: number
  /** Connects with the load's own client, in a worker, and requests metadata. @throws AppError */
  reach(): Promise<ReachedCluster>
}

/** The result of the checks, and the connection that they opened. */
export interface PreflightOutcome {
  readonly preflight: Preflight
  /** A connected admin client; null if the preflight failed or the target has no administration. */
  readonly admin: KafkaAdmin | null
  /** The error of the log-in; null if it did not fail. Wrong credentials have another code than a closed connection. */
  readonly loginError: AppError | null
}

const adminChecks: readonly CheckId[] = ['brokers', 'replication-factor', 'topics', 'record-size', 'advertised']
const clusterChecks: readonly CheckId[] = [...adminChecks, 'round-trip']

/** Runs the checks in sequence and skips those that cannot succeed after a failure. Never rejects. */
export async function runPreflight(subject: PreflightSubject): Promise<PreflightOutcome> {
  const { target, plan, access } = subject
  const client = checkClient(subject.client, plan, access)
  if (target.kind === 'embedded:simulated') {
    const why = 'Simulated brokers have no limits and no administration.'
    const checks = adminChecks.map((id) => skipped(id, why))
    return { preflight: preflightOf([client, ...checks, await roundTrip(client, subject)]), ...withoutAdmin }
  }
  const network = target.kind === 'connection' ? await checkNetwork(access) : await checkEmbedded(subject)
  const before = [client, ...network]
  if (network.some((check) => check.state === 'failed')) {
    const rest = (['authentication', ...clusterChecks] as const).map((id) =>
      skipped(id, 'Not tried: the cluster cannot be reached.'),
    )
    return { preflight: preflightOf([...before, ...rest]), ...withoutAdmin }
  }
  const { check, admin, loginError } = await logIn(subject)
  if (admin === null) {
    const rest = clusterChecks.map((id) => skipped(id, 'Not tried: there is no connection.'))
    return { preflight: preflightOf([...before, check, ...rest]), admin, loginError }
  }
  const cluster = await checkCluster(admin, plan, { isEmbedded: target.kind !== 'connection' })
  const checked = preflightOf([...before, check, ...cluster.checks, await roundTrip(client, subject)])
  // The brokers' addresses are kept, so that a redacted report can hide them. Those of embedded brokers need not be hidden.
  const preflight = target.kind === 'connection' ? { ...checked, hosts: [...cluster.hosts] } : checked
  if (preflight.isPassed) return { preflight, admin, loginError }
  await admin.close()
  return { preflight, ...withoutAdmin }
}

const withoutAdmin = { admin: null, loginError: null }

async function roundTrip(client: PreflightCheck, { reach }: PreflightSubject): Promise<PreflightCheck> {
  if (client.state === 'failed') return skipped('round-trip', 'Not tried: the client lacks what this run needs.')
  return checkRoundTrip(reach)
}

/** Creates the preflight of an embedded cluster that could not be started. */
export function preflightOfFailedCluster(
  subject: Pick<PreflightSubject, 'plan' | 'client'>,
  error: AppError,
): Preflight {
  const id: CheckId = error.code === 'DISK_FULL' ? 'disk-space' : error.code === 'JAVA_MISSING' ? 'java' : 'brokers'
  return preflightOf([checkClient(subject.client, subject.plan, null), failed(id, error.message, error.remedy)])
}

type LogIn = Pick<PreflightOutcome, 'admin' | 'loginError'> & { readonly check: PreflightCheck }

async function logIn({ access, plan }: PreflightSubject): Promise<LogIn> {
  try {
    const admin = await connectAdmin(access, { clientId: `headroom-${plan.runId}-admin`, retries: 2 })
    const detail =
      access.sasl === null ? 'The cluster requires none.' : `${access.sasl.username} by ${access.sasl.mechanism}.`
    return { check: passed('authentication', detail), admin, loginError: null }
  } catch (error) {
    const loginError = AppError.from(error)
    const { message, remedy } = loginError
    return { check: failed('authentication', message, remedy), admin: null, loginError }
  }
}

async function checkEmbedded({
  kafkaVersion,
  stateDirectory,
  neededDiskBytes,
}: PreflightSubject): Promise<PreflightCheck[]> {
  const java = passed('java', `Apache Kafka ${kafkaVersion ?? ''} is up on this machine.`)
  try {
    const { bavail, bsize } = await statfs(stateDirectory)
    const freeBytes = bavail * bsize
    const detail = `${gigabytes(freeBytes)} free, ${gigabytes(neededDiskBytes)} needed at most.`
    return [
      java,
      freeBytes >= neededDiskBytes
        ? passed('disk-space', detail)
        : failed('disk-space', detail, 'Free some disk space, shorten the run, or choose a smaller scale.'),
    ]
  } catch (error) {
    return [java, warned('disk-space', `The free disk space is unknown: ${AppError.from(error).message}`, null)]
  }
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}

const codeByCheck: Readonly<Partial<Record<CheckId, ErrorCode>>> = {
  java: 'JAVA_MISSING',
  runner: 'RUNNER_NOT_READY',
  address: 'CLUSTER_UNREACHABLE',
  tcp: 'CLUSTER_UNREACHABLE',
  tls: 'CLUSTER_UNREACHABLE',
  advertised: 'CLUSTER_UNREACHABLE',
  'round-trip': 'CLUSTER_UNREACHABLE',
  'disk-space': 'DISK_FULL',
}

/** Creates the error of a failed preflight, with code and remedy of the first failure, and all failures as problems. */
export function preflightError({ preflight, loginError }: Omit<PreflightOutcome, 'admin'>): AppError {
  const failures = preflight.checks.filter((check) => check.state === 'failed')
  const first = failures[0]
  const code = first === undefined ? 'PREFLIGHT_FAILED' : codeOf(first, loginError)
  return new AppError(code, `The preflight failed at "${first?.label ?? ''}": ${first?.detail ?? ''}`, {
    remedy: first?.remedy ?? null,
    problems: failures.map((check) => ({ place: check.label, message: check.detail })),
  })
}

function codeOf({ id }: PreflightCheck, loginError: AppError | null): ErrorCode {
  return (id === 'authentication' ? loginError?.code : codeByCheck[id]) ?? 'PREFLIGHT_FAILED'
}
