/**
 * Works the load engine hard: wrong arguments, producers and group members on simulated brokers, a cluster that is not
 * there, and clients that are dropped without a close. Runs on the runner's Node, with the sanitizers' library loaded.
 *
 * `sanitized-engine ENGINE_PATH STATE_DIRECTORY`; writes one line, an `EngineWork`.
 */
import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import type { PlannedProducer } from '../../src/contracts/run-plan.ts'
import { plainAccess } from '../../src/runner/admin/cluster-access.ts'
import { startEmbeddedCluster } from '../../src/runner/embedded/embedded-cluster.ts'
import { simulatedPartitions } from '../../src/runner/embedded/simulated-cluster.ts'
import type { WorkerSetup } from '../../src/runner/host/worker-messages.ts'
import { epochMs } from '../../src/runner/worker/clock.ts'
import { loadRdkafka } from '../../src/runner/worker/load-rdkafka.ts'
import type { NativeEngine } from '../../src/runner/worker/native-engine.ts'
import { EngineGroup } from '../../src/runner/worker/native-group.ts'
import { connectEngineProducer } from '../../src/runner/worker/native-producer.ts'
import { createErrorNames } from '../../src/runner/worker/rdkafka-errors.ts'
import { smallPlan } from '../integration/runner-controller.ts'

export interface EngineWork {
  readonly refusedCalls: number
  /** Of each producer and of the group that reads its topic. */
  readonly producers: readonly { readonly acked: number; readonly read: number; readonly duplicates: number }[]
  readonly unreachable: string
}

const refusals = 5_000
const recordsPerSec = 5_000
const loadMs = 2_000
const pollMs = 20

const [enginePath = '', stateDirectory = ''] = process.argv.slice(2)
const require = createRequire(import.meta.url)
// Brings the library that the engine shares with it.
const rdkafka = loadRdkafka()
const errorNames = createErrorNames(rdkafka)
const engine: NativeEngine = require(enginePath)

function refuseWrongArguments(): number {
  let refused = 0
  const functions = Object.values(engine).filter((each) => typeof each === 'function')
  const odd = fc.oneof(
    fc.anything(),
    fc.constantFrom(2 ** 53, -1, 1e308, Number.NaN, new BigInt64Array(2), 'a\0b', [], [1, 2], ['x']),
    fc.constantFrom(new Float64Array(4), new Uint32Array([24]), new Uint8Array(24), new Int32Array(3)),
  )
  fc.assert(
    fc.property(fc.constantFrom(...functions), fc.array(odd, { maxLength: 7 }), (call, words) => {
      try {
        Reflect.apply(call, engine, words)
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        refused += 1
      }
    }),
    { numRuns: refusals },
  )
  return refused
}

const plan = smallPlan({ runId: 'sanitized', recordsPerSec, groups: 1, members: 2, durationMs: loadMs })
const [producer] = plan.producers
const [group] = plan.consumerGroups
if (producer === undefined || group === undefined) throw new Error('no clients')

const shapes: readonly Partial<PlannedProducer>[] = [
  {},
  { partitioning: { kind: 'keys', keys: { kind: 'zipf', distinct: 1_000, exponent: 0.99 } }, recordKeyBytes: 20 },
  { headers: { count: 3, nameBytes: 8, valueBytes: 20 }, isIdempotent: true, compression: 'lz4' },
  { recordValueSizesBytes: [24, 100, 3_000], queueRecords: 7, recordsPerSec: 500 },
  { synchronousSenders: 3, recordsPerSec: 300, lingerMs: 0, recordKeyBytes: 3 },
  { transactionMs: 50, isIdempotent: true },
  { transactionMs: 20, isIdempotent: true, synchronousSenders: 3, recordsPerSec: 300, lingerMs: 0 },
]

