/**
 * Reads records of another process while this one's event loop is blocked. Runs on the runner's Node.
 *
 * `blocked-reader STATE_DIRECTORY BLOCKED_MS`; writes one line, a `BlockedReader`. The variable HEADROOM_LOOP chooses the
 * loop.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { plainAccess } from '../../src/runner/admin/cluster-access.ts'
import { startEmbeddedCluster } from '../../src/runner/embedded/embedded-cluster.ts'
import type { WorkerReport, WorkerSetup } from '../../src/runner/host/worker-messages.ts'
import { WorkerProcess } from '../../src/runner/host/worker-process.ts'
import { epochMs } from '../../src/runner/worker/clock.ts'
import { createGroup } from '../../src/runner/worker/group-client.ts'
import { loadRdkafka } from '../../src/runner/worker/load-rdkafka.ts'
import { describeLoops } from '../../src/runner/worker/native-engine.ts'
import { createErrorNames } from '../../src/runner/worker/rdkafka-errors.ts'
import { smallPlan } from './runner-controller.ts'

/** What a blocked process had read when it could look again, and in the end. */
export interface BlockedReader {
  readonly loop: string
  /** Records of the schedule while the event loop was blocked. */
  readonly offeredMeanwhile: number
  /** Records read between two looks, at the start and at the end of the block, without an event in between. */
  readonly readMeanwhile: number
  readonly records: number
  readonly sent: number
}

const recordsPerSec = 500
const loadMs = 5_000
/** From the start of the load to the block. */
const beforeMs = 2_000
const drainMs = 1_500

const [stateDirectory = '', blockedMs] = process.argv.slice(2)
const plan = smallPlan({ runId: 'blocked', recordsPerSec, groups: 1, members: 1, durationMs: loadMs })
const cluster = await startEmbeddedCluster(
  { kind: 'embedded:simulated', brokers: 1 },
  { runId: plan.runId, stateDirectory, onProgress: () => undefined, onResource: () => undefined },
)

const setup: WorkerSetup = {
  workerId: 'blocked',
  role: 'consumer',
  access: plainAccess(cluster.bootstrapServers),
  runId: plan.runId,
  producers: [],
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
}

const writerReports: WorkerReport[] = []
let writerIsReady: () => void = () => undefined
let writerFails: (error: Error) => void = () => undefined
const writerReady = new Promise<void>((resolve, reject) => {
  writerIsReady = resolve
  writerFails = reject
})
const writer = new WorkerProcess('writer', 1, (message) => {
  if (message.type === 'ready') writerIsReady()
  if (message.type === 'failed') writerFails(new Error(message.error.message))
  if (message.type === 'report') writerReports.push(message.report)
})
const producers = plan.producers.map((producer, index) => ({ index, producer }))
writer.send({ type: 'setup', setup: { ...setup, role: 'producer', producers } })
await writerReady

const [planned] = plan.consumerGroups
if (planned === undefined) throw new Error('the plan has no group')
const rdkafka = loadRdkafka()
const group = await createGroup(rdkafka, planned, setup, createErrorNames(rdkafka))
await group.connectMembers()
while (group.countProbed() < group.partitionCount) await sleep(50)

let records = 0
/** Counts what was read since the last look. @returns the number of records */
function look(isLast = false): number {
  const read = group.takeSecond(epochMs(), isLast).records
  records += read
  return read
}

const atEpochMs = Date.now() + 200
writer.send({ type: 'start', atEpochMs })
group.start(atEpochMs)
await sleep(Math.max(0, atEpochMs + beforeMs - Date.now()))
// Nothing may be awaited between the two looks. A call of the library that is under way when the block begins ends
// during it, and the event loop hands over its records before a timer, for example that of a worker's reports, fires.
look()
const blockedUntilMs = performance.now() + Number(blockedMs)
while (performance.now() < blockedUntilMs);
const readMeanwhile = look()
await sleep(Math.max(0, atEpochMs + loadMs + drainMs - Date.now()))
writer.send({ type: 'close' })
await writer.exited
look(true)
await group.close()

const sent = writerReports.flatMap((report) => report.producers).reduce((sum, each) => sum + each.ackedRecords, 0)
const result: BlockedReader = {
  loop: describeLoops().consumers.kind,
  offeredMeanwhile: (recordsPerSec * Number(blockedMs)) / 1000,
  readMeanwhile,
  records,
  sent,
}
process.stdout.write(`${JSON.stringify(result)}\n`)
await cluster.stop()
process.exit(0)
