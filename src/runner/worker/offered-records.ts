/**
 * Counts the records that a producer's schedule offered.
 */
import type { SendSchedule } from './schedule.ts'

/** Offered records of one producer, second by second. */
export class OfferedRecords {
  private readonly schedule: SendSchedule
  private readonly isClosedLoop: boolean
  /** Records that previous calls have counted as offered. */
  private counted = 0

  constructor(schedule: SendSchedule, isClosedLoop: boolean) {
    this.schedule = schedule
    this.isClosedLoop = isClosedLoop
  }

  /**
   * Returns the records offered since the previous call, and those that are due but not sent.
   *
   * @param elapsedMs time since the start of the load
   * @param sentRecords records sent so far
   */
  take(elapsedMs: number, sentRecords: number): { readonly offeredRecords: number; readonly backlogRecords: number } {
    // `elapsedMs` is slightly in the past. A record that was sent after that time was due, so it counts as offered. A closed loop
    // offers only what it sends, because no other record is due while its senders wait.
    const due = this.isClosedLoop ? sentRecords : Math.max(this.schedule.dueBy(elapsedMs), sentRecords)
    const offeredRecords = due - this.counted
    this.counted = due
    return { offeredRecords, backlogRecords: due - sentRecords }
  }
}
