/**
 * Writes record batches of format v2 with the content that a test needs.
 */

export interface RecordOptions {
  readonly key?: string
  /** Null for a tombstone. */
  readonly value: string | null
  readonly headers?: Readonly<Record<string, string>>
}

export interface BatchOptions {
  readonly records: readonly RecordOptions[]
  readonly baseOffset?: number
  readonly producerId?: bigint
  /** Number of the codec in the attributes. */
  readonly codec?: number
  readonly compress?: (records: Buffer) => Buffer
  readonly isTransactional?: boolean
  readonly isControl?: boolean
  readonly lastOffsetDelta?: number
  readonly baseTimestamp?: number
  /** Sets the bit of the delete horizon, which then is in the place of the base timestamp. */
  readonly hasDeleteHorizon?: boolean
  readonly spanMs?: number
}

/** The bytes of one batch. */
export function makeBatch(options: BatchOptions): Buffer {
  const plain = Buffer.concat(options.records.map((record, index) => recordBytes(record, index)))
  const records = options.compress?.(plain) ?? plain
  const header = Buffer.alloc(61)
  const baseTimestamp = options.baseTimestamp ?? 1_700_000_000_000
  header.writeBigInt64BE(BigInt(options.baseOffset ?? 0), 0)
  header.writeInt32BE(61 - 12 + records.length, 8)
  header.writeInt8(2, 16)
  const flags =
    (options.isTransactional === true ? 16 : 0) +
    (options.isControl === true ? 32 : 0) +
    (options.hasDeleteHorizon === true ? 64 : 0)
  header.writeInt16BE((options.codec ?? 0) + flags, 21)
  header.writeInt32BE(options.lastOffsetDelta ?? options.records.length - 1, 23)
  header.writeBigInt64BE(BigInt(baseTimestamp), 27)
  header.writeBigInt64BE(BigInt(baseTimestamp + (options.spanMs ?? 0)), 35)
  header.writeBigInt64BE(options.producerId ?? -1n, 43)
  header.writeInt32BE(options.records.length, 57)
  return Buffer.concat([header, records])
}

function recordBytes({ key, value, headers = {} }: RecordOptions, index: number): Buffer {
  const names = Object.entries(headers)
  const body = Buffer.concat([
    Buffer.from([0]),
    varint(index),
    varint(index),
    sized(key ?? null),
    sized(value),
    varint(names.length),
    ...names.flatMap(([name, text]) => [sized(name), sized(text)]),
  ])
  return Buffer.concat([varint(body.length), body])
}

function sized(text: string | null): Buffer {
  if (text === null) return varint(-1)
  const bytes = Buffer.from(text)
  return Buffer.concat([varint(bytes.length), bytes])
}

/** A zigzag varint. */
function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value < 0 ? -2 * value - 1 : 2 * value
  while (rest > 0x7f) {
    bytes.push((rest & 0x7f) | 0x80)
    rest = Math.floor(rest / 128)
  }
  return Buffer.from([...bytes, rest])
}
