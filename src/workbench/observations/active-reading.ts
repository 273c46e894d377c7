/**
 * The reading of a cluster that is active: at most one, from its request to its end. Its parts are stored as they arrive.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { ReadingCost } from '../../contracts/cluster-reading.ts'
import type { Secrets } from '../../contracts/connection.ts'
import type { ReadingProgress } from '../../contracts/ipc-readings.ts'
import type { KeptReading } from '../../contracts/kept-reading.ts'
import type { ReadAlready, ReadingBounds } from '../../contracts/reading-part.ts'
import { formatBytes } from '../../units/bytes.ts'
import type { Store } from '../store/store.ts'
import { HostReading, type HostReadingOrder } from './host-reading.ts'

/** Services that an active reading needs. */
export interface ActiveReadingServices {
  store(): Pick<Store, 'addReadingPart'>
  readonly openHost: HostReadingOrder['openHost']
  onProgress(progress: ReadingProgress): void
  onEnd(readingId: string): void
}

/** What to read into which reading. */
export interface ReadingOrder {
  readonly kept: KeptReading
  /** The secrets of its connection. */
  readonly secrets: Secrets
  readonly bounds: ReadingBounds
  readonly already: ReadAlready
}

/** Runs one reading at a time. */
export class ActiveReading {
  private readonly services: ActiveReadingServices
  /** The call of `alone` that is active, from its begin to its end; it never rejects. */
  private active: Promise<unknown> | null = null
  private isStopRequested = false
  private current: HostReading | null = null
  private progress: ReadingProgress | null = null
  /** The reading whose host has ended, until its end is reported; null if there is none. */
  private endedId: string | null = null

  constructor(services: ActiveReadingServices) {
    this.services = services
  }

  /** Does one reading at a time. @throws AppError RUN_ACTIVE before `read` is called, if another one is active */
  async alone<T>(read: () => Promise<T>): Promise<T> {
    if (this.active !== null) throw new AppError('RUN_ACTIVE', 'A cluster is being read already. Wait for its end.')
    this.isStopRequested = false
    const reading = read()
    this.active = reading.catch(() => undefined)
    try {
      return await reading
    } finally {
      this.active = null
      // Reported only now, because a listener may start the next reading at once.
      const readingId = this.endedId
      this.endedId = null
      if (readingId !== null) this.services.onEnd(readingId)
    }
  }

  /** Reads until the bounds are reached or the reading is stopped. @throws AppError of the cluster or the host */
  async run({ kept, secrets, bounds, already }: ReadingOrder): Promise<void> {
    const { connection } = kept.request
    this.progress = {
      readingId: kept.id,
      sentence: 'The cluster is being reached.',
      elapsedMs: 0,
      spanMs: bounds.spanMs,
    }
    this.current = new HostReading({
      openHost: this.services.openHost,
      message: { type: 'observe', connection, secrets, bounds, already },
      onPart: (part) => {
        this.services.store().addReadingPart(kept.id, part)
        if (part.part === 'cost') this.report(kept.id, part.cost, bounds)
      },
    })
    // It was requested while the secrets were looked up.
    if (this.isStopRequested) this.current.stop()
    try {
      await this.current.ended
    } finally {
      this.current = null
      this.progress = null
      this.endedId = kept.id
    }
  }

  stop(): void {
    this.isStopRequested = true
    this.current?.stop()
  }

  /** Returns the progress of the active reading; null if none is active. */
  live(): ReadingProgress | null {
    return this.current === null ? null : this.progress
  }

  /** Stops the active reading, and resolves when none is active. */
  async close(): Promise<void> {
    this.stop()
    await this.active
  }

  private report(readingId: string, cost: ReadingCost, { spanMs }: ReadingBounds): void {
    this.progress = { readingId, sentence: costSentence(cost), elapsedMs: cost.durationMs, spanMs }
    this.services.onProgress(this.progress)
  }
}

/** Describes the cost of a reading so far in one sentence. */
function costSentence({ requests, responseBytes, sampledBytes, durationMs }: ReadingCost): string {
  const seconds = Math.max(1, durationMs / 1000)
  const rates = `${(requests / seconds).toFixed(1)} requests/s, ${formatBytes(responseBytes / seconds)}/s`
  return `${requests} requests, ${formatBytes(responseBytes)} read, of them ${formatBytes(sampledBytes)} of batches (${rates}).`
}
