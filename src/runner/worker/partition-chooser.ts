/**
 * Which partition the next record of a producer goes to, and with which key.
 */
import type { PlannedProducer } from '../../contracts/run-plan.ts'
import { partitionOfKey } from './murmur2.ts'
import { createRandom, createZipf } from './random.ts'

/** Bytes that a key's number takes: its hash decides the partition, whatever size of key is sent. */
const keyNumberBytes = 8

/** Where the next record goes. `next` moves on; a record that the library did not take is offered again unchanged. */
export type PartitionChooser = {
  /** Chooses for the next record. */
  next(): void
  readonly partition: number
  /** The key to send; null where records have none. The buffer is used again: the library copies it. */
  readonly key: Buffer | null
}

/** The chooser of a planned producer. Producers start at different partitions, so that they do not march in step. */
export function createPartitionChooser(
  producer: PlannedProducer,
  options: { readonly partitions: number; readonly producerIndex: number; readonly seed: number },
): PartitionChooser {
  const { partitioning, recordKeyBytes } = producer
  if (partitioning.kind === 'turns') {
    return new TurnChooser(partitioning.recordsPerTurn, recordKeyBytes, options.partitions, options.producerIndex)
  }
  const random = createRandom(options.seed ^ Math.imul(options.producerIndex + 1, 0x85ebca6b))
  const { keys } = partitioning
  if (keys.kind === 'none') return new TurnChooser(1, recordKeyBytes, options.partitions, options.producerIndex)
  const draw =
    keys.kind === 'zipf'
      ? createZipf(keys.distinct, keys.exponent, random)
      : () => 1 + Math.floor(random() * keys.distinct)
  return new KeyChooser(draw, recordKeyBytes, options.partitions)
}

class TurnChooser implements PartitionChooser {
  partition: number
  readonly key: Buffer | null
  private readonly recordsPerTurn: number
  private readonly partitions: number
  private leftInTurn: number

  constructor(recordsPerTurn: number, keyBytes: number, partitions: number, producerIndex: number) {
    this.recordsPerTurn = recordsPerTurn
    this.partitions = partitions
    this.leftInTurn = recordsPerTurn + 1
    this.partition = producerIndex % partitions
    this.key = keyBytes > 0 ? Buffer.alloc(keyBytes, 'k') : null
  }

  next(): void {
    this.leftInTurn -= 1
    if (this.leftInTurn > 0) return
    this.leftInTurn = this.recordsPerTurn
    this.partition = (this.partition + 1) % this.partitions
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
