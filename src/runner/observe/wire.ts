/**
 * Kafka's primitive types, written and read in sequence (https://kafka.apache.org/protocol: protocol primitive types).
 *
 * Classic versions of a request have lengths of 2 and 4 bytes. Flexible versions have compact lengths (unsigned varints of
 * the length plus one) and tagged fields, which are skipped.
 */

/** A response that does not have the layout of its version. */
export class WireError extends Error {
  override readonly name = 'WireError'
}

/** Maximum number of entries of an array. No response has room for more. */
const maxEntries = 5_000_000

/** Writes the body of a request. */
export class WireWriter {
  readonly #parts: Buffer[] = []

  int8(value: number): this {
    return this.#add(1, (buffer) => buffer.writeInt8(value))
  }

  int32(value: number): this {
    return this.#add(4, (buffer) => buffer.writeInt32BE(value))
  }

  int64(value: number): this {
    return this.#add(8, (buffer) => buffer.writeBigInt64BE(BigInt(value)))
  }

  boolean(value: boolean): this {
    return this.int8(value ? 1 : 0)
  }

  /** A string of a classic version; null has the length -1. */
  text(value: string | null): this {
    if (value === null) return this.#add(2, (buffer) => buffer.writeInt16BE(-1))
    const bytes = Buffer.from(value, 'utf8')
    this.#add(2, (buffer) => buffer.writeInt16BE(bytes.length))
    this.#parts.push(bytes)
    return this
  }

  /** An array of a classic version; null has the length -1. */
  array<T>(values: readonly T[] | null, write: (value: T) => void): this {
    this.int32(values === null ? -1 : values.length)
    for (const value of values ?? []) write(value)
    return this
  }

  compactText(value: string): this {
    const bytes = Buffer.from(value, 'utf8')
    this.#varint(bytes.length + 1)
    this.#parts.push(bytes)
    return this
  }

  compactArray<T>(values: readonly T[] | null, write: (value: T) => void): this {
    this.#varint(values === null ? 0 : values.length + 1)
    for (const value of values ?? []) write(value)
    return this
  }

  /** The end of a structure of a flexible version: no tagged fields. */
  noTags(): this {
    return this.int8(0)
  }

  get bytes(): Buffer {
    return Buffer.concat(this.#parts)
  }

  #varint(value: number): void {
    let rest = value
    while (rest > 0x7f) {
      this.#parts.push(Buffer.from([(rest & 0x7f) | 0x80]))
      rest >>>= 7
    }
    this.#parts.push(Buffer.from([rest]))
  }

  #add(length: number, write: (buffer: Buffer) => void): this {
    const buffer = Buffer.alloc(length)
    write(buffer)
    this.#parts.push(buffer)
    return this
  }
}

/** Reads a response. Every method throws WireError if the bytes end too early. */
export class WireReader {
  readonly #bytes: Buffer
  #offset = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  int8(): number {
    return this.#bytes.readInt8(this.#advance(1))
  }

  int16(): number {
    return this.#bytes.readInt16BE(this.#advance(2))
  }

  int32(): number {
    return this.#bytes.readInt32BE(this.#advance(4))
  }

  /** Read as a number, because offsets and times are far below 2^53. */
  int64(): number {
    return Number(this.#bytes.readBigInt64BE(this.#advance(8)))
  }

  float64(): number {
    return this.#bytes.readDoubleBE(this.#advance(8))
  }

  boolean(): boolean {
    return this.int8() !== 0
  }

  text(): string | null {
    return this.#textOf(this.int16())
  }

  /** Bytes of a classic version, without a copy; null if the length is -1. */
  blob(): Buffer | null {
    const length = this.int32()
    return length < 0 ? null : this.#slice(length)
  }

  array<T>(read: () => T): readonly T[] {
    return this.#entries(this.int32(), read)
  }

  compactText(): string | null {
    return this.#textOf(this.#varint() - 1)
  }

  compactArray<T>(read: () => T): readonly T[] {
    return this.#entries(this.#varint() - 1, read)
  }

  skip(length: number): void {
    this.#advance(length)
  }

  skipTags(): void {
    const fields = this.#varint()
    for (let field = 0; field < fields; field += 1) {
      this.#varint()
      this.skip(this.#varint())
    }
  }

  #entries<T>(length: number, read: () => T): readonly T[] {
    if (length > maxEntries) throw new WireError(`an array of ${length} entries`)
    const values: T[] = []
    for (let index = 0; index < length; index += 1) values.push(read())
    return values
  }

  #textOf(length: number): string | null {
    return length < 0 ? null : this.#slice(length).toString('utf8')
  }

  #slice(length: number): Buffer {
    const start = this.#advance(length)
    return this.#bytes.subarray(start, start + length)
  }

  #varint(): number {
    let value = 0
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#bytes.readUInt8(this.#advance(1))
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
    throw new WireError('a length of more than five bytes')
  }

  #advance(length: number): number {
    const start = this.#offset
    if (length < 0 || start + length > this.#bytes.length) throw new WireError('the response is too short')
    this.#offset += length
    return start
  }
}
