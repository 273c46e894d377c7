/**
 * One client of the driver kafka-perf-test: a Java process that runs Kafka's own tool, and the lines that it prints
 * with their times.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { maxToolLines, type ToolOutput } from '../../contracts/runner-protocol.ts'
import { childEnvironment, type WatchedChild, watchChild } from '../embedded/child-processes.ts'
import { createProcessSampler, type ProcessCost } from '../embedded/process-sampler.ts'
import { kafkaJarsPath } from '../embedded/runner-files.ts'

/** Heap size that the tools' own scripts set. */
const heapMegabytes = 512

/** Longer lines of output are cut. */
const maxLineCharacters = 1_000

/** The command and the arguments of a client. */
export type PerfTestInvocation = {
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
  private readonly invocation: PerfTestInvocation
  private readonly sampler: () => ProcessCost | null
  private readonly lines: { atEpochMs: number; text: string }[] = []
  private end: string | null = null
  /** The time at which `performance.now()` is zero. It does not change if this machine's clock is set during a run. */
  private readonly originMs = Date.now() - performance.now()
  private lastLineMs = performance.now()

  constructor(invocation: PerfTestInvocation, child: WatchedChild) {
    this.invocation = invocation
    this.role = invocation.role
    this.child = child
    this.sampler = createProcessSampler(child.pid)
    void child.exited.then((how) => {
      this.end = how
    })
  }

  /** Records a line of output. Lines beyond the protocol's limit are dropped. */
  addLine(text: string): void {
    this.lastLineMs = performance.now()
    if (this.lines.length < maxToolLines) this.lines.push({ atEpochMs: this.originMs + this.lastLineMs, text })
  }

  /** Time since the client last printed a line, or since its start. */
  get silentMs(): number {
    return performance.now() - this.lastLineMs
  }

  /** Cost of the process since the previous call; null if it cannot be determined. */
  takeCost(): ProcessCost | null {
    return this.sampler()
  }

  /** Everything that the client printed. Times are relative to the agreed start. */
  output(startEpochMs: number): ToolOutput {
    const { role, name, version } = this.invocation
    const lines = this.lines.map(({ atEpochMs, text }) => ({ atMs: atEpochMs - startEpochMs, text }))
    return { role, name, version, lines, end: this.end }
  }
}

/**
 * Starts a client.
 * @throws Error if Java cannot be started
 */
export async function startPerfTestClient(invocation: PerfTestInvocation): Promise<PerfTestClient> {
  const address = ['--bootstrap-server', invocation.bootstrapServers.join(',')]
  const args = [
    `-Xmx${heapMegabytes}m`,
    '-XX:-UsePerfData',
    '-Djava.awt.headless=true',
    '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
    ...['-cp', join(kafkaJarsPath, '*'), toolClasses[invocation.role], ...address, ...invocation.toolArguments],
  ]
  const tool = spawn(invocation.javaPath, args, { stdio: ['ignore', 'pipe', 'pipe'], env: childEnvironment() })
  // Lines that arrive before the client exists are added afterwards.
  const earlyLines: string[] = []
  let addLine = (text: string): void => void earlyLines.push(text)
  for (const stream of [tool.stdout, tool.stderr]) {
    createInterface({ input: stream }).on('line', (line) => addLine(line.slice(0, maxLineCharacters)))
  }
  const client = new PerfTestClient(invocation, await watchChild(tool))
  for (const text of earlyLines) client.addLine(text)
  addLine = (text) => client.addLine(text)
  return client
}
