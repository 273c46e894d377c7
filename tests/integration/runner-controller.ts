/**
 * A controller for tests: speaks the runner protocol to a real host process, from the bundles that users run.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { RunPlan } from '../../src/contracts/run-plan.ts'
import {
  type ControllerMessage,
  type HostMessage,
  hostMessage,
  runnerProtocolVersion,
} from '../../src/contracts/runner-protocol.ts'
import type { Sample } from '../../src/contracts/sample.ts'
import type { Target } from '../../src/contracts/target.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))
const nodePath = `${repository}src/runner/node_modules/node/bin/node`
/** The bundle starts in a third of the time that Node needs for the sources; `tests/ready/runner.ts` builds it. */
const hostPath = `${repository}src/runner/dist/host.mjs`

/** A host process and what it said. */
export class TestController {
  readonly received: HostMessage[] = []
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  readonly child: ChildProcess
  stderr = ''
  private readonly waiting = new Set<() => void>()
  private heartbeat: NodeJS.Timeout | undefined

  /** @param variables environment variables besides this process's own */
  constructor(stateDirectory: string, variables: Readonly<Record<string, string>> = {}) {
    this.child = spawn(nodePath, [hostPath, '--stdio', '--state-dir', stateDirectory], {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
      env: { ...process.env, ...variables },
    })
    this.exited = new Promise((resolve) => this.child.once('close', (code, signal) => resolve({ code, signal })))
    this.child.stdin?.on('error', () => undefined)
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text
    })
    if (this.child.stdout === null) throw new Error('no stdout')
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      // A line that is not a valid message fails the test.
      this.received.push(hostMessage.parse(JSON.parse(line)))
      for (const wake of this.waiting) wake()
    })
    void this.exited.then(() => {
      clearInterval(this.heartbeat)
      for (const wake of this.waiting) wake()
    })
  }

  send(message: ControllerMessage): void {
    this.sendText(`${JSON.stringify(message)}\n`)
  }

  sendText(text: string): void {
    this.child.stdin?.write(text)
  }

  /** Says hello, and sends heartbeats from then on. */
  async greet(): Promise<Extract<HostMessage, { type: 'hello' }>> {
    this.send({ type: 'hello', protocolVersion: runnerProtocolVersion })
    this.heartbeat = setInterval(() => this.send({ type: 'heartbeat' }), 1_000)
    return this.first('hello')
  }

  stopHeartbeat(): void {
    clearInterval(this.heartbeat)
  }

  prepare(plan: RunPlan, target: Target, secrets: Record<string, string> = {}, keepsCluster = false): void {
    this.send({ type: 'prepare', plan, target, secrets, keepsCluster })
  }

  /** Runs a plan to its end. */
  async runToEnd(plan: RunPlan, target: Target): Promise<Extract<HostMessage, { type: 'ended' }>> {
    await this.greet()
    this.prepare(plan, target)
    await this.first('ready')
    this.send({ type: 'start', atEpochMs: Date.now() + 500 })
    return this.first('ended')
  }

  get samples(): Sample[] {
    return this.received.flatMap((message) => (message.type === 'sample' ? [message.sample] : []))
  }

  all<T extends HostMessage['type']>(type: T): Extract<HostMessage, { type: T }>[] {
    return this.received.filter((message): message is Extract<HostMessage, { type: T }> => message.type === type)
  }

  /** Waits for the first message of a type. */
  async first<T extends HostMessage['type']>(type: T): Promise<Extract<HostMessage, { type: T }>> {
    await this.until(() => this.all(type).length > 0 || (type !== 'ended' && this.all('ended').length > 0))
    const found = this.all(type)[0]
    if (found === undefined) {
      throw new Error(`the host sent no ${type}, but ${JSON.stringify(this.received.slice(-5))}`)
    }
    return found
  }

  async until(condition: () => boolean): Promise<void> {
    let hasExited = false
    void this.exited.then(() => {
      hasExited = true
    })
    while (!condition()) {
      if (hasExited) throw new Error(`the host is gone: ${this.stderr}`)
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.waiting.delete(wake)
          resolve()
        }
        this.waiting.add(wake)
        setTimeout(wake, 100)
      })
    }
  }

  /** Ends the connection; resolves when the process is gone. */
  async disconnect(): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
    this.child.stdin?.end()
    return this.exited
  }
}

