/**
 * Connections as a load of their own: so many held idle, and so many new ones a second, each closed at once.
 *
 * They cost the host a socket each and no process: idle ones are never touched again.
 */
import { type PlannedConnections, runNamePrefix } from '../../contracts/run-plan.ts'
import type { ConnectionSample, Sample } from '../../contracts/sample.ts'
import { createLatencyRecorder } from '../../measurement/histogram.ts'
import { type ClusterAccess, formatServer } from '../admin/cluster-access.ts'
import type { KafkaAdmin } from '../admin/kafka-admin.ts'
import { type ConnectionOpener, createConnectionOpener, type OpenConnection } from '../admin/open-connection.ts'
import type { TargetContext } from './target-steps.ts'

/** Connections that are being opened at a time, before the load; brokers queue few more. */
const openingAtOnce = 25

/**
 * Attempts on their way beyond which the cluster does not keep up: the rest of a second's are not made, and count as
 * failed.
 */
const mostOnTheirWay = 2_000

/** Pause between two looks at what is due. */
const tickMs = 20

/** What it needs to know and whom it tells. */
export type ConnectionLoadOptions = {
  readonly planned: PlannedConnections
  readonly opener: ConnectionOpener
  /** Sockets that are open now. */
  openCount(): number
}

/** Opened once, started once, closed once. */
export class ConnectionLoad {
  private readonly options: ConnectionLoadOptions
  private readonly held: OpenConnection[] = []
  private readonly attemptLatency = createLatencyRecorder()
  private readonly errors = new Map<string, number>()
  private refusedRecently = 0
  private attempts = 0
  private failedAttempts = 0
  private onTheirWay = 0
  private timer: NodeJS.Timeout | undefined
  private made = 0
  private isClosing = false

  constructor(options: ConnectionLoadOptions) {
    this.options = options
  }

  /** Opens what is to be held, each asked for once. A broker that takes fewer is what the run is to show: no failure. */
  async open(signal: AbortSignal, onProgress: (done: number, wanted: number) => void): Promise<void> {
    const wanted = this.options.planned.held
    let asked = 0
    const openSome = async () => {
      while (asked < wanted && !signal.aborted && !this.isClosing) {
        asked += 1
        try {
          this.held.push(await this.options.opener.open())
        } catch (error) {
          this.refusedRecently += 1
          this.noteError(error)
        }
        onProgress(this.held.length + this.refusedRecently, wanted)
      }
    }
    await Promise.all(Array.from({ length: Math.min(openingAtOnce, wanted) }, openSome))
    signal.throwIfAborted()
  }

  /** New connections from the agreed start on, on an absolute schedule. */
  start(atEpochMs: number): void {
    const { attemptsPerSec } = this.options.planned
    if (attemptsPerSec === 0) return
    // By a clock that nobody sets: an hour that never passed would be an hour of attempts at once.
    const startMs = performance.now() + atEpochMs - Date.now()
    this.timer = setInterval(() => {
      const due = Math.floor(((performance.now() - startMs) / 1000) * attemptsPerSec)
      for (; this.made < due; this.made += 1) void this.attempt()
    }, tickMs)
  }

  /** No new ones from now on; those that are held stay. */
  stopLoad(): void {
    clearInterval(this.timer)
  }

  /** The sample with what happened since the one before. */
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

  /** Closes all. */
  async close(): Promise<void> {
    this.isClosing = true
    this.stopLoad()
    await Promise.all(this.held.splice(0).map((connection) => connection.close()))
  }

  private async attempt(): Promise<void> {
    this.attempts += 1
    if (this.onTheirWay >= mostOnTheirWay) {
      this.failedAttempts += 1
      this.noteError(new Error('NOT_TAKEN_IN_TIME'))
      return
    }
    const startedAtMs = performance.now()
    this.onTheirWay += 1
    try {
      const connection = await this.options.opener.open()
      this.attemptLatency.recordUs((performance.now() - startedAtMs) * 1000)
      await connection.close()
    } catch (error) {
      this.failedAttempts += 1
      this.noteError(error)
    } finally {
      this.onTheirWay -= 1
    }
  }

  private noteError(error: unknown): void {
    const name = nameOf(error)
    this.errors.set(name, (this.errors.get(name) ?? 0) + 1)
  }
}

/** A short word for an error: `ECONNREFUSED`, else the name of its kind. */
function nameOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return /\b(E[A-Z]{4,}|NOT_TAKEN_IN_TIME)\b/.exec(text)?.[1] ?? (error instanceof Error ? error.name : 'UNKNOWN')
}

/** The connections of a plan, opened and spread over all brokers; null where it asks for none. */
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
  const load = new ConnectionLoad({ planned: plan.connections, opener, openCount: () => openCount })
  try {
    await load.open(signal, (done, wanted) => {
      context.progress('starting-workers', `Opening ${wanted} connections`, done / wanted)
    })
    return load
  } catch (error) {
    await load.close()
    throw error
  }
}
