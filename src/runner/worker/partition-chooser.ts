/**
 * Chooses the partition and the key of a producer's next record.
 */
import type { PlannedProducer } from '../../contracts/run-plan.ts'
import { partitionOfKey } from './murmur2.ts'
import { createRandom, createZipf } from './random.ts'

/** Size of a key's number in bytes. Only the hash of this number determines the partition, not the rest of the key. */
const keyNumberBytes = 8

/**
 * The destination of the next record. It changes only with `next`, so that a record that the library did not accept is
 * offered again unchanged.
 */
export type PartitionChooser = {
  /** Chooses the destination of the next record, whose value has this many bytes. */
  next(valueBytes: number): void
  readonly partition: number
  /** The key to send; null if records have no key. The buffer is reused, because the library copies it. */
  readonly key: Buffer | null
}

/**
 * Creates the chooser of a planned producer. Producers start at different partitions, so that they do not move in step.
 */
export function createPartitionChooser(
  producer: PlannedProducer,
  options: { readonly partitions: number; readonly producerIndex: number; readonly seed: number },
): PartitionChooser {
  const { partitioning, recordKeyBytes } = producer
  if (partitioning.kind === 'turns') {
    const otherBytes = (producer.batchedRecordBytes ?? producer.recordValueBytes) - producer.recordValueBytes
    return new TurnChooser({ ...partitioning, otherBytes }, recordKeyBytes, options.partitions, options.producerIndex)
  }
  const random = createRandom(options.seed ^ Math.imul(options.producerIndex + 1, 0x85ebca6b))
  const { keys } = partitioning
  if (keys.kind === 'none') {
    const turn = { recordsPerTurn: 1, otherBytes: 0 }
    return new TurnChooser(turn, recordKeyBytes, options.partitions, options.producerIndex)
  }
  const draw =
    keys.kind === 'zipf'
      ? createZipf(keys.distinct, keys.exponent, random)
      : () => 1 + Math.floor(random() * keys.distinct)
  return new KeyChooser(draw, recordKeyBytes, options.partitions)
}

/** How long a producer stays with one partition: a number of records, and optionally of bytes. */
type Turn = {
  readonly recordsPerTurn: number
  readonly bytesPerTurn?: number | undefined
  /** Bytes that a record takes in a batch besides its value. */
  readonly otherBytes: number
}

class TurnChooser implements PartitionChooser {
  partition: number
  readonly key: Buffer | null
  private readonly turn: Turn
  private readonly bytesPerTurn: number
  private readonly partitions: number
  private leftInTurn: number
  private bytesInTurn = 0

  constructor(turn: Turn, keyBytes: number, partitions: number, producerIndex: number) {
    this.turn = turn
    this.bytesPerTurn = turn.bytesPerTurn ?? Number.POSITIVE_INFINITY
    this.partitions = partitions
    this.leftInTurn = turn.recordsPerTurn
    this.partition = producerIndex % partitions
    this.key = keyBytes > 0 ? Buffer.alloc(keyBytes, 'k') : null
  }

  next(valueBytes: number): void {
    const recordBytes = valueBytes + this.turn.otherBytes
    const isOver = this.leftInTurn === 0 || (this.bytesInTurn > 0 && this.bytesInTurn + recordBytes > this.bytesPerTurn)
    if (isOver) {
      this.leftInTurn = this.turn.recordsPerTurn
      this.bytesInTurn = 0
      this.partition = (this.partition + 1) % this.partitions
    }
    this.leftInTurn -= 1
    this.bytesInTurn += recordBytes
  }
}

class KeyChooser implements PartitionChooser {
  partition = 0
  readonly key: Buffer | null
  private readonly number = Buffer.alloc(keyNumberBytes)
  private readonly draw: () => number
  private readonly partitions: number

  constructor(draw: () => number, keyBytes: number, partitions: number) {
    this.draw = draw
    this.partitions = partitions
    this.key = keyBytes > 0 ? Buffer.alloc(keyBytes) : null
  }

  next(): void {
    this.number.writeDoubleLE(this.draw(), 0)
    this.partition = partitionOfKey(this.number, this.partitions)
    if (this.key !== null) this.number.copy(this.key, 0, 0, Math.min(this.key.length, keyNumberBytes))
  }
}
