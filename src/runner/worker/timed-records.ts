/**
 * Chooses the records whose latencies are measured, and keeps their intended and actual send times until they are
 * acknowledged.
 *
 * Only these records get an opaque (a value that librdkafka returns with the delivery report), because an opaque costs more CPU
 * time than everything else that is done for a record. Counting needs no opaque.
 */
import { createRandom } from '../../contracts/seeded-random.ts'

const firstCapacity = 4_096

/** Picks one random record out of each `every` records, so that the sample does not move in step with batches. */
export class RecordSample {
  /** Number of the next record to be picked. */
  next: number
  private readonly every: number
  private readonly random: () => number

  constructor(every: number, seed: number) {
    this.every = every
    this.random = createRandom(seed)
    this.next = this.placeIn(0)
  }

  /** Picks a record out of the next `every` records. Call it when the picked record was sent. */
  moveOn(): void {
    this.next = this.placeIn(Math.floor(this.next / this.every) + 1)
  }

  /** Picks a record out of block number `block`, which has `every` records. */
  private placeIn(block: number): number {
    return block * this.every + (this.every === 1 ? 0 : Math.floor(this.random() * this.every))
  }
}

/** Times of picked records without a delivery report. Each record has a slot, whose number is the record's opaque. */
export class TimedRecords {
  private intendedUs = new Float64Array(firstCapacity)
  private sentUs = new Float64Array(firstCapacity)
  private free = new Int32Array(firstCapacity)
  private freeCount = 0
  private used = 0

  /** Stores the times of a record. @returns its slot */
  hold(intendedUs: number, sentUs: number): number {
    const slot = this.freeCount > 0 ? (this.free[--this.freeCount] ?? 0) : this.nextSlot()
    this.intendedUs[slot] = intendedUs
    this.sentUs[slot] = sentUs
    return slot
  }

  intendedUsOf(slot: number): number {
    return this.intendedUs[slot] ?? 0
  }

  sentUsOf(slot: number): number {
    return this.sentUs[slot] ?? 0
  }

  /** Frees a slot, because the record has its delivery report or could not be sent. */
  release(slot: number): void {
    this.free[this.freeCount++] = slot
  }

  private nextSlot(): number {
    if (this.used === this.intendedUs.length) this.grow()
    return this.used++
  }

  private grow(): void {
    const capacity = this.intendedUs.length * 2
    this.intendedUs = copyInto(new Float64Array(capacity), this.intendedUs)
    this.sentUs = copyInto(new Float64Array(capacity), this.sentUs)
    this.free = copyInto(new Int32Array(capacity), this.free)
  }
}

function copyInto<A extends Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>>(target: A, source: A): A {
  target.set(source)
  return target
}