function setupOf(bootstrapServers: readonly string[], topic: string): WorkerSetup {
  return {
    workerId: 'sanitized',
    role: 'producer',
    access: plainAccess(bootstrapServers),
    runId: plan.runId,
    producers: [],
    groups: [],
    planProducers: shapes.length,
    partitionsByTopic: { [topic]: simulatedPartitions },
    startOffsets: {},
    schedule: { kind: 'ramp', fromFactor: 0.5, toFactor: 1.5 },
    rateFactor: 1.5,
    durationMs: loadMs,
    seed: plan.seed,
    readPauseMs: 1,
    setupTimeoutMs: 30_000,
    clockOffsetMs: 0,
  }
}

async function sendAndRead(bootstrapServers: readonly string[], index: number) {
  if (producer === undefined || group === undefined) throw new Error('no clients')
  const topic = `shape-${index}`
  const setup = setupOf(bootstrapServers, topic)
  const clientId = `${producer.clientId}-${index}`
  const planned: PlannedProducer = { ...producer, clientId, ...shapes[index], topic }
  const hasTransactions = planned.transactionMs === undefined ? {} : { hasTransactions: true as const }
  const reading = { ...group, topic, groupId: topic, ...hasTransactions }
  const sending = await connectEngineProducer(engine, { planned, index, setup, errorNames })
  const loop = new EngineGroup(engine, { planned: reading, partitions: simulatedPartitions, setup, errorNames })
  const members = [await loop.addMember(), await loop.addMember()]
  for (const member of members) member.join(null)
  while (members.flatMap((member) => member.endOffsets()).length < simulatedPartitions) await sleep(pollMs)
  const counts = { acked: 0, read: 0, duplicates: 0 }
  const rest = { wireBytes: 0, lagRecords: null, throttleMs: 0, rebalances: 0 }
  sending.producer.start(epochMs())
  for (let isOver = false; !isOver || counts.read < counts.acked; ) {
    await sleep(pollMs)
    const second = sending.producer.takeSecond(epochMs(), false)
    const read = loop.take(rest)
    counts.acked += second.ackedRecords
    counts.read += read.records
    counts.duplicates += read.duplicateRecords
    // On a busy machine some records are left unsent, and stay in the backlog.
    isOver = counts.acked > 0 && sending.producer.hasEnded && second.outstandingRecords === 0
  }
  for (const member of members) member.takeStatistics(epochMs(), true)
  await Promise.all(members.map((member) => member.close()))
  await sending.producer.disconnect()
  return counts
}

/** Leaves clients to the garbage collector, at each stage of their life. */
async function dropClients(bootstrapServers: readonly string[]): Promise<void> {
  if (producer === undefined) return
  const setup = setupOf(bootstrapServers, 'dropped')
  for (let round = 0; round < 10; round += 1) {
    // All that have transactions have one id, so each takes it from the one before.
    const transactions = round % 2 === 0 ? {} : { isIdempotent: true, transactionMs: 30 }
    const dropped = await connectEngineProducer(engine, {
      planned: { ...producer, ...transactions, topic: 'dropped' },
      index: 0,
      setup,
      errorNames,
    })
    dropped.producer.start(epochMs())
    await sleep(pollMs * round)
  }
  globalThis.gc?.()
  await sleep(500)
}

const cluster = await startEmbeddedCluster(
  { kind: 'embedded:simulated', brokers: 1 },
  { runId: plan.runId, stateDirectory, onProgress: () => undefined, onResource: () => undefined },
)
const refusedCalls = refuseWrongArguments()
const producers = await Promise.all(shapes.map((_, index) => sendAndRead(cluster.bootstrapServers, index)))
await dropClients(cluster.bootstrapServers)
const gone = { ...setupOf(['127.0.0.1:1'], 'gone'), setupTimeoutMs: 500 }
const unreachable = await connectEngineProducer(engine, {
  planned: { ...producer, topic: 'gone' },
  index: 0,
  setup: gone,
  errorNames,
}).then(
  () => 'connected',
  (error: Error) => error.message,
)
const work: EngineWork = { refusedCalls, producers, unreachable }
process.stdout.write(`${JSON.stringify(work)}\n`)
await cluster.stop()
process.exit(0)
