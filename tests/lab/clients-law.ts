/**
 * Clients over librdkafka: processor time of a record in the application's thread and in the library's busiest thread, in
 * C, Python and JavaScript. What one client could send or read at most is computed from it, never seen: brokers and clients
 * share this machine.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BenchLoad, plainLoad } from '../bench/runner/bench-load.ts'
import {
  hasPerformanceTool,
  loopOrderOf,
  type RunningClient,
  startLoop,
  startPerformanceTool,
  startTunedLoop,
} from '../bench/runner/clients.ts'
import { startTestBrokers } from '../integration/test-brokers.ts'
import type { Laboratory } from './laboratory.ts'
import { digits, type LawTable } from './law-record.ts'
import { readThreadTimes, type ThreadTimes, timeBetween } from './thread-times.ts'

type Role = 'producer' | 'consumer'
type Start = (role: Role, load: BenchLoad, onRecords: RunningClient['onRecords']) => Promise<RunningClient>

const recordSizes = [100, 1_000, 10_000]
/** What counts begins after this time: the start of a process, a compiler that warms up. */
const warmUpMs = 2_500
const measuredMs = 4_500
/** A reader that has read everything is stopped then. */
const idleMs = 2_000

/** Every experiment on clients, about four minutes. */
export async function measureClients(lab: Laboratory): Promise<readonly LawTable[]> {
  const clients = clientsHere()
  const brokers = await startTestBrokers({ brokers: 1 })
  try {
    const rows: Record<Role, string[][]> = { producer: [], consumer: [] }
    const servers = brokers.bootstrapServers.join(',')
    for (const recordBytes of recordSizes) {
      const topic = `clients-${recordBytes}`
      await lab.client('topic', { servers, topic, partitions: 6 })
      const load = loadOf(servers, topic, recordBytes)
      for (const role of ['producer', 'consumer'] as const) {
        for (const [name, start] of clients) rows[role].push([name, ...cellsOf(await costOf(start, role, load), load)])
      }
    }
    return (['producer', 'consumer'] as const).map((role) => ({
      title: `A ${role} over librdkafka, processor time of a record`,
      columns: [
        'client',
        'value, B',
        "application's thread, us",
        "library's busiest thread, us",
        'ceiling computed, records/s',
      ],
      rows: rows[role],
    }))
  } finally {
    await brokers.stop()
  }
}

/** The clients that this machine can run: those of Python and C only where they are installed. */
function clientsHere(): ReadonlyMap<string, Start> {
  const clients = new Map<string, Start>()
  if (hasPerformanceTool()) {
    clients.set('C (rdkafka_performance)', (role, load, onRecords) =>
      startPerformanceTool(role, load, { partitions: 'scattered', onRecords }),
    )
  }
  const python = spawnSync('python3', ['-c', 'import confluent_kafka'], { stdio: 'ignore' })
  const script = join(import.meta.dirname, 'client.py')
  if (python.status === 0) {
    clients.set('Python (confluent-kafka)', (role, load, onRecords) =>
      startLoop(['python3', script], loopOrderOf(role, load), onRecords),
    )
  }
  return clients.set('JavaScript (node-rdkafka)', startTunedLoop)
}

function loadOf(bootstrapServers: string, topic: string, recordBytes: number): BenchLoad {
  const recordsPerTurn = Math.max(1, Math.floor(100_000 / recordBytes))
  const plain = plainLoad({ bootstrapServers, caFile: null, topic, partitions: 6, recordBytes })
  return { ...plain, recordsPerTurn, queueRecords: 50_000 }
}

/** Processor time of a record, in us. */
interface RecordCost {
  readonly applicationUs: number
  readonly libraryUs: number
}

interface Reading {
  readonly atMs: number
  readonly records: number
  readonly times: ThreadTimes
}

/** Runs a client for some seconds, or until a reader has nothing left to read. */
async function costOf(start: Start, role: Role, load: BenchLoad): Promise<RecordCost> {
  const readings: Reading[] = []
  const startedAtMs = performance.now()
  let changedAtMs = startedAtMs
  const client = await start(role, load, (pid, records) => {
    const times = readThreadTimes(pid)
    const atMs = performance.now()
    if (times === null || records === readings.at(-1)?.records) return
    changedAtMs = atMs
    readings.push({ atMs, records, times })
  })
  const isOver = () => {
    const nowMs = performance.now()
    const hasStopped = readings.length > 2 && nowMs - changedAtMs > idleMs
    return hasStopped || nowMs - startedAtMs > warmUpMs + measuredMs
  }
  while (!isOver()) await sleep(100)
  await client.stop()
  const last = readings.at(-1)
  // A fast reader is through soon after the warm-up, or before it is over: then all of it counts.
  const warm = readings.findIndex(({ atMs }) => atMs - startedAtMs > warmUpMs)
  const first = readings[warm === -1 || warm > readings.length - 4 ? 0 : warm]
  if (first === undefined || last === undefined || first === last) throw new Error(`a ${role} reported too few records`)
  const { mainSec, otherSec } = timeBetween(first.times, last.times)
  const records = last.records - first.records
  return { applicationUs: (mainSec / records) * 1e6, libraryUs: (otherSec / records) * 1e6 }
}

function cellsOf({ applicationUs, libraryUs }: RecordCost, { recordBytes }: BenchLoad): string[] {
  const ceiling = 1e6 / Math.max(applicationUs, libraryUs)
  return [digits(recordBytes), digits(applicationUs), digits(libraryUs), digits(ceiling, 2)]
}
