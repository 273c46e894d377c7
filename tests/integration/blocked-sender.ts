/**
 * Sends to simulated brokers while this process's event loop is blocked for all of the load. Runs on the runner's Node.
 *
 * `blocked-sender STATE_DIRECTORY BLOCKED_MS`; writes one line, a `BlockedSender`. The variable HEADROOM_LOOP chooses the
 * loop.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProducerSample } from '../../src/contracts/sample.ts'
import { decodePercentileCurve, mergeEncodedHistograms } from '../../src/measurement/histogram.ts'
import { plainAccess } from '../../src/runner/admin/cluster-access.ts'
import { startEmbeddedCluster } from '../../src/runner/embedded/embedded-cluster.ts'
import type { WorkerMessage, WorkerReport } from '../../src/runner/host/worker-messages.ts'
import { describeLoops } from '../../src/runner/worker/native-engine.ts'
import { Worker } from '../../src/runner/worker/run-worker.ts'
import { smallPlan } from './runner-controller.ts'

/** What a blocked process had sent when it could look again, and in the end. */
export interface BlockedSender {
  readonly loop: string
  /** Records of the schedule, whose load ended while the event loop was blocked. */
  readonly scheduled: number
  /** Of the first report after the block, before any other work of the event loop. */
  readonly afterBlock: Counts
  readonly inTheEnd: Counts
  /** The smallest schedule delay of a record. */
  readonly leastDelayMs: number
}

export interface Counts {
  readonly offered: number
  readonly accepted: number
  readonly acked: number
  readonly backlog: number
}

const recordsPerSec = 500

const [stateDirectory = '', blockedText] = process.argv.slice(2)
const blockedMs = Number(blockedText)
/** The load ends well before the block. */
const loadMs = blockedMs / 2
const plan = smallPlan({ runId: 'blocked-sender', recordsPerSec, groups: 0, durationMs: loadMs })
const cluster = await startEmbeddedCluster(
  { kind: 'embedded:simulated', brokers: 1 },
  { runId: plan.runId, stateDirectory, onProgress: () => undefined, onResource: () => undefined },
)

const reports: WorkerReport[] = []
let becomeReady: () => void = () => undefined
let fail: (error: Error) => void = () => undefined
const ready = new Promise<void>((resolve, reject) => {
  becomeReady = resolve
  fail = reject
})
function note(message: WorkerMessage): void {
  if (message.type === 'ready') becomeReady()
  if (message.type === 'failed') fail(new Error(message.error.message))
  if (message.type === 'report') reports.push(message.report)
}

const worker = new Worker(note, () => undefined)
void worker.obey({
  type: 'setup',
  setup: {
    workerId: 'blocked',
    role: 'producer',
    access: plainAccess(cluster.bootstrapServers),
    runId: plan.runId,
    producers: plan.producers.map((producer, index) => ({ index, producer })),
    groups: [],
    planProducers: plan.producers.length,
    partitionsByTopic: null,
    startOffsets: {},
    schedule: plan.schedule,
    rateFactor: 1,
    durationMs: loadMs,
    seed: plan.seed,
    readPauseMs: 1,
    setupTimeoutMs: 30_000,
    clockOffsetMs: 0,
  },
})
await ready

function counts(): Counts {
  const producers = reports.flatMap((report) => report.producers)
  const sum = (read: (second: ProducerSample) => number) => producers.reduce((total, each) => total + read(each), 0)
  return {
    offered: sum((second) => second.offeredRecords),
    accepted: sum((second) => second.acceptedRecords),
    acked: sum((second) => second.ackedRecords),
    backlog: producers.at(-1)?.backlogRecords ?? 0,
  }
}

function leastDelayMs(): number {
  const delays = reports.flatMap((report) => report.producers).map((second) => second.scheduleDelayHistogram)
  const [least] = decodePercentileCurve(mergeEncodedHistograms(delays))
  return (least?.valueUs ?? 0) / 1000
}

await worker.obey({ type: 'start', atEpochMs: Date.now() })
const blockedUntilMs = performance.now() + blockedMs
while (performance.now() < blockedUntilMs);
// The report that was due while the loop was blocked is the first thing that timers do.
while (reports.length === 0) await sleep(1)
const afterBlock = counts()
await sleep(500)
await worker.obey({ type: 'close' })

const result: BlockedSender = {
  loop: describeLoops().producers.kind,
  scheduled: (recordsPerSec * loadMs) / 1000,
  afterBlock,
  inTheEnd: counts(),
  leastDelayMs: leastDelayMs(),
}
process.stdout.write(`${JSON.stringify(result)}\n`)
await cluster.stop()
process.exit(0)
