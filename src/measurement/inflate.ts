/**
 * Unpacks zlib data (RFC 1950 and 1951) to a bounded size.
 *
 * Node's zlib keeps 16 kB and a stream for each failed unpacking until the event loop turns: 200,000 damaged histograms of
 * one run file held 1.8 GB. This keeps nothing, and takes no longer for data as short as histograms.
 */
import { fastBits, maxCodeBits, type PrefixCode, prefixCode } from './prefix-code.ts'

/** Why data was rejected. `too-large`: it would unpack to more than the limit. `unreadable`: it is no zlib data, or damaged. */
export type InflateFault = 'unreadable' | 'too-large'

/** Thrown and caught in this file only. */
class Refused extends Error {
  readonly fault: InflateFault

  constructor(fault: InflateFault) {
    super(fault)
    this.fault = fault
  }
}

/** Unpacks zlib data, and rejects it if the result would exceed `maxBytes`. Bytes after its end are ignored. Never throws. */
export function inflateWithin(packed: Uint8Array, maxBytes: number): Uint8Array | InflateFault {
  try {
    return inflate(packed, maxBytes)
  } catch (error) {
    if (error instanceof Refused) return error.fault
    throw error
  }
}

function inflate(packed: Uint8Array, maxBytes: number): Uint8Array {
  const [method = 0, flags = 0] = packed
  // Deflate with a window of up to 32 kB, whose header has its check bits and names no dictionary.
  const isZlib =
    packed.length >= 2 && (method & 0x8f) === 8 && (method * 256 + flags) % 31 === 0 && (flags & 0x20) === 0
  if (!isZlib) throw new Refused('unreadable')
  const input = new BitReader(packed, 2)
  const output = new Output(maxBytes, packed.length)
  for (let isLast = false; !isLast; ) {
    isLast = input.bits(1) === 1
    const kind = input.bits(2)
    if (kind === 0) copyStored(input, output)
    else if (kind === 1) unpackBlock(input, output, fixedCodes)
    else if (kind === 2) unpackBlock(input, output, readCodes(input))
    else throw new Refused('unreadable')
  }
  input.alignToByte()
  const bytes = output.bytes()
  for (const part of adler32(bytes)) if (input.bits(8) !== part) throw new Refused('unreadable')
  return bytes
}

/** Reads bits from the lowest of each byte up. */
class BitReader {
  private held = 0
  private count = 0
  /** Zero bytes that were read after the end; bits of them must not be used. */
  private padding = 0
  private readonly input: Uint8Array
  private at: number

  constructor(input: Uint8Array, from: number) {
    this.input = input
    this.at = from
  }

  /** The next bits, 16 at most, as a number. */
  bits(wanted: number): number {
    this.fill(wanted)
    const value = this.held & ((1 << wanted) - 1)
    this.drop(wanted)
    return value
  }

  /** The symbol of the next code. */
  symbol({ fast, counts, symbols }: PrefixCode): number {
    this.fill(maxCodeBits)
    const found = fast[this.held & ((1 << fastBits) - 1)] ?? 0
    if (found !== 0) {
      this.drop(found & 0xf)
      return found >> 4
    }
    // Codes of one length follow each other, and the shorter ones come first.
    for (let [length, code, first, index] = [1, 0, 0, 0]; length <= maxCodeBits; length += 1) {
      code |= (this.held >> (length - 1)) & 1
      const count = counts[length] ?? 0
      if (code - first < count) {
        this.drop(length)
        return symbols[index + code - first] ?? 0
      }
      index += count
      first = (first + count) << 1
      code <<= 1
    }
    throw new Refused('unreadable')
  }

  alignToByte(): void {
    this.drop(this.count % 8)
  }

  private fill(wanted: number): void {
    while (this.count < wanted) {
      const byte = this.input[this.at]
      if (byte === undefined) this.padding += 1
      else this.held |= byte << this.count
      this.at += 1
      this.count += 8
    }
  }

  private drop(used: number): void {
    this.held >>>= used
    this.count -= used
    if (this.padding * 8 > this.count) throw new Refused('unreadable')
  }
}

/** What is unpacked, in a buffer that grows up to the limit. */
class Output {
  private buffer: Uint8Array
  private length = 0
  private readonly maxBytes: number

  constructor(maxBytes: number, packedBytes: number) {
    this.maxBytes = maxBytes
    this.buffer = new Uint8Array(Math.min(maxBytes, Math.max(1_024, 4 * packedBytes)))
  }

  add(byte: number): void {
    if (this.length === this.buffer.length) this.grow()
    this.buffer[this.length] = byte
    this.length += 1
  }

  /** Repeats bytes that are `distance` back, also those that this call adds. */
  repeat(distance: number, count: number): void {
    if (distance > this.length) throw new Refused('unreadable')
    while (this.length + count > this.buffer.length) this.grow()
    const { buffer } = this
    const end = this.length + count
    for (let at = this.length; at < end; at += 1) buffer[at] = buffer[at - distance] ?? 0
    this.length = end
  }