/** A small plan: one topic, one producer, some groups. */
export function smallPlan(change: {
  runId: string
  recordsPerSec?: number
  partitions?: number
  groups?: number
  members?: number
  durationMs?: number
  producers?: number
}): RunPlan {
  const topic = `headroom-${change.runId}-events`
  const producers = change.producers ?? 1
  return {
    schemaVersion: 1,
    runId: change.runId,
    topics: [
      {
        name: topic,
        partitions: change.partitions ?? 12,
        replicationFactor: 1,
        configs: { 'retention.ms': '600000', 'min.insync.replicas': '1' },
      },
    ],
    producers: Array.from({ length: producers }, (_, index) => ({
      id: `writers-${index + 1}`,
      topic,
      clientId: `headroom-${change.runId}-writers-${index + 1}`,
      recordsPerSec: (change.recordsPerSec ?? 10_000) / producers,
      recordValueBytes: 1_000,
      recordKeyBytes: 0,
      partitioning: { kind: 'turns' as const, recordsPerTurn: 15 },
      acks: 'all' as const,
      isIdempotent: false,
      lingerMs: 5,
      batchBytes: 16_384,
      maxInFlight: 5,
      compression: 'none' as const,
      randomBytesRatio: 1,
      startDelayMs: 0,
    })),
    consumerGroups: Array.from({ length: change.groups ?? 2 }, (_, index) => ({
      groupId: `headroom-${change.runId}-readers-${index + 1}`,
      topic,
      clientId: `headroom-${change.runId}-readers-${index + 1}`,
      members: change.members ?? 2,
      fetchMinBytes: 1,
      fetchMaxWaitMs: 500,
      startStaggerMs: 0,
    })),
    schedule: { kind: 'constant' },
    burnInMs: 0,
    quotaWindowMs: 11_000,
    durationMs: change.durationMs ?? 12_000,
    drainMs: 15_000,
    seed: 7,
  }
}

/** Sums over all producers of all samples. */
export function producerSums(samples: readonly Sample[]) {
  const producers = samples.flatMap((sample) => sample.producers)
  const sum = (read: (producer: Sample['producers'][number]) => number) =>
    producers.reduce((total, producer) => total + read(producer), 0)
  return {
    offered: sum((producer) => producer.offeredRecords),
    accepted: sum((producer) => producer.acceptedRecords),
    acked: sum((producer) => producer.ackedRecords),
    rejected: sum((producer) => producer.rejectedRecords),
    unknown: sum((producer) => producer.unknownRecords),
    wireBytes: sum((producer) => producer.wireBytes),
    payloadBytes: sum((producer) => producer.ackedPayloadBytes),
  }
}

/** Sums of one group. */
export function groupSums(samples: readonly Sample[], groupId: string) {
  const seconds = samples.flatMap((sample) => sample.consumers).filter((group) => group.groupId === groupId)
  return {
    records: seconds.reduce((total, second) => total + second.records, 0),
    duplicates: seconds.reduce((total, second) => total + second.duplicateRecords, 0),
    wireBytes: seconds.reduce((total, second) => total + second.wireBytes, 0),
    lastLag: seconds.at(-1)?.lagRecords ?? null,
  }
}

/** A small plan at a rate that is too low for a probe of the client, so the run begins at once. */
export function modestPlan(change: Parameters<typeof smallPlan>[0]): RunPlan {
  return smallPlan({ recordsPerSec: 4_000, ...change })
}
