/**
 * Tracks what a group has received: which records, to count duplicates exactly, and the next offset of each partition.
 */
import { SequenceIntervals } from './sequence-intervals.ts'

/** Sequences and positions of one group. */
export class ReceivedRecords {
  /** One set per producer and partition, made when its first record arrives. A topic may get more partitions during a run. */
  private readonly sequences: SequenceIntervals[][] = []
  private readonly nextOffsets: number[]

  /** @param startOffsets first offset to read, by partition number; 0 for partitions that are left out */
  constructor(startOffsets: readonly number[] = []) {
    this.nextOffsets = [...startOffsets]
  }

  /** Adds a record of the run. @returns true if it is a duplicate */
  add(producerIndex: number, partition: number, sequence: number): boolean {
    let ofProducer = this.sequences[producerIndex]
    if (ofProducer === undefined) {
      ofProducer = []
      this.sequences[producerIndex] = ofProducer
    }
    let intervals = ofProducer[partition]
    if (intervals === undefined) {
      intervals = new SequenceIntervals()
      ofProducer[partition] = intervals
    }
    return intervals.add(sequence)
  }

  /** Notes that the group has read the record at this offset. */
  noteOffset(partition: number, offset: number): void {
    if (offset >= this.nextOffset(partition)) this.nextOffsets[partition] = offset + 1
  }

  /** Notes that the group has read the partition to its end, which is this offset; markers may come before it. */
  noteEnd(partition: number, offset: number): void {
    this.nextOffsets[partition] = Math.max(this.nextOffset(partition), offset)
  }

  /** The offset to read next, for example after a rebalance. Before the first record it is the start offset. */
  nextOffset(partition: number): number {
    return this.nextOffsets[partition] ?? 0
  }
}
