/**
 * One client of the driver kafka-perf-test: a Java process of Kafka's own tool, and the lines that it printed, with
 * their times.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { mostToolLines, type ToolOutput } from '../../contracts/runner-protocol.ts'
import { childEnvironment, type WatchedChild, watchChild } from '../embedded/child-processes.ts'
import { createProcessSampler, type ProcessCost } from '../embedded/process-sampler.ts'
import { kafkaJarsPath } from '../embedded/runner-files.ts'

/** Heap size that the tools' own scripts set. */
const heapMegabytes = 512

/** How a client is started. */
export type PerfTestOrder = {
  readonly role: ToolOutput['role']
  readonly name: string
  readonly javaPath: string
  readonly version: string
  readonly bootstrapServers: readonly string[]
  /** Arguments of the tool without the cluster's address. */
  readonly toolArguments: readonly string[]
}

const toolClasses = {
  producer: 'org.apache.kafka.tools.ProducerPerformance',
  consumer: 'org.apache.kafka.tools.ConsumerPerformance',
} as const

/** A started client. */
export class PerfTestClient {
  readonly role: ToolOutput['role']
  readonly child: WatchedChild
  private readonly order: PerfTestOrder
  private readonly sampler: () => ProcessCost | null
  private readonly lines: { atEpochMs: number; text: string }[] = []
  private end: string | null = null
  private lastLineMs = Date.now()

  constructor(order: PerfTestOrder, child: WatchedChild) {
    this.order = order
    this.role = order.role
    this.child = child
    this.sampler = createProcessSampler(child.pid)
    void child.exited.then((how) => {
      this.end = how
    })
  }

  take(text: string): void {
    this.lastLineMs = Date.now()
    if (this.lines.length < mostToolLines) this.lines.push({ atEpochMs: this.lastLineMs, text })
  }

  /** Time since it last printed a line. */
  get silentMs(): number {
    return Date.now() - this.lastLineMs
  }

  /** Cost of the process since the previous call; null if it cannot be determined. */
  takeCost(): ProcessCost | null {
    return this.sampler()
  }

  /** Everything that it printed. Times are relative to the agreed start. */
  output(startEpochMs: number): ToolOutput {
    const { role, name, version } = this.order
    const lines = this.lines.map(({ atEpochMs, text }) => ({ atMs: atEpochMs - startEpochMs, text }))
    return { role, name, version, lines, end: this.end }
  }
}

/**
 * Starts a client.
 * @throws Error if Java cannot be started
 */
export async function startPerfTestClient(order: PerfTestOrder): Promise<PerfTestClient> {
  const address = ['--bootstrap-server', order.bootstrapServers.join(',')]
  const args = [
    `-Xmx${heapMegabytes}m`,
    '-XX:-UsePerfData',
    '-Djava.awt.headless=true',
    '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
    ...['-cp', join(kafkaJarsPath, '*'), toolClasses[order.role], ...address, ...order.toolArguments],
  ]
  const process = spawn(order.javaPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: childEnvironment() })
  const pieces: string[] = []
  let take = (text: string): void => void pieces.push(text)
  for (const stream of [process.stdout, process.stderr]) {
    createInterface({ input: stream }).on('line', (line) => take(line.slice(0, 1_000)))
  }
  const client = new PerfTestClient(order, await watchChild(process))
  for (const text of pieces) client.take(text)
  take = (text) => client.take(text)
  return client
}
