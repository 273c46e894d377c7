/**
 * The output of a decompressor: grows as needed, never beyond a bound, and copies from what it already holds.
 */

/** Damaged input, or more output than allowed. */
export class DecompressionError extends Error {
  override readonly name = 'DecompressionError'
}

export class GrowingOutput {
  private buffer: Buffer
  private length = 0
  private readonly most: number

  constructor(expected: number, most: number) {
    if (expected > most) throw new DecompressionError(`${expected} bytes are more than the ${most} that are allowed`)
    this.most = most
    this.buffer = Buffer.allocUnsafe(Math.max(64, expected))
  }

  get bytes(): Buffer {
    return this.buffer.subarray(0, this.length)
  }

  append(bytes: Buffer): void {
    this.reserve(bytes.length)
    bytes.copy(this.buffer, this.length)
    this.length += bytes.length
  }

  /** Repeats `count` bytes from `distance` before the end; they may overlap what they write. */
  repeat(distance: number, count: number): void {
    if (distance <= 0 || distance > this.length) throw new DecompressionError('a copy from before the beginning')
    this.reserve(count)
    const from = this.length - distance
    if (distance >= count) this.buffer.copy(this.buffer, this.length, from, from + count)
    else
      for (let index = 0; index < count; index += 1) this.buffer[this.length + index] = this.buffer[from + index] ?? 0
    this.length += count
  }

  private reserve(count: number): void {
    const needed = this.length + count
    if (needed > this.most) throw new DecompressionError(`more than the ${this.most} bytes that are allowed`)
    if (needed <= this.buffer.length) return
    const larger = Buffer.allocUnsafe(Math.min(this.most, Math.max(needed, this.buffer.length * 2)))
    this.buffer.copy(larger, 0, 0, this.length)
    this.buffer = larger
  }
}
