/**
 * Reads records of another process while this one's event loop is blocked. Runs on the runner's Node.
 *
 * `blocked-reader STATE_DIRECTORY BLOCKED_MS`; writes one line, a `BlockedReader`. The variable HEADROOM_LOOP chooses the
 * loop.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { plainAccess } from '../../src/runner/admin/cluster-access.ts'
import { startEmbeddedCluster } from '../../src/runner/embedded/embedded-cluster.ts'
import type { WorkerMessage, WorkerReport, WorkerSetup } from '../../src/runner/host/worker-messages.ts'
import { WorkerProcess } from '../../src/runner/host/worker-process.ts'
import { describeLoops } from '../../src/runner/worker/native-engine.ts'
import { Worker } from '../../src/runner/worker/run-worker.ts'
import { smallPlan } from './runner-controller.ts'

/** What a blocked process had read when it could look again, and in the end. */
export interface BlockedReader {
  readonly loop: string
  /** Records of the schedule while the event loop was blocked. */
  readonly offeredMeanwhile: number
  /**
   * Records in the first report after the block. The reference loop has at most one call of the library under way when the
   * block begins; its records, which came before the block, may be handed over before the report.
   */
  readonly readMeanwhile: number
  readonly records: number
  readonly sent: number
}

const recordsPerSec = 500
const loadMs = 5_000
const secondsBefore = 2
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

/** Reports of one worker, and the promise of its set-up. */
class Reports {
  readonly all: WorkerReport[] = []
  private becomeReady: () => void = () => undefined
  private fail: (error: Error) => void = () => undefined
  private readonly waiting: (() => void)[] = []
  readonly ready = new Promise<void>((resolve, reject) => {
    this.becomeReady = resolve
    this.fail = reject
  })

  note(message: WorkerMessage): void {
    if (message.type === 'ready') this.becomeReady()
    if (message.type === 'failed') this.fail(new Error(message.error.message))
    if (message.type === 'report') this.all.push(message.report)
    for (const wake of this.waiting.splice(0)) wake()
  }

  /** Waits for so many reports. */
  async until(reports: number): Promise<void> {
    while (this.all.length < reports) await new Promise<void>((resolve) => this.waiting.push(resolve))
  }
}

function recordsIn(report: WorkerReport | undefined): number {
  return (report?.consumers ?? []).reduce((sum, each) => sum + each.records, 0)
}

const writing = new Reports()
const writer = new WorkerProcess('writer', 1, (message) => writing.note(message))
const producers = plan.producers.map((producer, index) => ({ index, producer }))
writer.send({ type: 'setup', setup: { ...setup, role: 'producer', producers } })
await writing.ready

const reading = new Reports()
const reader = new Worker(
  (message) => reading.note(message),
  () => undefined,
)
void reader.obey({ type: 'setup', setup: { ...setup, groups: plan.consumerGroups } })
await reading.ready

const atEpochMs = Date.now() + 200
writer.send({ type: 'start', atEpochMs })
await reader.obey({ type: 'start', atEpochMs })
await reading.until(secondsBefore)
const blockedUntilMs = performance.now() + Number(blockedMs)
while (performance.now() < blockedUntilMs);
await reading.until(secondsBefore + 1)
const readMeanwhile = recordsIn(reading.all[secondsBefore])
await sleep(Math.max(0, atEpochMs + loadMs + drainMs - Date.now()))
writer.send({ type: 'close' })
await writer.exited
await reader.obey({ type: 'close' })

const sent = writing.all.flatMap((report) => report.producers).reduce((sum, each) => sum + each.ackedRecords, 0)
const result: BlockedReader = {
  loop: describeLoops().consumers.kind,
  offeredMeanwhile: (recordsPerSec * Number(blockedMs)) / 1000,
  readMeanwhile,
  records: reading.all.reduce((sum, report) => sum + recordsIn(report), 0),
  sent,
}
process.stdout.write(`${JSON.stringify(result)}\n`)
await cluster.stop()
process.exit(0)
