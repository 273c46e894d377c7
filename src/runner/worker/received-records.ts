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

  constructor(partitions: number) {
    this.partitions = partitions
    this.nextOffsets = new Float64Array(partitions)
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

  /** Where the group goes on in a partition: run topics are new, so it begins at 0 and misses nothing. */
  nextOffset(partition: number): number {
    return this.nextOffsets[partition] ?? 0
  }
}
