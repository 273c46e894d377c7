/**
 * All clients one after the other on one embedded broker: CPU-seconds of the client per million records, and records/s.
 *
 * A real broker, since Kafka's own tools need one, and since a simulated one would run inside librdkafka. It shares the
 * machine's cores with the client: records a second are those of both together, the CPU is that of the client alone.
 */
import { parseArgs } from 'node:util'
import { timedEvery } from '../../../src/contracts/run-plan.ts'
import { plainAccess } from '../../../src/runner/admin/cluster-access.ts'
import { connectAdmin } from '../../../src/runner/admin/kafka-admin.ts'
import { startTestBrokers } from '../../integration/test-brokers.ts'
import { type ClientCost, CostMeter } from './client-cost.ts'
import {
  hasPerformanceTool,
  type RunningClient,
  startPerformanceTool,
  startPerfTest,
  startTunedLoop,
} from './clients.ts'
import { type BenchLoad, offeredRecordsPerSec, startOwnConsumer, startOwnProducer } from './own-client.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    records: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '1' },
    'without-java': { type: 'boolean', default: false },
  },
})
const countedRecords = Number(values.records)
const skippedRecords = Math.min(3_000_000, countedRecords)
/** A tool tells its last window in its summary only: it is given more than is counted. */
const toolRecords = Math.ceil(1.2 * (skippedRecords + countedRecords))
const roles = (['producer', 'consumer'] as const).filter(
  (role) => positionals.length === 0 || positionals.includes(role),
)
const longestMs = 240_000
const wantedRatio = { producer: 1.25, consumer: 1.1 }

type Role = 'producer' | 'consumer'
type Start = (load: BenchLoad, onRecords: RunningClient['onRecords']) => Promise<RunningClient>

const ownName = 'Headroom'
const loopName = 'tuned loop of node-rdkafka'

const referenceName = 'Headroom, reference loop'

/** Headroom's client with the loop in JavaScript. */
function withReferenceLoop(start: Start): Start {
  return (load, onRecords) => {
    // The worker gets the variable when it is started, which is before the call returns.
    process.env.HEADROOM_LOOP = 'reference'
    const started = start(load, onRecords)
    delete process.env.HEADROOM_LOOP
    return started
  }
}

function clientsOf(role: Role): readonly (readonly [string, Start, string])[] {
  const own: Start = role === 'producer' ? startOwnProducer : startOwnConsumer
  const measured =
    role === 'producer' ? `all counted, one in ${timedEvery(offeredRecordsPerSec)} timed` : 'all counted and timed'
  const clients: (readonly [string, Start, string])[] = [
    [loopName, (load, onRecords) => startTunedLoop(role, load, onRecords), 'counts only'],
    [ownName, own, measured],
    [referenceName, withReferenceLoop(own), measured],
  ]
  if (hasPerformanceTool()) {
    const start: Start = (load, onRecords) => startPerformanceTool(role, load, onRecords)
    clients.push(['rdkafka_performance', start, 'librdkafka without JavaScript'])
  }
  if (!values['without-java']) {
    const start: Start = (load, onRecords) => startPerfTest(role, load, { records: toolRecords, onRecords })
    clients.push([`kafka-${role}-perf-test`, start, 'Java'])
  }
  return clients
}

endWithParent()
const brokers = await startTestBrokers({ brokers: 1, properties: { 'log.segment.delete.delay.ms': '100' } })
const bootstrapServers = brokers.bootstrapServers[0] ?? ''
const admin = await connectAdmin(plainAccess([bootstrapServers]), { clientId: 'headroom-bench', retries: 5 })
try {
  for (const role of roles) await measureRole(role)
} finally {
  await admin.close()
  await brokers.stop()
}

