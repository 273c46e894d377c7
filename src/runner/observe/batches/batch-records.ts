/**
 * Reads the records of a batch one after another: the sizes of each, and the position of its key.
 *
 * Layout: clients/src/main/java/org/apache/kafka/common/record/DefaultRecord.java of Apache Kafka.
 */

/** Sizes of one record; -1 for a key or value that is null. */
export type RecordSizes = {
  keyBytes: number
  valueBytes: number
  headers: number
  headerNameBytes: number
  headerValueBytes: number
  /** Where the key begins in `bytes`, if there is one. */
  keyStart: number
}

/** The bytes are not valid records. */
export class BrokenRecords extends Error {
  override readonly name = 'BrokenRecords'
}

/**
 * Calls back for each record. The object passed is reused.
 * @throws BrokenRecords if the bytes do not hold that many records
 */
export function eachRecord(bytes: Buffer, count: number, visit: (sizes: Readonly<RecordSizes>) => void): void {
  const cursor = new Cursor(bytes)
  const sizes = { keyBytes: -1, valueBytes: -1, headers: 0, headerNameBytes: 0, headerValueBytes: 0, keyStart: 0 }
  for (let index = 0; index < count; index += 1) {
    const length = cursor.varint()
    const end = cursor.offset + length
    if (length <= 0 || end > bytes.length) throw new BrokenRecords('a record is longer than its batch')
    // Attributes, timestamp delta, offset delta.
    cursor.skip(1)
    cursor.varint()
    cursor.varint()
    sizes.keyBytes = cursor.varint()
    sizes.keyStart = cursor.offset
    cursor.skip(Math.max(0, sizes.keyBytes))
    sizes.valueBytes = cursor.varint()
    cursor.skip(Math.max(0, sizes.valueBytes))
    readHeaders(cursor, sizes)
    if (cursor.offset !== end) throw new BrokenRecords('a record has another length than it says')
    visit(sizes)
  }
}

function readHeaders(cursor: Cursor, sizes: RecordSizes): void {
  sizes.headers = cursor.varint()
  sizes.headerNameBytes = 0
  sizes.headerValueBytes = 0
  for (let header = 0; header < sizes.headers; header += 1) {
    const nameBytes = cursor.varint()
    cursor.skip(nameBytes)
    const valueBytes = Math.max(0, cursor.varint())
    cursor.skip(valueBytes)
    sizes.headerNameBytes += nameBytes
    sizes.headerValueBytes += valueBytes
  }
}

class Cursor {
  offset = 0
  private readonly bytes: Buffer

  constructor(bytes: Buffer) {
    this.bytes = bytes
  }

  /** Reads a zigzag varint of up to ten bytes. Values above 2^53, which only times can have, lose their last digits. */
  varint(): number {
    let value = 0
    let factor = 1
    for (let length = 0; length < 10; length += 1) {
      const byte = this.bytes[this.offset]
      if (byte === undefined) break
      this.offset += 1
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value % 2 === 0 ? value / 2 : -(value + 1) / 2
      factor *= 128
    }
    throw new BrokenRecords('a number does not end')
  }

  skip(length: number): void {
    if (length < 0 || this.offset + length > this.bytes.length) throw new BrokenRecords('a field is too long')
    this.offset += length
  }
}
