/**
 * What a group received: exact counts of distinct and repeated records, and how far it is in each partition.
 */
import { SequenceIntervals } from './sequence-intervals.ts'

/** Sequences and positions of one group. */
export class ReceivedRecords {
  private readonly partitions: number
  /** One for each producer and partition that ever came, at `producer * partitions + partition`. */
  private readonly sequences: SequenceIntervals[] = []
  private readonly nextOffsets: Float64Array

  /** @param startOffsets where reading begins, by partition number; 0 where nothing is said */
  constructor(partitions: number, startOffsets: readonly number[] = []) {
    this.partitions = partitions
    this.nextOffsets = Float64Array.from({ length: partitions }, (_, partition) => startOffsets[partition] ?? 0)
  }

  /** Notes a record of the run. Returns true where it had come before. */
  add(producerIndex: number, partition: number, sequence: number): boolean {
    const at = producerIndex * this.partitions + partition
    let intervals = this.sequences[at]
    if (intervals === undefined) {
      intervals = new SequenceIntervals()
      this.sequences[at] = intervals
    }
    return intervals.add(sequence)
  }

  /** The group has read up to and including an offset. */
  noteOffset(partition: number, offset: number): void {
    if (offset >= this.nextOffset(partition)) this.nextOffsets[partition] = offset + 1
  }

  /** Where the group goes on in a partition: topics of the run are new, so it begins at 0 there and misses nothing. */
  nextOffset(partition: number): number {
    return this.nextOffsets[partition] ?? 0
  }
}
