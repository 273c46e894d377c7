/**
 * Sends to simulated brokers while this process's event loop is blocked for all of the load. Runs on the runner's Node.
 *
 * `blocked-sender STATE_DIRECTORY`; writes one line, a `BlockedSender`. The variable HEADROOM_LOOP chooses the loop.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProducerSample } from '../../src/contracts/sample.ts'
import { decodePercentileCurve, mergeEncodedHistograms } from '../../src/measurement/histogram.ts'
import { epochMs } from '../../src/runner/worker/clock.ts'
import { connectProducer } from '../../src/runner/worker/connect-producer.ts'
import { loadRdkafka } from '../../src/runner/worker/load-rdkafka.ts'
import { describeLoops } from '../../src/runner/worker/native-engine.ts'
import { createErrorNames } from '../../src/runner/worker/rdkafka-errors.ts'
import { ReferenceProducer } from '../../src/runner/worker/reference-producer.ts'
import { SendLoop } from '../../src/runner/worker/send-loop.ts'
import { blockWhile, leastBlockedMs, mostBlockedMs, startForWorker } from './blocked-loop.ts'
import { smallPlan } from './runner-controller.ts'

/** What a process had sent when the block ended, and what it had sent in the end. */
export interface BlockedSender {
  readonly loop: string
  /** Records of the schedule, whose load ended while the event loop was blocked. */
  readonly scheduled: number
  /** Records sent at the end of the block, before any event was processed. */
  readonly afterBlock: Counts
  readonly inTheEnd: Counts
  /** Shortest time from the end of the load to the end of the block. */
  readonly blockedAfterLoadMs: number
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
const loadMs = 1_000

const [stateDirectory = ''] = process.argv.slice(2)
const plan = smallPlan({ runId: 'blocked-sender', recordsPerSec, groups: 0, durationMs: loadMs })
const { cluster, setup } = await startForWorker(plan, { role: 'producer', stateDirectory })
const [planned] = plan.producers
if (planned === undefined) throw new Error('the plan has no producer')
const rdkafka = loadRdkafka()
const { producer } = await connectProducer(rdkafka, { planned, index: 0, setup, errorNames: createErrorNames(rdkafka) })
const sendLoop = producer instanceof ReferenceProducer ? new SendLoop([producer]) : null

const seconds: ProducerSample[] = []
const look = () => seconds.push(producer.takeSecond(epochMs(), false))
const sum = (read: (second: ProducerSample) => number) => seconds.reduce((total, each) => total + read(each), 0)

function counts(): Counts {
  return {
    offered: sum(({ offeredRecords }) => offeredRecords),
    accepted: sum(({ acceptedRecords }) => acceptedRecords),
    acked: sum(({ ackedRecords }) => ackedRecords),
    backlog: seconds.at(-1)?.backlogRecords ?? 0,
  }
}

const scheduled = (recordsPerSec * loadMs) / 1000
const { kind: loop } = describeLoops().producers
const startMs = epochMs()
producer.start(startMs)
const isBlocked = () => {
  const blockedMs = epochMs() - startMs
  if (blockedMs < leastBlockedMs) return true
  return loop === 'native' && counts().accepted < scheduled && blockedMs < mostBlockedMs
}
blockWhile(isBlocked, look)
const afterBlock = counts()
const blockedAfterLoadMs = epochMs() - startMs - loadMs
while (!producer.hasEnded || seconds.at(-1)?.outstandingRecords !== 0) {
  await sleep(20)
  look()
}
const delays = seconds.map(({ scheduleDelayHistogram }) => scheduleDelayHistogram)
const [least] = decodePercentileCurve(mergeEncodedHistograms(delays))
const result: BlockedSender = {
  loop,
  scheduled,
  afterBlock,
  inTheEnd: counts(),
  blockedAfterLoadMs,
  leastDelayMs: (least?.valueUs ?? 0) / 1000,
}
process.stdout.write(`${JSON.stringify(result)}\n`)
sendLoop?.stop()
await producer.disconnect()
await cluster.stop()
process.exit(0)
