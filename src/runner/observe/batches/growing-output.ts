/**
 * The output of a decompressor. It grows up to a limit, and can copy parts of itself.
 */

/** Damaged input, or more output than allowed. */
export class DecompressionError extends Error {
  override readonly name = 'DecompressionError'
}

/** Size of the buffer before it grows. */
const initialBytes = 64

/** Collects decompressed bytes. @throws DecompressionError if the output would exceed `maxBytes` */
export class GrowingOutput {
  private buffer: Buffer
  private length = 0
  private readonly maxBytes: number

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
    this.buffer = Buffer.allocUnsafe(Math.min(maxBytes, initialBytes))
  }

  get bytes(): Buffer {
    return this.buffer.subarray(0, this.length)
  }

  append(bytes: Buffer): void {
    this.reserve(bytes.length)
    bytes.copy(this.buffer, this.length)
    this.length += bytes.length
  }

  /** Appends `count` bytes of the output itself, from `distance` bytes before its end on. They may overlap what is appended. */
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
    if (needed > this.maxBytes) throw new DecompressionError(`more than the ${this.maxBytes} bytes that are allowed`)
    if (needed <= this.buffer.length) return
    const larger = Buffer.allocUnsafe(Math.min(this.maxBytes, Math.max(needed, this.buffer.length * 2)))
    this.buffer.copy(larger, 0, 0, this.length)
    this.buffer = larger
  }
}
