/**
 * Other load clients, as processes that report how many records they have sent or read.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { kafkaJarsPath } from '../../../src/runner/embedded/runner-files.ts'
import { type BenchLoad, headerTexts } from './bench-load.ts'
import type { LoopOrder } from './tuned-loop.ts'

/** A client at work. */
export interface RunningClient {
  /** Called with the number of records that the process has sent or read since its start. */
  onRecords(pid: number, records: number): void
  readonly exited: Promise<void>
  stop(): Promise<void>
}

type Role = LoopOrder['role']
type OnRecords = RunningClient['onRecords']

const runnerPath = fileURLToPath(new URL('../../../src/runner', import.meta.url))
const librdkafkaPath = join(runnerPath, 'node_modules', 'node-rdkafka', 'deps', 'librdkafka')
const performanceTool = join(librdkafkaPath, 'examples', 'rdkafka_performance')

/** Settings of librdkafka, equal to the worker's where they affect the cost. */
function settingsOf(role: Role, load: BenchLoad): Record<string, string | number> {
  const tls = load.caFile === null ? {} : { 'security.protocol': 'ssl', 'ssl.ca.location': load.caFile }
  if (role === 'consumer') return { ...tls, 'fetch.queue.backoff.ms': 10, 'enable.auto.commit': 'false' }
  return {
    ...tls,
    'compression.codec': load.compression,
    'enable.idempotence': String(load.isIdempotent),
    'linger.ms': load.lingerMs,
    'batch.size': load.batchBytes,
    'batch.num.messages': 1_000_000,
    'max.in.flight.requests.per.connection': 5,
    'queue.buffering.max.messages': load.queueRecords,
    'queue.buffering.max.kbytes': 1_048_576,
    'sticky.partitioning.linger.ms': 0,
  }
}

/** The order for a loop over librdkafka. */
export function loopOrderOf(role: Role, load: BenchLoad): LoopOrder {
  const { bootstrapServers, topic, partitions, recordBytes, recordsPerTurn, keyBytes, compression } = load
  const size = { recordBytes, keyBytes, headers: headerTexts(load), isCompressed: compression !== 'none' }
  return { role, bootstrapServers, topic, partitions, ...size, recordsPerTurn, settings: settingsOf(role, load) }
}

/** The bare loop of node-rdkafka. */
export function startTunedLoop(role: Role, load: BenchLoad, onRecords: OnRecords): Promise<RunningClient> {
  const script = fileURLToPath(new URL('tuned-loop.ts', import.meta.url))
  return startLoop([process.execPath, script], loopOrderOf(role, load), onRecords)
}

/** Starts a client by a command. It gets the order as JSON, and reports its records like tuned-loop.ts. */
export function startLoop(command: readonly string[], order: LoopOrder, onRecords: OnRecords): Promise<RunningClient> {
  const [program = '', ...words] = command
  return follow(program, [...words, JSON.stringify(order)], onRecords, (line) => Number(line))
}

/** True where librdkafka's own tool was built, as it is with node-rdkafka. */
export function hasPerformanceTool(): boolean {
  return existsSync(performanceTool)
}

/**
 * How librdkafka's own tool chooses partitions: another one for each record at random, always the same one, or another
 * one each `stickyMs` (librdkafka's default is 10). It has no turns of a number of records.
 */
export type ToolPartitions = 'scattered' | 'one' | { readonly stickyMs: number }

