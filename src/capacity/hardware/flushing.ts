/**
 * Flushes of partitions to disk (`flush.messages`): how many there are, and how many a broker can have under way.
 *
 * A broker flushes while it appends: the request handler waits for the disk, and the lock of the log makes other
 * appends to the partition wait. docs/laws/flush.md has the experiment.
 */
import type { Deployment } from '../../contracts/scenario.ts'
import type { Workload } from '../../contracts/workload.ts'

/** How brokers flush. */
export type Flushing = {
  /** Time of one flush of a partition, in ms. */
  readonly flushMs: number
  /** Time of one sync of the disk, in ms, and how many of them a flush takes. */
  readonly syncMs: number
  readonly syncs: number
  /** True if the scenario gives the time of a sync. */
  readonly isGiven: boolean
  /** Threads that handle requests, each of which can wait for one flush. */
  readonly ioThreads: number
}

/** The part of `flushMs` that the scenario states: one sync, because each flush has at least one; 0 if it states none. */
export function statedFlushMs(flushing: Flushing | null): number {
  return flushing?.isGiven === true ? flushing.syncMs : 0
}

/** Kafka's default of `num.io.threads`. */
const defaultIoThreads = 8

/** How brokers flush; null if no topic has `flushMessages`, or no time of a sync is known. */
export function describeFlushing(
  { topics }: Workload,
  { diskSyncMs, ioThreads = defaultIoThreads }: Deployment,
  parameters: { readonly diskSyncMs: number; readonly syncsPerFlush: number },
): Flushing | null {
  if (topics.every(({ flushMessages }) => flushMessages === undefined)) return null
  const syncMs = diskSyncMs ?? parameters.diskSyncMs
  if (syncMs === 0) return null
  const { syncsPerFlush: syncs } = parameters
  return { flushMs: syncMs * syncs, syncMs, syncs, isGiven: diskSyncMs !== undefined, ioThreads }
}

/**
 * Flushes of appended batches: one after each batch, unless it takes several batches to reach `flushMessages` records.
 * Flushes/s if records and batches are rates.
 */
export function flushesPerSec(flushMessages: number, records: number, batches: number): number {
  return Math.min(batches, records / flushMessages)
}
