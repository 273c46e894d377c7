/**
 * Decompresses Snappy, plain or in the blocks of snappy-java, which Java producers use.
 *
 * Format: google/snappy, format_description.txt; snappy-java's SnappyOutputStream for the blocks.
 */
import { DecompressionError, GrowingOutput } from './growing-output.ts'

const javaMagic = Buffer.from([0x82, 0x53, 0x4e, 0x41, 0x50, 0x50, 0x59, 0x00])

/** Magic, version and compatible version. */
const javaHeaderBytes = 16

/** @throws DecompressionError for damaged input, or more than `maxBytes` bytes */
export function decompressSnappy(bytes: Buffer, maxBytes: number): Buffer {
  const output = new GrowingOutput(maxBytes)
  if (!bytes.subarray(0, javaMagic.length).equals(javaMagic)) {
    appendBlock(bytes, output)
    return output.bytes
  }
  for (let start = javaHeaderBytes; start < bytes.length; ) {
    if (start + 4 > bytes.length) throw new DecompressionError('a block without its length')
    const end = start + 4 + bytes.readUInt32BE(start)
    if (end > bytes.length) throw new DecompressionError('a block is cut')
    appendBlock(bytes.subarray(start + 4, end), output)
    start = end
  }
  return output.bytes
}

function appendBlock(block: Buffer, output: GrowingOutput): void {
  let position = skipVarint(block)
  while (position < block.length) {
    const tag = block.readUInt8(position)
    position += 1
    position = (tag & 3) === 0 ? appendLiteral(block, position, tag, output) : appendCopy(block, position, tag, output)
  }
}

/** Skips the uncompressed length at the start of a block. @returns the position after it */
function skipVarint(block: Buffer): number {
  for (let position = 0; position < 5; position += 1) {
    const byte = block[position]
    if (byte === undefined) break
    if (byte < 0x80) return position + 1
  }
  throw new DecompressionError('a block without its length')
}

function appendLiteral(block: Buffer, position: number, tag: number, output: GrowingOutput): number {
  const short = tag >> 2
  const lengthBytes = short < 60 ? 0 : short - 59
  need(block, position, lengthBytes)
  const length = (lengthBytes === 0 ? short : block.readUIntLE(position, lengthBytes)) + 1
  const start = position + lengthBytes
  need(block, start, length)
  output.append(block.subarray(start, start + length))
  return start + length
}

function appendCopy(block: Buffer, position: number, tag: number, output: GrowingOutput): number {
  const kind = tag & 3
  const offsetBytes = kind === 1 ? 1 : kind === 2 ? 2 : 4
  need(block, position, offsetBytes)
  const low = block.readUIntLE(position, offsetBytes)
  const distance = kind === 1 ? ((tag >> 5) << 8) | low : low
  const count = kind === 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1
  output.repeat(distance, count)
  return position + offsetBytes
}

function need(block: Buffer, position: number, count: number): void {
  if (position + count > block.length) throw new DecompressionError('a block is cut')
}
