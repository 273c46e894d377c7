/**
 * All clients one after the other on one embedded broker: CPU-seconds of the client per million records, and records/s.
 *
 * A real broker, since Kafka's own tools need one, and since a simulated one would run inside librdkafka. It shares the
 * machine's cores with the client: records a second are those of both together, the CPU is that of the client alone.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { plainAccess } from '../../../src/runner/admin/cluster-access.ts'
import { connectAdmin, type KafkaAdmin } from '../../../src/runner/admin/kafka-admin.ts'
import { startEmbeddedCluster } from '../../../src/runner/embedded/embedded-cluster.ts'
import { startTestBrokers } from '../../integration/test-brokers.ts'
import { clientsOf, ownName, type Start } from './bench-clients.ts'
import { type BenchLoad, plainLoad, shapeNames, shapes } from './bench-load.ts'
import { type ClientCost, CostMeter } from './client-cost.ts'
import { type BenchCase, costTable, targetLines } from './cost-table.ts'
import { startOwnProducer } from './own-client.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    records: { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '1' },
    bytes: { type: 'string', default: '512' },
    shapes: { type: 'string', default: 'plain' },
    'without-java': { type: 'boolean', default: false },
    client: { type: 'string', multiple: true, default: [] },
  },
})
const countedRecords = Number(values.records)
const skippedRecords = Math.min(3_000_000, countedRecords)
/** A tool reports its last window only in its summary, so it gets more records than are counted. */
const toolRecords = Math.ceil(1.2 * (skippedRecords + countedRecords))
const roles = (['producer', 'consumer'] as const).filter(
  (role) => positionals.length === 0 || positionals.includes(role),
)
const asked =
  values.shapes === 'all' ? shapeNames : shapeNames.filter((name) => values.shapes.split(',').includes(name))
const cases = roles.flatMap((role) =>
  asked.flatMap((shape) =>
    values.bytes.split(',').map((bytes): BenchCase => ({ role, shape, recordBytes: Number(bytes) })),
  ),
)
const longestMs = 240_000
/** A client that has reported no records for this long has read all of them. */
const idleMs = 20_000

/** A broker, with or without TLS. */
interface Broker {
  readonly bootstrapServers: string
  readonly caFile: string | null
  readonly admin: KafkaAdmin
  watch(pid: number): void
  stop(): Promise<void>
}

endWithParent()
for (const isEncrypted of [false, true]) {
  const own = cases.filter(({ shape }) => (shape === 'tls') === isEncrypted)
  if (own.length === 0) continue
  const broker = await startBroker(isEncrypted)
  try {
    for (const each of own) await measureCase(broker, each)
  } finally {
    await broker.stop()
  }
}

async function startBroker(isEncrypted: boolean): Promise<Broker> {
  const { bootstrapServers, caFile, watch, stop } = isEncrypted ? await startEncrypted() : await startPlain()
  const access = plainAccess([bootstrapServers])
  const tls = caFile === null ? null : { caFile, certificateFile: null, keyFile: null, keyPassword: null }
  const admin = await connectAdmin({ ...access, tls }, { clientId: 'headroom-bench', retries: 5 })
  const end = async () => {
    await admin.close()
    await stop()
  }
  return { bootstrapServers, caFile, admin, watch, stop: end }
}

async function startPlain() {
  const brokers = await startTestBrokers({ brokers: 1, properties: { 'log.segment.delete.delay.ms': '100' } })
  return {
    bootstrapServers: brokers.bootstrapServers[0] ?? '',
    caFile: null,
    watch: (pid: number) => brokers.watch(pid),
    stop: () => brokers.stop(),
  }
}

async function startEncrypted() {
  const stateDirectory = mkdtempSync(join(tmpdir(), 'headroom-bench-'))
  const ignored = () => undefined
  const cluster = await startEmbeddedCluster(
    { kind: 'embedded:kafka', brokers: 1, isEncrypted: true, quotaWindowSeconds: 11 },
    { runId: 'bench', stateDirectory, onProgress: ignored, onResource: ignored },
  )
  const stop = async () => {
    await cluster.stop()
    rmSync(stateDirectory, { recursive: true, force: true })
  }
  return { bootstrapServers: cluster.bootstrapServers[0] ?? '', caFile: cluster.caFile, watch: ignored, stop }
}