/** librdkafka's own tool: the same library without JavaScript. */
export async function startPerformanceTool(
  role: Role,
  load: BenchLoad,
  options: { readonly partitions: ToolPartitions; readonly onRecords: OnRecords },
): Promise<RunningClient> {
  const { partitions, onRecords } = options
  const stickyMs = typeof partitions === 'object' ? partitions.stickyMs : 0
  const sticky = role === 'producer' ? { 'sticky.partitioning.linger.ms': stickyMs } : {}
  const own = Object.entries({ ...settingsOf(role, load), ...sticky })
  const settings = own.flatMap(([name, value]) => ['-X', `${name}=${value}`])
  // All its records have the same key, which must not decide their partition.
  const key = load.keyBytes === 0 ? [] : ['-k', 'k'.repeat(load.keyBytes), '-X', 'partitioner=random']
  const headers = headerTexts(load).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const record = [...key, ...headers, ...(partitions === 'one' ? ['-p', '0'] : [])]
  const common = ['-b', load.bootstrapServers, '-i', '500', '-u', ...settings]
  const args =
    role === 'producer'
      ? ['-P', '-t', load.topic, '-s', String(load.recordBytes), '-a', '-1', ...record, ...common]
      : ['-G', `rdkafka-performance-${process.pid}`, '-t', load.topic, '-o', 'beginning', ...common]
  // | elapsed | msgs | bytes | rtt | dr | …: a producer's records count when they are reported.
  const column = role === 'producer' ? 5 : 2
  // Into a pipe it would write in blocks of many rows, long after their time.
  return follow('stdbuf', ['-oL', performanceTool, ...args], onRecords, (line) => {
    const cells = line.split('|').map((cell) => Number(cell.trim()))
    return cells[column] ?? Number.NaN
  })
}

/** Kafka's own tools. */
export async function startPerfTest(
  role: Role,
  load: BenchLoad,
  options: { readonly records: number; readonly onRecords: OnRecords },
): Promise<RunningClient> {
  const { records, onRecords } = options
  const tls =
    load.caFile === null
      ? []
      : ['security.protocol=SSL', 'ssl.truststore.type=PEM', `ssl.truststore.location=${load.caFile}`]
  const producerSettings = [
    ['acks=all', `linger.ms=${load.lingerMs}`, `batch.size=${load.batchBytes}`, 'buffer.memory=67108864'],
    ['max.in.flight.requests.per.connection=5', `enable.idempotence=${load.isIdempotent}`],
    [`compression.type=${load.compression}`, ...tls],
  ].flat()
  const transactions =
    load.transactionMs === null
      ? []
      : ['--transactional-id', `perf-test-${process.pid}`, '--transaction-duration-ms', String(load.transactionMs)]
  const consumerSettings = ['isolation.level=read_committed', ...tls].flatMap((each) => ['--command-property', each])
  const own =
    role === 'producer'
      ? [
          ...['--record-size', String(load.recordBytes), '--throughput', '-1', ...transactions],
          ...['--command-property', ...producerSettings],
        ]
      : ['--group', `perf-test-${process.pid}`, '--show-detailed-stats', '--timeout', '20000', ...consumerSettings]
  const name = role === 'producer' ? 'ProducerPerformance' : 'ConsumerPerformance'
  const common = ['--bootstrap-server', load.bootstrapServers, '--topic', load.topic, '--num-records', String(records)]
  const java = ['-Xmx512m', '-Dorg.slf4j.simpleLogger.defaultLogLevel=error', '-cp', join(kafkaJarsPath, '*')]
  const args = [...java, `org.apache.kafka.tools.${name}`, ...common, ...own, '--reporting-interval', '500']
  let sent = 0
  return follow('java', args, onRecords, (line) => {
    if (role === 'consumer') return Number(line.split(',')[4] ?? Number.NaN)
    // A window's line; the last one is of the whole run.
    const window = /^(\d+) records sent, (?!.*50th)/.exec(line)?.[1]
    sent += Number(window ?? 0)
    return window === undefined ? Number.NaN : sent
  })
}

/** Starts a process and reads counts from its lines. */
async function follow(
  command: string,
  args: readonly string[],
  onRecords: OnRecords,
  recordsOf: (line: string) => number,
): Promise<RunningClient> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve)
    child.once('error', reject)
  })
  createInterface({ input: child.stdout }).on('line', (line) => {
    const records = recordsOf(line)
    if (Number.isFinite(records) && records > 0 && child.pid !== undefined) onRecords(child.pid, records)
  })
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
  }
  return { onRecords, exited, stop }
}
