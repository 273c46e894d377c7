/**
 * The interface of the loop that reads the records of a consumer group and accounts for them. There are two loops: the
 * native one (native-group.ts), and the reference loop in JavaScript (reference-group.ts), which is used if the native
 * one cannot be loaded. Both give the same counts for the same records.
 */
import type { ConsumerSample } from '../../contracts/sample.ts'
import type { StatisticsSecond } from './client-statistics.ts'

/** A connected member of a group. */
export type Member = {
  /** Joins the group and starts reading. @param given partitions to read without joining; null to join */
  join(given: readonly number[] | null): void
  /** Partitions of this member with their end offsets, which are null until a broker has reported them. */
  endOffsets(): readonly { readonly partition: number; readonly endOffset: number | null }[]
  /** How often partitions were assigned to this member. */
  readonly rebalances: number
  /** Begins the load: discards the statistics so far. */
  start(): void
  /**
   * Stops reading until `resume`, even if other partitions are assigned meanwhile. Records that the library has already buffered
   * are dropped and fetched again after `resume`.
   */
  pause(): void
  /** Continues reading from the group's position. */
  resume(): void
  takeStatistics(nowMs: number, isLast: boolean): StatisticsSecond
  /** Leaves the group and disconnects. */
  close(): Promise<void>
}

/** The values of a consumer sample that are not derived from the records. */
export type GroupRest = Pick<ConsumerSample, 'wireBytes' | 'lagRecords' | 'throttleMs' | 'rebalances'>

/** The loop of one group. All its members share the accounting. */
export type GroupLoop = {
  /** Connects a member. @throws AppError CLUSTER_UNREACHABLE */
  addMember(): Promise<Member>
  /** The offset to read next, for example after a rebalance. It begins at 0 in topics that the run created. */
  nextOffset(partition: number): number
  /** Returns the sample of the second and resets all counters. Take the members' statistics before. */
  take(rest: GroupRest): ConsumerSample
}