async function measureCase(broker: Broker, each: BenchCase): Promise<void> {
  const { role, shape, recordBytes } = each
  const [loadBefore = 0] = loadavg()
  const costs: ClientCost[] = []
  const shared = role === 'consumer' ? await makeTopic(broker, each, 'filled') : null
  // Consumers read some records before the start, and tools report late, so there are more records than are counted.
  if (shared !== null) await runClient(broker, shared, startOwnProducer, `filling the topic, ${shape}`, toolRecords)
  const clients = clientsOf(role, shape, { toolRecords, hasJava: !values['without-java'] }).filter(
    ({ name }) => values.client.length === 0 || values.client.includes(name),
  )
  for (let round = 0; round < Number(values.rounds); round += 1) {
    let turnMs: number | null = null
    for (const { name, start, note } of clients) {
      const load: BenchLoad = shared ?? { ...(await makeTopic(broker, each, `round-${round}-${costs.length}`)), turnMs }
      const meter = await runClient(broker, load, start, name)
      // If one client reports too few records, the others keep their figures.
      const cost = meter.cost(name, note)
      if (cost === null) console.error(`${name} reported too few records: ask for more with --records`)
      else costs.push(cost)
      if (name === ownName && cost !== null) turnMs = (1_000 * load.recordsPerTurn) / cost.recordsPerSec
      if (shared === null) await broker.admin.deleteTopics([load.topic])
    }
  }
  if (shared !== null) await broker.admin.deleteTopics([shared.topic])
  const [loadAfter = 0] = loadavg()
  const what = `${countedRecords / 1e6} M records of ${recordBytes} B after ${skippedRecords / 1e6} M`
  const when = `${new Date().toISOString()}, load average ${loadBefore.toFixed(1)} to ${loadAfter.toFixed(1)}`
  console.log(`\n${role}s, ${shape}: ${what}, median of ${values.rounds}; ${when}\n\n${costTable(costs)}\n`)
  for (const line of targetLines(each, costs)) console.log(`- ${line}`)
}

async function makeTopic(broker: Broker, { role, shape, recordBytes }: BenchCase, name: string): Promise<BenchLoad> {
  const topic = `headroom-bench-${role}-${shape}-${recordBytes}-${name}`
  const partitions = 6
  const configs = { 'segment.bytes': '268435456', 'file.delete.delay.ms': '100' }
  await broker.admin.createTopics([{ name: topic, partitions, replicationFactor: 1, configs }])
  const { bootstrapServers, caFile } = broker
  return { ...plainLoad({ bootstrapServers, caFile, topic, partitions, recordBytes }), ...shapes[shape] }
}

/** Ends with whoever started it, however that ended; the brokers' watchdog ends all the rest. */
function endWithParent(): void {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.exit(1)
  }, 1_000).unref()
}

async function runClient(
  broker: Broker,
  load: BenchLoad,
  start: Start,
  name: string,
  counted?: number,
): Promise<CostMeter> {
  console.error(`${name} …`)
  const part =
    counted === undefined ? { skippedRecords, countedRecords } : { skippedRecords: 0, countedRecords: counted }
  const meter = new CostMeter(part)
  let finish: () => void = () => undefined
  const enough = new Promise<void>((resolve) => {
    finish = resolve
  })
  let watchedPid = 0
  let lastRecords = 0
  let idle: NodeJS.Timeout | undefined
  const client = await start(load, (pid, records) => {
    if (pid !== watchedPid) broker.watch(pid)
    watchedPid = pid
    if (records > lastRecords) {
      clearTimeout(idle)
      idle = setTimeout(finish, idleMs)
    }
    lastRecords = records
    meter.note(pid, records)
    if (meter.hasAll) finish()
  })
  const timer = setTimeout(() => {
    console.error(`${name} took longer than ${longestMs / 1000} s`)
    finish()
  }, longestMs)
  await Promise.race([enough, client.exited])
  clearTimeout(timer)
  clearTimeout(idle)
  await client.stop()
  return meter
}
