/**
 * Headroom's own load client in one process, as a run's host drives it: everything is counted and timed as in a run.
 */
import { type PlannedConsumerGroup, type PlannedProducer, runNamePrefix } from '../../../src/contracts/run-plan.ts'
import { type ClusterAccess, plainAccess } from '../../../src/runner/admin/cluster-access.ts'
import type { WorkerMessage, WorkerReport, WorkerSetup } from '../../../src/runner/host/worker-messages.ts'
import { WorkerProcess } from '../../../src/runner/host/worker-process.ts'
import type { BenchLoad } from './bench-load.ts'
import type { RunningClient } from './clients.ts'

const runId = 'bench'
/** More than any client here can send: it is always behind, and sends as fast as it can. */
export const offeredRecordsPerSec = 1_000_000
const endlessMs = 3_600_000
const setUpTimeoutMs = 60_000
const closeGraceMs = 5_000

/** Starts the worker of a producer, and reports the acknowledged records. */
export function startOwnProducer(load: BenchLoad, onRecords: RunningClient['onRecords']): Promise<RunningClient> {
  const producer: PlannedProducer = {
    id: 'writers',
    topic: load.topic,
    clientId: `${runNamePrefix}${runId}-writers`,
    recordsPerSec: offeredRecordsPerSec,
    recordValueBytes: load.recordBytes,
    recordKeyBytes: load.keyBytes,
    ...(load.headers === null ? {} : { headers: load.headers }),
    partitioning:
      load.keyBytes === 0
        ? { kind: 'turns', recordsPerTurn: load.recordsPerTurn }
        : { kind: 'keys', keys: { kind: 'uniform', distinct: 1_000_000 } },
    acks: 'all',
    isIdempotent: load.isIdempotent,
    ...(load.transactionMs === null ? {} : { transactionMs: load.transactionMs }),
    lingerMs: load.lingerMs,
    batchBytes: load.batchBytes,
    maxInFlight: 5,
    queueRecords: load.queueRecords,
    compression: load.compression,
    randomBytesRatio: load.compression === 'none' ? 1 : 0.5,
    startDelayMs: 0,
  }
  const setup = { ...setupOf(load), role: 'producer' as const, producers: [{ index: 0, producer }] }
  return startWorker(setup, onRecords, ({ producers }) => sum(producers.map(({ ackedRecords }) => ackedRecords)))
}

/** Starts the worker of a group of one member, and reports the records that it read. */
export function startOwnConsumer(load: BenchLoad, onRecords: RunningClient['onRecords']): Promise<RunningClient> {
  const group: PlannedConsumerGroup = {
    groupId: `${runNamePrefix}${runId}-readers`,
    topic: load.topic,
    clientId: `${runNamePrefix}${runId}-readers`,
    members: 1,
    fetchMinBytes: 1,
    fetchMaxWaitMs: 500,
    startStaggerMs: 0,
    ...(load.transactionMs === null ? {} : { hasTransactions: true as const }),
  }
  const setup = { ...setupOf(load), role: 'consumer' as const, groups: [group] }
  return startWorker(setup, onRecords, ({ consumers }) => sum(consumers.map(({ records }) => records)))
}

function setupOf(load: BenchLoad): WorkerSetup {
  return {
    workerId: 'bench',
    role: 'producer',
    access: accessOf(load),
    runId,
    producers: [],
    groups: [],
    planProducers: 1,
    partitionsByTopic: { [load.topic]: load.partitions },
    startOffsets: {},
    schedule: { kind: 'constant' },
    rateFactor: 1,
    durationMs: endlessMs,
    seed: 7,
    readPauseMs: 1,
    setupTimeoutMs: setUpTimeoutMs,
    clockOffsetMs: 0,
  }
}

function accessOf({ bootstrapServers, caFile }: BenchLoad): ClusterAccess {
  const plain = plainAccess([bootstrapServers])
  if (caFile === null) return plain
  return { ...plain, tls: { caFile, certificateFile: null, keyFile: null, keyPassword: null } }
}

async function startWorker(
  setup: WorkerSetup,
  onRecords: RunningClient['onRecords'],
  recordsOf: (report: WorkerReport) => number,
): Promise<RunningClient> {
  let records = 0
  let becomeReady: () => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const ready = new Promise<void>((resolve, reject) => {
    becomeReady = resolve
    fail = reject
  })
  const onAnswer = (answer: WorkerMessage) => {
    if (answer.type === 'ready') becomeReady()
    if (answer.type === 'failed') fail(new Error(answer.error.message))
    if (answer.type !== 'report' || worker.pid === null) return
    records += recordsOf(answer.report)
    onRecords(worker.pid, records)
  }
  const worker = new WorkerProcess(setup.workerId, setup.producers.length + setup.groups.length, onAnswer)
  worker.send({ type: 'setup', setup })
  await ready
  worker.send({ type: 'start', atEpochMs: Date.now() })
  const stop = async () => {
    worker.send({ type: 'close' })
    const timer = setTimeout(() => worker.kill(), closeGraceMs)
    await worker.exited
    clearTimeout(timer)
  }
  return { onRecords, exited: worker.exited.then(() => undefined), stop }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