async function measureRole(role: Role): Promise<void> {
  const costs: ClientCost[] = []
  const shared = role === 'consumer' ? await makeTopic('filled') : null
  // Readers have read some before they are told to begin, and tools tell late: there is more than is counted.
  if (shared !== null) await runClient(shared, startOwnProducer, 'filling the topic', toolRecords - skippedRecords)
  for (let round = 0; round < Number(values.rounds); round += 1) {
    for (const [name, start, note] of clientsOf(role)) {
      const load = shared ?? (await makeTopic(`round-${round}-${costs.length}`))
      const meter = await runClient(load, start, name)
      costs.push(meter.cost(name, note))
      if (shared === null) await admin.deleteTopics([load.topic])
    }
  }
  print(role, costs)
}

async function makeTopic(name: string): Promise<BenchLoad> {
  const topic = `headroom-bench-${name}`
  const partitions = 6
  const configs = { 'segment.bytes': '268435456', 'file.delete.delay.ms': '100' }
  await admin.createTopics([{ name: topic, partitions, replicationFactor: 1, configs }])
  const size = { recordBytes: 512, batchBytes: 1_000_000, recordsPerTurn: 1_800 }
  return { bootstrapServers, topic, partitions, lingerMs: 20, queueRecords: 100_000, ...size }
}

/** Ends with whoever started it, however that ended; the brokers' watchdog ends all the rest. */
function endWithParent(): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.exit(1)
  }, 1_000).unref()
}

async function runClient(load: BenchLoad, start: Start, name: string, counted = countedRecords): Promise<CostMeter> {
  console.error(`${name} …`)
  const meter = new CostMeter({ skippedRecords, countedRecords: counted })
  let finish: () => void = () => undefined
  const enough = new Promise<void>((resolve) => {
    finish = resolve
  })
  let watchedPid = 0
  const client = await start(load, (pid, records) => {
    if (pid !== watchedPid) brokers.watch(pid)
    watchedPid = pid
    meter.note(pid, records)
    if (meter.hasAll) finish()
  })
  const timer = setTimeout(() => {
    console.error(`${name} took longer than ${longestMs / 1000} s`)
    finish()
  }, longestMs)
  await Promise.race([enough, client.exited])
  clearTimeout(timer)
  await client.stop()
  return meter
}

/** The round of each client with the median cost. */
function medianOf(costs: readonly ClientCost[], name: string): ClientCost | undefined {
  const own = costs.filter((cost) => cost.name === name)
  const sorted = own.toSorted((left, right) => left.cpuSecondsPerMillion - right.cpuSecondsPerMillion)
  return sorted[Math.floor((sorted.length - 1) / 2)]
}

function print(role: Role, costs: readonly ClientCost[]): void {
  const own = medianOf(costs, ownName)
  console.log(`\n${role}s, ${countedRecords / 1e6} M records of 512 B, the first ${skippedRecords / 1e6} M not counted`)
  console.log(`${'client'.padEnd(30)} CPU-s/M records  main thread  records/s   Headroom/it`)
  for (const name of new Set(costs.map((cost) => cost.name))) {
    const median = medianOf(costs, name)
    if (median === undefined || own === undefined) continue
    const ratio = (own.cpuSecondsPerMillion / median.cpuSecondsPerMillion).toFixed(2)
    const cpu = `${median.cpuSecondsPerMillion.toFixed(2).padEnd(17)}${median.mainSecondsPerMillion.toFixed(2).padEnd(13)}`
    const rate = String(Math.round(median.recordsPerSec)).padEnd(12)
    console.log(`${name.padEnd(30)} ${cpu}${rate}${ratio.padEnd(12)}${median.note}`)
  }
  const loop = medianOf(costs, loopName)
  if (own === undefined || loop === undefined) return
  const ratio = own.cpuSecondsPerMillion / loop.cpuSecondsPerMillion
  const verdict = ratio <= wantedRatio[role] ? 'held' : 'MISSED'
  console.log(`wanted: at most ${wantedRatio[role]} times the tuned loop: ${verdict} (${ratio.toFixed(2)})`)
}
