/**
 * Records that are timed: which ones, and when those that are on their way were meant to be sent and were sent.
 *
 * A record that is not timed is given to the client library without an opaque of its own: what must be counted stands in
 * its delivery report, and an opaque costs more than all else that is done to a record.
 */
import { createRandom } from './random.ts'

const firstCapacity = 4_096

/** Picks one record in every k, at a random place of each k: no rhythm of batches or of turns falls in with it. */
export class RecordSample {
  /** Number of the next record that is picked. */
  next: number
  private readonly every: number
  private readonly random: () => number

  constructor(every: number, seed: number) {
    this.every = every
    this.random = createRandom(seed)
    this.next = this.placeIn(0)
  }

  /** The next one was sent: chooses in the k records that follow on its own. */
  moveOn(): void {
    this.next = this.placeIn(Math.floor(this.next / this.every) + 1)
  }

  private placeIn(group: number): number {
    return group * this.every + (this.every === 1 ? 0 : Math.floor(this.random() * this.every))
  }
}

/** Times of the timed records that are not answered yet, a slot each, whose number travels as the record's opaque. */
export class TimedRecords {
  private intendedUs = new Float64Array(firstCapacity)
  private sentUs = new Float64Array(firstCapacity)
  private free = new Int32Array(firstCapacity)
  private freeCount = 0
  private used = 0

  /** A slot for a record. */
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

  /** The record is answered, or was not taken after all. */
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
