/**
 * Reads running clusters. It starts a runner host, stores each part of the reading as it arrives, and resumes a reading
 * that was interrupted.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { ClusterReading, ReadingCost } from '../../contracts/cluster-reading.ts'
import type { Secrets } from '../../contracts/connection.ts'
import type { ReadingProgress } from '../../contracts/ipc-readings.ts'
import type { KeptReading, ReadingListEntry, ReadingRequest } from '../../contracts/kept-reading.ts'
import type { ReadAlready, ReadingBounds } from '../../contracts/reading-part.ts'
import { assembleReading } from '../../measurement/reading/assemble-reading.ts'
import { formatBytes } from '../../units/bytes.ts'
import { secretNamesOf } from '../secrets/connection-files.ts'
import type { Store } from '../store/store.ts'
import { newRecordId } from '../validation/record-id.ts'
import { HostReading, type HostReadingOrder } from './host-reading.ts'

/** Services that are needed to read clusters. */
export interface ReadingServices {
  store(): Pick<Store, 'insertReading' | 'addReadingPart' | 'readReading' | 'readingParts' | 'listReadings'>
  resolveSecrets(names: readonly string[]): Promise<Secrets>
  readonly openHost: HostReadingOrder['openHost']
  onProgress(progress: ReadingProgress): void
  onEnd(readingId: string): void
}

/** The readings of a workspace. Only one can be active at a time. */
export interface Readings {
  /**
   * Reads a cluster and resolves at the end of the reading. @throws AppError RUN_ACTIVE, or the error of the cluster if
   * it could not be reached
   */
  take(request: ReadingRequest): Promise<{ readingId: string }>
  /** Resumes a reading that is not complete. @throws AppError as `take`, or OBSERVATION_NOT_FOUND */
  resume(readingId: string): Promise<{ readingId: string }>
  stop(): void
  /** Returns the progress of the active reading; null if none is active. */
  live(): ReadingProgress | null
  list(): ReadingListEntry[]
  /**
   * Returns what was read so far. @throws AppError OBSERVATION_NOT_FOUND, or INPUT_INVALID if the cluster was never
   * reached
   */
  show(readingId: string): ClusterReading
  /** Resolves when no reading is active. */
  close(): Promise<void>
}

/** Creates access to the readings of the workspace. */
export function createReadings(services: ReadingServices): Readings {
  const { store } = services
  /** The call of `take` or `resume` that is active, from its begin to its end; it never rejects. */
  let active: Promise<unknown> | null = null
  let isStopRequested = false
  let current: HostReading | null = null
  let progress: ReadingProgress | null = null
  /** The reading whose host has ended, until its end is reported; null if there is none. */
  let endedId: string | null = null

  /** Does one reading at a time. @throws AppError RUN_ACTIVE before `read` is called, if another one is active */
  async function alone<T>(read: () => Promise<T>): Promise<T> {
    if (active !== null) throw new AppError('RUN_ACTIVE', 'A cluster is being read already. Wait for its end.')
    isStopRequested = false
    const reading = read()
    active = reading.catch(() => undefined)
    try {
      return await reading
    } finally {
      active = null
      // Reported only now, because a listener may start the next reading at once.
      const readingId = endedId
      endedId = null
      if (readingId !== null) services.onEnd(readingId)
    }
  }

  function stop(): void {
    isStopRequested = true
    current?.stop()
  }

  async function run(kept: KeptReading, bounds: ReadingBounds, already: ReadAlready): Promise<{ readingId: string }> {
    const { connection } = kept.request
    const secrets = await services.resolveSecrets(secretNamesOf(connection))
    progress = { readingId: kept.id, sentence: 'The cluster is being reached.', elapsedMs: 0, spanMs: bounds.spanMs }
    current = new HostReading({
      openHost: services.openHost,
      message: { type: 'observe', connection, secrets, bounds, already },
      onPart(part) {
        store().addReadingPart(kept.id, part)
        if (part.part !== 'cost') return
        const { cost } = part
        progress = {
          readingId: kept.id,
          sentence: costSentence(cost),
          elapsedMs: cost.durationMs,
          spanMs: bounds.spanMs,
        }
        services.onProgress(progress)
      },
    })
    // It was requested while the secrets were looked up.
    if (isStopRequested) current.stop()
    try {
      await current.ended
    } catch (error) {
      throw isReached(kept.id) ? resumable(error) : error
    } finally {
      current = null
      progress = null
      endedId = kept.id
    }
    return { readingId: kept.id }
  }

  /** True if a part of the cluster was read, so that the reading can be resumed. */
  function isReached(readingId: string): boolean {
    try {
      return assembled(readingId) !== null
    } catch {
      // The workspace cannot be read.
      return false
    }
  }

  function assembled(readingId: string): ClusterReading | null {
    store().readReading(readingId)
    return assembleReading(store().readingParts(readingId))
  }

  return {
    take: (request) =>
      alone(async () => {
        const now = new Date()
        const kept = { id: newRecordId(now), createdAtEpochMs: now.getTime(), request }
        store().insertReading(kept)
        return run(kept, request.bounds, { history: [], samples: [] })
      }),
    resume: (readingId) =>
      alone(async () => {
        const kept = store().readReading(readingId)
        const reading = assembled(readingId)
        if (reading === null) return run(kept, kept.request.bounds, { history: [], samples: [] })
        if (reading.isComplete) return { readingId }
        return run(kept, boundsLeft(kept.request.bounds, reading), readAlready(reading))
      }),
    stop,
    live: () => (current === null ? null : progress),
    list: () =>
      store()
        .listReadings()
        .map(({ id, createdAtEpochMs, request }) => {
          const isComplete = assembled(id)?.isComplete ?? false
          return { id, name: request.connection.name, createdAtEpochMs, isComplete }
        }),
    show(readingId) {
      const reading = assembled(readingId)
      if (reading !== null) return reading
      throw new AppError('INPUT_INVALID', `Reading ${readingId} has nothing: its cluster was never reached.`, {
        remedy: 'Read the cluster again.',
      })
    },
    async close() {
      stop()
      await active
    },
  }
}

/** Adds to an error that the reading it ended can be resumed. */
function resumable(cause: unknown): AppError {
  const { code, message, remedy, problems } = AppError.from(cause)
  const kept = 'What was read is kept: continue with "headroom observations resume", or with Resume in the window.'
  return new AppError(code, message, { problems, remedy: [remedy ?? '', kept].join(' ').trim(), cause })
}

/** Returns the bounds that are left for a resumed reading. */
function boundsLeft(bounds: ReadingBounds, { startedAtEpochMs, endedAtEpochMs, cost }: ClusterReading): ReadingBounds {
  return {
    ...bounds,
    spanMs: Math.max(0, Math.round(bounds.spanMs - (endedAtEpochMs - startedAtEpochMs))),
    sampleBytes: Math.max(0, bounds.sampleBytes - cost.sampledBytes),
  }
}

function readAlready({ topics }: ClusterReading): ReadAlready {
  return {
    history: topics.filter(({ history }) => history !== null).map(({ name }) => name),
    samples: topics.filter(({ sample }) => sample !== null).map(({ name }) => name),
  }
}

/** Describes the cost of a reading so far in one sentence. */
function costSentence({ requests, responseBytes, sampledBytes, durationMs }: ReadingCost): string {
  const seconds = Math.max(1, durationMs / 1000)
  const rates = `${(requests / seconds).toFixed(1)} requests/s, ${formatBytes(responseBytes / seconds)}/s`
  return `${requests} requests, ${formatBytes(responseBytes)} read, of them ${formatBytes(sampledBytes)} of batches (${rates}).`
}
