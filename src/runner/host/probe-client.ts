/**
 * Probes how much load this machine's client can generate. For four seconds, one worker sends records to simulated
 * brokers as fast as it can.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contracts/app-error.ts'
import type { ClientProbe } from '../../contracts/client-ceiling.ts'
import { type RunPlan, runNamePrefix } from '../../contracts/run-plan.ts'
import { probedProducer } from '../../measurement/compute-client-ceiling.ts'
import { plainAccess } from '../admin/cluster-access.ts'
import { startEmbeddedCluster } from '../embedded/embedded-cluster.ts'
import { coreCount } from './assign-workers.ts'
import { HostCpu } from './host-cpu.ts'
import type { Lease } from './run-lease.ts'
import type { WorkerReport } from './worker-messages.ts'
import { WorkerPool } from './worker-pool.ts'

const loadMs = 4_000
/** The first second does not count. */
const burnInSeconds = 1
/** Time after the load in which the report of its last second arrives. */
const tailMs = 200
const setUpTimeoutMs = 15_000
const closeGraceMs = 2_000
/** Time from the command to the start, so that the worker has received the command before. */
const startLeadMs = 100

/** Far more than any client can send. */
const offeredRecordsPerSec = 3_000_000
/** The client's queue is sized for a moderate rate: the lower of these two. */
const queuedRecordsPerSec = 25_000
const queuedBytesPerSec = 32_000_000

/** A client has one connection per broker. Three brokers are usual. */
const brokers = 3

/** Input of a probe. */
export type ProbeInput = {
  readonly plan: RunPlan
  readonly stateDirectory: string
  readonly lease: Lease
  readonly signal: AbortSignal
}

/**
 * Probes with the records and settings of the plan's largest producer. It takes about six seconds and removes
 * everything that it created.
 * @throws AppError if the probe failed, ABORTED if it was cancelled
 */
export async function probeClient(input: ProbeInput): Promise<ClientProbe> {
  const { lease, signal } = input
  const plan = probePlanOf(input.plan)
  const cluster = await startEmbeddedCluster(
    { kind: 'embedded:simulated', brokers },
    {
      runId: plan.runId,
      stateDirectory: input.stateDirectory,
      onProgress: () => undefined,
      onResource: (resource) => lease.addResource(resource),
      signal,
    },
  )
  try {
    return await offer(plan, cluster.bootstrapServers, { lease, signal })
  } finally {
    await cluster.stop()
  }
}

/** Returns a plan with the largest producer only, on a topic of its own, at a rate that no client reaches. */
export function probePlanOf(plan: RunPlan): RunPlan {
  const runId = `${plan.runId}-probe`
  const producer = probedProducer(plan)
  const topic = `${runNamePrefix}${runId}`
  const recordBytes = producer.recordValueBytes + producer.recordKeyBytes
  const recordsPerSec = Math.min(queuedRecordsPerSec, Math.max(100, queuedBytesPerSec / recordBytes))
  const factor = offeredRecordsPerSec / recordsPerSec
  return {
    ...plan,
    runId,
    topics: [{ name: topic, partitions: 1, replicationFactor: 1, configs: {} }],
    producers: [{ ...producer, topic, clientId: topic, recordsPerSec, startDelayMs: 0 }],
    consumerGroups: [],
    schedule: { kind: 'ramp', fromFactor: factor, toFactor: factor },
    durationMs: loadMs,
  }
}

async function offer(
  plan: RunPlan,
  bootstrapServers: readonly string[],
  { lease, signal }: Pick<ProbeInput, 'lease' | 'signal'>,
): Promise<ClientProbe> {
  const hostCpu = new HostCpu()
  const seconds: { report: WorkerReport; hostCpu: number | null }[] = []
  const failures: AppError[] = []
  const pool = new WorkerPool({
    onReport: (report) => seconds.push({ report, hostCpu: hostCpu.take() }),
    onNotice: () => undefined,
    onCrash: (_workerId, exit) => failures.push(new AppError('RUNNER_EXITED', `The probe's process ${exit.how}.`)),
    onFailure: (error) => failures.push(error),
    onAssigned: () => undefined,
    onProcess: (pid, startTime) => lease.addProcess({ pid, startTime }),
  })
  try {
    const producers = plan.producers.map((producer, index) => ({ index, producer }))
    pool.spawn([{ workerId: 'probe', role: 'producer', producers, groups: [] }])
    const access = plainAccess(bootstrapServers)
    // With factor 1 the client's queue is sized for the moderate rate; records beyond it wait in the worker.
    await pool.setUp({ plan, access, partitionsByTopic: null, timeoutMs: setUpTimeoutMs, rateFactor: 1 })
    pool.start(Date.now() + startLeadMs)
    await sleep(startLeadMs + loadMs + tailMs, undefined, { signal }).catch(() => undefined)
    signal.throwIfAborted()
    pool.stopLoad()
  } finally {
    await pool.close(closeGraceMs)
  }
  const [failure] = failures
  if (failure !== undefined) throw failure
  return probeOf(plan, seconds)
}

/** Computes the result of a probe from its whole seconds after the burn-in. */
export function probeOf(
  plan: RunPlan,
  seconds: readonly { readonly report: WorkerReport; readonly hostCpu: number | null }[],
): ClientProbe {
  const counted = seconds.filter(({ report }) => {
    return report.second >= burnInSeconds && report.second * 1000 < plan.durationMs && report.durationMs > 500
  })
  const sum = (read: (report: WorkerReport) => number) => counted.reduce((all, { report }) => all + read(report), 0)
  const records = sum((report) => report.producers.reduce((all, producer) => all + producer.ackedRecords, 0))
  const lengthMs = sum((report) => report.durationMs)
  const cpuMs = sum((report) => report.worker.cpuCores * report.durationMs)
  if (records === 0 || cpuMs === 0) {
    throw new AppError('RUN_FAILED', 'The simulated brokers acknowledged nothing.', { remedy: null })
  }
  const { recordValueBytes, recordKeyBytes } = probedProducer(plan)
  const shares = counted.flatMap(({ hostCpu }) => (hostCpu === null ? [] : [hostCpu]))
  // Both are shares of all cores of this machine.
  const hostShare = shares.reduce((all, share) => all + share, 0) / Math.max(1, shares.length)
  const workerShare = cpuMs / lengthMs / coreCount()
  return {
    measuredAtEpochMs: Date.now(),
    recordBytes: recordValueBytes + recordKeyBytes,
    recordsPerSec: (records / lengthMs) * 1000,
    cpuUsPerRecord: (cpuMs / records) * 1000,
    cpuCores: cpuMs / lengthMs,
    otherCpu: shares.length === 0 ? null : Math.min(1, Math.max(0, hostShare - workerShare)),
  }
}