  bytes(): Uint8Array {
    return this.buffer.subarray(0, this.length)
  }

  private grow(): void {
    if (this.buffer.length >= this.maxBytes) throw new Refused('too-large')
    const larger = new Uint8Array(Math.min(this.maxBytes, 2 * this.buffer.length))
    larger.set(this.buffer)
    this.buffer = larger
  }
}

function copyStored(input: BitReader, output: Output): void {
  input.alignToByte()
  const length = input.bits(16)
  if (input.bits(16) !== (length ^ 0xffff)) throw new Refused('unreadable')
  for (let left = length; left > 0; left -= 1) output.add(input.bits(8))
}

/** The codes of a block: of bytes and lengths, and of distances. */
interface BlockCodes {
  readonly literals: PrefixCode
  readonly distances: PrefixCode
}

const endOfBlock = 256
const [literalSymbols, distanceSymbols] = [286, 30]
/** Shortest length and distance of each symbol, and the number of bits that follow it. */
const lengths = ranges(3, [8, 4, 4, 4, 4, 4])
const distances = ranges(1, [4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2])
// The longest length has a symbol of its own.
lengths[28] = { from: 258, extraBits: 0 }

/** `counts[b]` symbols in a row are followed by b bits each. */
function ranges(first: number, counts: readonly number[]): { from: number; extraBits: number }[] {
  let from = first
  return counts.flatMap((count, extraBits) =>
    Array.from({ length: count }, () => {
      const range = { from, extraBits }
      from += 2 ** extraBits
      return range
    }),
  )
}

/** The codes of blocks that bring none. The last two symbols of each have a code and no meaning. */
const fixedCodes: BlockCodes = {
  literals: codeOf(
    Uint8Array.from({ length: 288 }, (_, symbol) => (symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8)),
    false,
  ),
  distances: codeOf(new Uint8Array(32).fill(5), false),
}

function unpackBlock(input: BitReader, output: Output, codes: BlockCodes): void {
  for (;;) {
    const symbol = input.symbol(codes.literals)
    if (symbol === endOfBlock) return
    if (symbol < endOfBlock) output.add(symbol)
    else {
      const count = inRange(input, lengths[symbol - endOfBlock - 1])
      output.repeat(inRange(input, distances[input.symbol(codes.distances)]), count)
    }
  }
}

function inRange(input: BitReader, range: { readonly from: number; readonly extraBits: number } | undefined): number {
  if (range === undefined) throw new Refused('unreadable')
  return range.from + input.bits(range.extraBits)
}

/** Order in which the lengths of the codes are written that the lengths of all other codes are written in. */
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

/** Reads the codes that a block brings with it. */
function readCodes(input: BitReader): BlockCodes {
  const literalCount = input.bits(5) + 257
  const distanceCount = input.bits(5) + 1
  const lengthCount = input.bits(4) + 4
  if (literalCount > literalSymbols || distanceCount > distanceSymbols) throw new Refused('unreadable')
  const lengthLengths = new Uint8Array(lengthOrder.length)
  for (const symbol of lengthOrder.slice(0, lengthCount)) lengthLengths[symbol] = input.bits(3)
  const lengthCode = codeOf(lengthLengths, false)
  const codeLengths = new Uint8Array(literalCount + distanceCount)
  for (let at = 0; at < codeLengths.length; ) {
    const symbol = input.symbol(lengthCode)
    if (symbol < 16) {
      codeLengths[at] = symbol
      at += 1
      continue
    }
    const isRepeated = symbol === 16
    if (isRepeated && at === 0) throw new Refused('unreadable')
    const count = isRepeated ? 3 + input.bits(2) : symbol === 17 ? 3 + input.bits(3) : 11 + input.bits(7)
    if (at + count > codeLengths.length) throw new Refused('unreadable')
    codeLengths.fill(isRepeated ? (codeLengths[at - 1] ?? 0) : 0, at, at + count)
    at += count
  }
  if (codeLengths[endOfBlock] === 0) throw new Refused('unreadable')
  return {
    literals: codeOf(codeLengths.subarray(0, literalCount), true),
    distances: codeOf(codeLengths.subarray(literalCount), true),
  }
}

function codeOf(codeLengths: Uint8Array, mayBeSingle: boolean): PrefixCode {
  const code = prefixCode(codeLengths, mayBeSingle)
  if (code === null) throw new Refused('unreadable')
  return code
}

/** Bytes whose sums stay exact without a division between them. */
const adlerStep = 4_096

/** The checksum of the unpacked bytes, as its four bytes. */
function adler32(bytes: Uint8Array): readonly number[] {
  const modulus = 65_521
  let [low, high] = [1, 0]
  for (let from = 0; from < bytes.length; from += adlerStep) {
    const to = Math.min(from + adlerStep, bytes.length)
    for (let at = from; at < to; at += 1) {
      low += bytes[at] ?? 0
      high += low
    }
    low %= modulus
    high %= modulus
  }
  return [high >> 8, high & 0xff, low >> 8, low & 0xff]
}
