/**
 * Reads records of another process while this one's event loop is blocked. Runs on the runner's Node.
 *
 * `blocked-reader STATE_DIRECTORY`; writes one line, a `BlockedReader`. The variable HEADROOM_LOOP chooses the loop.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkerReport } from '../../src/runner/host/worker-messages.ts'
import { WorkerProcess } from '../../src/runner/host/worker-process.ts'
import { epochMs } from '../../src/runner/worker/clock.ts'
import { createGroup } from '../../src/runner/worker/group-client.ts'
import { loadRdkafka } from '../../src/runner/worker/load-rdkafka.ts'
import { describeLoops } from '../../src/runner/worker/native-engine.ts'
import { createErrorNames } from '../../src/runner/worker/rdkafka-errors.ts'
import { blockWhile, leastBlockedMs, mostBlockedMs, startForWorker } from './blocked-loop.ts'
import { smallPlan } from './runner-controller.ts'

/** What a process had read during the block, and what it had read in the end. */
export interface BlockedReader {
  readonly loop: string
  /** Number of read records at which the block ends. */
  readonly awaitedMeanwhile: number
  /** Records read from the start to the end of the block. No event is processed in between. */
  readonly readMeanwhile: number
  readonly records: number
  readonly sent: number
}

const recordsPerSec = 500
const loadMs = 5_000
/** A fifth of the load. The block begins with the load, but on a busy machine perhaps some seconds later. */
const awaitedMeanwhile = 500

const [stateDirectory = ''] = process.argv.slice(2)
const plan = smallPlan({ runId: 'blocked', recordsPerSec, groups: 1, members: 1, durationMs: loadMs })
const { cluster, setup } = await startForWorker(plan, { role: 'consumer', stateDirectory })

const writerReports: WorkerReport[] = []
let isLoadOver = false
let writerIsReady: () => void = () => undefined
let writerFails: (error: Error) => void = () => undefined
const writerReady = new Promise<void>((resolve, reject) => {
  writerIsReady = resolve
  writerFails = reject
})
const writer = new WorkerProcess('writer', 1, (message) => {
  if (message.type === 'ready') writerIsReady()
  if (message.type === 'failed') writerFails(new Error(message.error.message))
  if (message.type !== 'report') return
  writerReports.push(message.report)
  isLoadOver = message.isLoadOver
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
/** @returns the number of records read since the previous call */
function look(isLast = false): number {
  const read = group.takeSecond(epochMs(), isLast).records
  records += read
  return read
}

const { kind: loop } = describeLoops().consumers
const atEpochMs = Date.now() + 200
writer.send({ type: 'start', atEpochMs })
group.start(atEpochMs)
// The message leaves this process before the block.
await sleep(100)
// Nothing may be awaited between the two counts. A call of the library that is running when the block begins ends during it,
// and the event loop hands over its records before a timer, for example that of a worker's reports, fires.
look()
let readMeanwhile = 0
const blockedFromMs = performance.now()
const isBlocked = () => {
  const blockedMs = performance.now() - blockedFromMs
  if (loop === 'reference') return blockedMs < leastBlockedMs
  return readMeanwhile < awaitedMeanwhile && blockedMs < mostBlockedMs
}
blockWhile(isBlocked, () => {
  readMeanwhile += look()
})
const ofWriter = () => writerReports.flatMap(({ producers }) => producers)
while (!isLoadOver || ofWriter().at(-1)?.outstandingRecords !== 0) await sleep(50)
const sent = ofWriter().reduce((sum, { ackedRecords }) => sum + ackedRecords, 0)
while (records < sent) {
  await sleep(50)
  look()
}
writer.send({ type: 'close' })
await writer.exited
look(true)
await group.close()

const result: BlockedReader = { loop, awaitedMeanwhile, readMeanwhile, records, sent }
process.stdout.write(`${JSON.stringify(result)}\n`)
await cluster.stop()
process.exit(0)
