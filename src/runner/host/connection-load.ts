/**
 * A load of connections without records. It holds a number of idle connections, and opens new connections at a constant
 * rate, each of which is closed at once.
 *
 * Each connection costs the host one socket. After an idle connection is open, nothing is sent on it.
 */
import { type PlannedConnections, runNamePrefix } from '../../contracts/run-plan.ts'
import type { ConnectionSample, Sample } from '../../contracts/sample.ts'
import { createLatencyRecorder } from '../../measurement/histogram.ts'
import { type ClusterAccess, formatServer } from '../admin/cluster-access.ts'
import type { KafkaAdmin } from '../admin/kafka-admin.ts'
import { type ConnectionOpener, createConnectionOpener, type OpenConnection } from '../admin/open-connection.ts'
import type { TargetContext } from './target-steps.ts'

/** Maximum number of idle connections that are opened at a time, because brokers queue few new connections. */
const concurrentOpens = 25

/** While this many attempts are unfinished, the cluster does not keep up: further attempts are skipped and count as failed. */
const maxUnfinishedAttempts = 2_000

/** Interval at which due attempts are started. */
const tickMs = 20

/** The planned connections, and how they are opened. */
export type ConnectionLoadOptions = {
  readonly planned: PlannedConnections
  /** Planned length of the load. No attempt is due after it. */
  readonly durationMs: number
  readonly opener: ConnectionOpener
  /** Number of sockets that are open now. */
  openCount(): number
}

/** Holds and attempts the connections of a plan. Call `open`, `start` and `close` once each, in this order. */
export class ConnectionLoad {
  private readonly options: ConnectionLoadOptions
  private readonly held: OpenConnection[] = []
  private readonly attemptLatency = createLatencyRecorder()
  /** Number of failures since the last sample, by name of the error. */
  private readonly errors = new Map<string, number>()
  /** Idle connections that could not be opened. */
  private failedOpens = 0
  /** Attempts since the last sample, including skipped ones. */
  private attempts = 0
  /** Attempts since the last sample that failed or were skipped. */
  private failedAttempts = 0
  /** Attempts that are in progress now. */
  private unfinishedAttempts = 0
  private timer: NodeJS.Timeout | undefined
  /** Start of the load by the monotonic clock; null before `start`. */
  private startMs: number | null = null
  /** Attempts since the start of the load, including skipped ones. */
  private startedAttempts = 0
  private isClosing = false

  constructor(options: ConnectionLoadOptions) {
    this.options = options
  }

  /**
   * Tries once to open each idle connection of the plan. Rejected connections do not fail the run, because how many the
   * brokers accept is a result.
   */
  async open(signal: AbortSignal, onProgress: (done: number, planned: number) => void): Promise<void> {
    const planned = this.options.planned.held
    let begun = 0
    const openSome = async () => {
      while (begun < planned && !signal.aborted && !this.isClosing) {
        begun += 1
        try {
          this.held.push(await this.options.opener.open())
        } catch (error) {
          this.failedOpens += 1
          this.countError(errorNameOf(error))
        }
        onProgress(this.held.length + this.failedOpens, planned)
      }
    }
    await Promise.all(Array.from({ length: Math.min(concurrentOpens, planned) }, openSome))
    signal.throwIfAborted()
  }

  /** Starts the attempts. Their times depend only on the start, so a late attempt does not delay the following ones. */
  start(localStartMs: number): void {
    // Uses the monotonic clock, because setting the wall clock an hour ahead would make an hour of attempts due at
    // once.
    this.startMs = performance.now() + localStartMs - Date.now()
    this.timer = setInterval(() => this.startDueAttempts(), tickMs)
  }

  /**
   * Starts the attempts that are due by now and that a busy machine has delayed. After that no attempt starts. Idle connections
   * stay open.
   */
  stopLoad(): void {
    this.startDueAttempts()
    this.startMs = null
    clearInterval(this.timer)
  }

  /** Attempts that no broker has answered yet. */
  get unansweredAttempts(): number {
    return this.unfinishedAttempts
  }

  private startDueAttempts(): void {
    if (this.startMs === null) return
    const elapsedMs = Math.min(performance.now() - this.startMs, this.options.durationMs)
    const due = Math.floor((elapsedMs / 1000) * this.options.planned.attemptsPerSec)
    for (; this.startedAttempts < due; this.startedAttempts += 1) void this.attempt()
  }

  /** Adds to a sample what happened since the previous one. */
  annotate(sample: Sample): Sample {
    return { ...sample, connections: this.takeSecond() }
  }

  private takeSecond(): ConnectionSample {
    const second = {
      open: this.options.openCount(),
      attempts: this.attempts,
      failedAttempts: this.failedAttempts,
      attemptHistogram: this.attemptLatency.takeEncoded(),
      errors: Object.fromEntries(this.errors),
    }
    this.attempts = 0
    this.failedAttempts = 0
    this.errors.clear()
    return second
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    this.isClosing = true
    this.startMs = null
    clearInterval(this.timer)
    await Promise.all(this.held.splice(0).map((connection) => connection.close()))
  }

  private async attempt(): Promise<void> {
    this.attempts += 1
    if (this.unfinishedAttempts >= maxUnfinishedAttempts) {
      this.failedAttempts += 1
      this.countError('NOT_TAKEN_IN_TIME')
      return
    }
    const startedAtMs = performance.now()
    this.unfinishedAttempts += 1
    try {
      const connection = await this.options.opener.open()
      this.attemptLatency.recordUs((performance.now() - startedAtMs) * 1000)
      await connection.close()
    } catch (error) {
      this.failedAttempts += 1
      this.countError(errorNameOf(error))
    } finally {
      this.unfinishedAttempts -= 1
    }
  }

  private countError(name: string): void {
    this.errors.set(name, (this.errors.get(name) ?? 0) + 1)
  }
}

/** A short name for an error of kafkajs: Node's code if the message has one (`ECONNREFUSED`), otherwise the error's class. */
function errorNameOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return /\bE[A-Z]{4,}\b/.exec(text)?.[0] ?? (error instanceof Error ? error.name : 'UNKNOWN')
}

/** Opens the idle connections of a plan, spread over all brokers. @returns null if the plan has no connections */
export async function openConnections(
  context: Pick<TargetContext, 'plan' | 'signal' | 'progress'>,
  admin: KafkaAdmin,
  access: ClusterAccess,
): Promise<ConnectionLoad | null> {
  const { plan, signal } = context
  if (plan.connections === undefined) return null
  const { brokers } = await admin.describe()
  let openCount = 0
  const opener = createConnectionOpener({
    access,
    servers: brokers.map(({ host, port }) => formatServer(host, port)),
    clientId: `${runNamePrefix}${plan.runId}-connections`,
    onOpen: () => {
      openCount += 1
    },
    onClose: () => {
      openCount -= 1
    },
  })
  const load = new ConnectionLoad({
    planned: plan.connections,
    durationMs: plan.durationMs,
    opener,
    openCount: () => openCount,
  })
  try {
    await load.open(signal, (done, planned) => {
      context.progress('starting-workers', `Opening ${planned} connections`, done / planned)
    })
    return load
  } catch (error) {
    await load.close()
    throw error
  }
}
