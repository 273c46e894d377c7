/**
 * What a group received: which records, so that duplicates are counted exactly, and its position in each partition.
 */
import { SequenceIntervals } from './sequence-intervals.ts'

/** Sequences and positions of one group. */
export class ReceivedRecords {
  private readonly partitions: number
  /** One per producer and partition with records, at index `producer * partitions + partition`. */
  private readonly sequences: SequenceIntervals[] = []
  private readonly nextOffsets: Float64Array

  /** @param startOffsets first offset to read, by partition number; 0 for those left out */
  constructor(partitions: number, startOffsets: readonly number[] = []) {
    this.partitions = partitions
    this.nextOffsets = Float64Array.from({ length: partitions }, (_, partition) => startOffsets[partition] ?? 0)
  }

  /** Adds a record of the run. @returns true if it is a duplicate */
  add(producerIndex: number, partition: number, sequence: number): boolean {
    const at = producerIndex * this.partitions + partition
    let intervals = this.sequences[at]
    if (intervals === undefined) {
      intervals = new SequenceIntervals()
      this.sequences[at] = intervals
    }
    return intervals.add(sequence)
  }

  /** The group has read the record at this offset. */
  noteOffset(partition: number, offset: number): void {
    if (offset >= this.nextOffset(partition)) this.nextOffsets[partition] = offset + 1
  }

  /** The offset to read next, for example after a rebalance. Topics of the run are new, so it begins at 0 there. */
  nextOffset(partition: number): number {
    return this.nextOffsets[partition] ?? 0
  }
}
