/**
 * Tracks which records a group has received, so that duplicates are counted exactly, and its position in each
 * partition.
 */
import { SequenceIntervals } from './sequence-intervals.ts'

/** Sequences and positions of one group. */
export class ReceivedRecords {
  private readonly partitions: number
  /** One set per producer and partition with records, at index `producer * partitions + partition`. */
  private readonly sequences: SequenceIntervals[] = []
  private readonly nextOffsets: Float64Array

  /** @param startOffsets first offset to read, by partition number; 0 for partitions that are left out */
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

  /** Records that the group has read the record at this offset. */
  noteOffset(partition: number, offset: number): void {
    if (offset >= this.nextOffset(partition)) this.nextOffsets[partition] = offset + 1
  }

  /** Records that the group has read the partition to its end, which is this offset; markers may come before it. */
  noteEnd(partition: number, offset: number): void {
    this.nextOffsets[partition] = Math.max(this.nextOffset(partition), offset)
  }

  /** The offset to read next, for example after a rebalance. It begins at 0 in topics that the run created. */
  nextOffset(partition: number): number {
    return this.nextOffsets[partition] ?? 0
  }
}
