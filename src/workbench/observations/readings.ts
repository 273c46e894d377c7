/**
 * The readings of running clusters that a workspace keeps: takes new ones, resumes those that were interrupted, and shows
 * what was read.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { ClusterReading } from '../../contracts/cluster-reading.ts'
import type { Secrets } from '../../contracts/connection.ts'
import type { ReadingProgress } from '../../contracts/ipc-readings.ts'
import type { ReadingListEntry, ReadingRequest } from '../../contracts/kept-reading.ts'
import type { ReadAlready, ReadingBounds } from '../../contracts/reading-part.ts'
import { assembleReading } from '../../measurement/reading/assemble-reading.ts'
import { secretNamesOf } from '../secrets/connection-files.ts'
import type { Store } from '../store/store.ts'
import { newRecordId } from '../validation/record-id.ts'
import { ActiveReading, type ActiveReadingServices, type ReadingOrder } from './active-reading.ts'

/** Services that are needed to read clusters. */
export interface ReadingServices extends ActiveReadingServices {
  resolveSecrets(names: readonly string[]): Promise<Secrets>
  store(): Pick<Store, 'insertReading' | 'addReadingPart' | 'readReading' | 'readingParts' | 'listReadings'>
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
  const active = new ActiveReading(services)

  async function run(order: Omit<ReadingOrder, 'secrets'>): Promise<{ readingId: string }> {
    const { id: readingId, request } = order.kept
    const secrets = await services.resolveSecrets(secretNamesOf(request.connection))
    try {
      await active.run({ ...order, secrets })
    } catch (error) {
      throw isReached(services, readingId) ? resumable(error) : error
    }
    return { readingId }
  }

  const assembled = (readingId: string) => assembledFrom(store(), readingId)

  return {
    take: (request) =>
      active.alone(async () => {
        const now = new Date()
        const kept = { id: newRecordId(now), createdAtEpochMs: now.getTime(), request }
        store().insertReading(kept)
        return run({ kept, bounds: request.bounds, already: nothing })
      }),
    resume: (readingId) =>
      active.alone(async () => {
        const kept = store().readReading(readingId)
        const { bounds } = kept.request
        const reading = assembled(readingId)
        if (reading === null) return run({ kept, bounds, already: nothing })
        if (reading.isComplete) return { readingId }
        return run({ kept, bounds: boundsLeft(bounds, reading), already: readAlready(reading) })
      }),
    stop: () => active.stop(),
    live: () => active.live(),
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
    close: () => active.close(),
  }
}

/** What was read so far; null if the cluster was never reached. @throws AppError OBSERVATION_NOT_FOUND */
function assembledFrom(store: ReturnType<ReadingServices['store']>, readingId: string): ClusterReading | null {
  store.readReading(readingId)
  return assembleReading(store.readingParts(readingId))
}

/** True if a part of the cluster was read, so that the reading can be resumed. */
function isReached({ store }: ReadingServices, readingId: string): boolean {
  try {
    return assembledFrom(store(), readingId) !== null
  } catch {
    // The workspace cannot be read.
    return false
  }
}

/** What a new reading has read already. */
const nothing: ReadAlready = { history: [], samples: [] }

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
