/**
 * Chooses the partition and the key of a producer's next record.
 */
import { keyNumberBytes, partitionOfKey } from '../../contracts/murmur2.ts'
import type { PlannedProducer } from '../../contracts/run-plan.ts'
import { createRandom } from '../../contracts/seeded-random.ts'
import { createZipf } from './random.ts'

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

/** The rule by which a producer chooses partitions. The load engine uses the same rule (engine/partition-chooser.c). */
export type ChooserPlan =
  | {
      readonly kind: 'turns'
      readonly turn: Turn
      readonly firstPartition: number
    }
  | {
      readonly kind: 'keys'
      readonly distinct: number
      /** Number of the first key; the others follow it. */
      readonly first: number
      /** Exponent of Zipf's law; null if all keys are equally frequent. */
      readonly exponent: number | null
      readonly seed: number
    }

/** How long a producer stays with one partition before it turns to the next: a number of records, or fewer if their bytes are limited. */
type Turn = {
  readonly recordsPerTurn: number
  readonly bytesPerTurn?: number | undefined
  /** Bytes that a record takes in a batch besides its value. */
  readonly otherBytes: number
}

/** Derives the rule from the plan. Each producer starts at another partition, so that not all write to the same one at a time. */
export function planPartitionChooser(
  producer: PlannedProducer,
  options: { readonly producerIndex: number; readonly seed: number },
): ChooserPlan {
  const { partitioning } = producer
  const firstPartition = options.producerIndex
  if (partitioning.kind === 'turns') {
    const otherBytes = (producer.batchedRecordBytes ?? producer.recordValueBytes) - producer.recordValueBytes
    const { recordsPerTurn, bytesPerTurn } = partitioning
    return { kind: 'turns', turn: { recordsPerTurn, bytesPerTurn, otherBytes }, firstPartition }
  }
  const { keys, firstKey: first = 1 } = partitioning
  if (keys.kind === 'none') return { kind: 'turns', turn: { recordsPerTurn: 1, otherBytes: 0 }, firstPartition }
  const seed = (options.seed ^ Math.imul(options.producerIndex + 1, 0x85ebca6b)) >>> 0
  const exponent = keys.kind === 'zipf' ? keys.exponent : null
  return { kind: 'keys', distinct: keys.distinct, first, exponent, seed }
}

/** Creates the chooser of a planned producer. */
export function createPartitionChooser(
  producer: PlannedProducer,
  options: { readonly partitions: number; readonly producerIndex: number; readonly seed: number },
): PartitionChooser {
  const { recordKeyBytes } = producer
  const plan = planPartitionChooser(producer, options)
  if (plan.kind === 'turns') return new TurnChooser(plan.turn, recordKeyBytes, options.partitions, plan.firstPartition)
  const { distinct, first, exponent } = plan
  const random = createRandom(plan.seed)
  const rank = exponent === null ? () => 1 + Math.floor(random() * distinct) : createZipf(distinct, exponent, random)
  return new KeyChooser(() => first - 1 + rank(), recordKeyBytes, options.partitions)
}

class TurnChooser implements PartitionChooser {
  partition: number
  readonly key: Buffer | null
  private readonly turn: Turn
  private readonly bytesPerTurn: number
  private readonly partitions: number
  private leftInTurn: number
  private bytesInTurn = 0

  constructor(turn: Turn, keyBytes: number, partitions: number, firstPartition: number) {
    this.turn = turn
    this.bytesPerTurn = turn.bytesPerTurn ?? Number.POSITIVE_INFINITY
    this.partitions = partitions
    this.leftInTurn = turn.recordsPerTurn
    this.partition = firstPartition % partitions
    this.key = keyBytes > 0 ? Buffer.alloc(keyBytes, 'k') : null
  }

  next(valueBytes: number): void {
    const recordBytes = valueBytes + this.turn.otherBytes
    const isTurnOver =
      this.leftInTurn === 0 || (this.bytesInTurn > 0 && this.bytesInTurn + recordBytes > this.bytesPerTurn)
    if (isTurnOver) {
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
