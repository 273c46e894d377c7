/**
 * Records handed to the client library and not yet answered: a slot each, in typed arrays, found again by its number.
 */

const firstCapacity = 4_096

/** What is remembered of a record in flight. */
export type HeldRecord = {
  readonly intendedUs: number
  readonly sentUs: number
  readonly partition: number
  /** Key and value, before compression. */
  readonly payloadBytes: number
}

/** Slots for records in flight. A slot's number travels through the library as the record's opaque. */
export class OutstandingRecords {
  private intendedUs = new Float64Array(firstCapacity)
  private sentUs = new Float64Array(firstCapacity)
  private partitions = new Int32Array(firstCapacity)
  private payloadBytes = new Int32Array(firstCapacity)
  private free = new Int32Array(firstCapacity)
  private freeCount = 0
  private used = 0
  private held = 0

  /** Records in flight. */
  get size(): number {
    return this.held
  }

  /** A slot for a record. */
  hold(record: HeldRecord): number {
    const slot = this.freeCount > 0 ? (this.free[--this.freeCount] ?? 0) : this.nextSlot()
    this.intendedUs[slot] = record.intendedUs
    this.sentUs[slot] = record.sentUs
    this.partitions[slot] = record.partition
    this.payloadBytes[slot] = record.payloadBytes
    this.held += 1
    return slot
  }

  intendedUsOf(slot: number): number {
    return this.intendedUs[slot] ?? 0
  }

  sentUsOf(slot: number): number {
    return this.sentUs[slot] ?? 0
  }

  partitionOf(slot: number): number {
    return this.partitions[slot] ?? 0
  }

  payloadBytesOf(slot: number): number {
    return this.payloadBytes[slot] ?? 0
  }

  /** The record is answered, or was not taken after all. */
  release(slot: number): void {
    this.free[this.freeCount++] = slot
    this.held -= 1
  }

  private nextSlot(): number {
    if (this.used === this.intendedUs.length) this.grow()
    return this.used++
  }

  private grow(): void {
    const capacity = this.intendedUs.length * 2
    this.intendedUs = copyInto(new Float64Array(capacity), this.intendedUs)
    this.sentUs = copyInto(new Float64Array(capacity), this.sentUs)
    this.partitions = copyInto(new Int32Array(capacity), this.partitions)
    this.payloadBytes = copyInto(new Int32Array(capacity), this.payloadBytes)
    this.free = copyInto(new Int32Array(capacity), this.free)
  }
}

function copyInto<A extends Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer>>(target: A, source: A): A {
  target.set(source)
  return target
}
