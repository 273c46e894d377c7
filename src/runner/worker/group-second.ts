/**
 * Counters and the histogram of one consumer group for the present second.
 */
import type { ConsumerSample } from '../../contracts/sample.ts'
import { createLatencyRecorder } from '../../measurement/histogram.ts'

/** Counts what a group received since the last `take`. */
export class GroupSecond {
  private readonly groupId: string
  private readonly endToEndUs = createLatencyRecorder()
  private records = 0
  private duplicateRecords = 0
  private payloadBytes = 0
  private negativeLatencies = 0
  private errors = new Map<string, number>()

  constructor(groupId: string) {
    this.groupId = groupId
  }

  noteRecord(payloadBytes: number, isDuplicate: boolean): void {
    this.records += 1
    this.payloadBytes += payloadBytes
    if (isDuplicate) this.duplicateRecords += 1
  }

  noteLatency(latencyUs: number): void {
    if (latencyUs < 0) this.negativeLatencies += 1
    this.endToEndUs.recordUs(Math.max(0, latencyUs))
  }

  noteError(codeName: string): void {
    this.errors.set(codeName, (this.errors.get(codeName) ?? 0) + 1)
  }

  /** Returns the sample of the second and resets all counters. */
  take(rest: Pick<ConsumerSample, 'wireBytes' | 'lagRecords' | 'throttleMs' | 'rebalances'>): ConsumerSample {
    const second: ConsumerSample = {
      groupId: this.groupId,
      records: this.records,
      duplicateRecords: this.duplicateRecords,
      payloadBytes: this.payloadBytes,
      ...rest,
      endToEndHistogram: this.endToEndUs.takeEncoded(),
      negativeLatencies: this.negativeLatencies,
      errors: Object.fromEntries(this.errors),
    }
    this.records = 0
    this.duplicateRecords = 0
    this.payloadBytes = 0
    this.negativeLatencies = 0
    this.errors = new Map()
    return second
  }
}
