/**
 * Decompresses an LZ4 frame, as Kafka's producers write it.
 *
 * Format: lz4/lz4, doc/lz4_Frame_format.md and lz4_Block_format.md. Checksums are ignored, because TCP and Kafka have checked
 * the bytes already.
 */
import { DecompressionError, GrowingOutput } from './growing-output.ts'

const magic = 0x184d2204
const minimumMatch = 4

/** @throws DecompressionError for damaged input, or more than `maxBytes` bytes */
export function decompressLz4Frame(bytes: Buffer, maxBytes: number): Buffer {
  need(bytes, 0, 7)
  if (bytes.readUInt32LE(0) !== magic) throw new DecompressionError('no LZ4 frame')
  const flags = bytes.readUInt8(4)
  const hasBlockChecksum = (flags & 0x10) !== 0
  const hasContentSize = (flags & 0x08) !== 0
  const hasDictionary = (flags & 0x01) !== 0
  // Magic, flags, block size; content size and dictionary id, if there are any; checksum of the header.
  let position = 6 + (hasContentSize ? 8 : 0) + (hasDictionary ? 4 : 0) + 1
  const output = new GrowingOutput(maxBytes)
  for (;;) {
    need(bytes, position, 4)
    const word = bytes.readUInt32LE(position)
    position += 4
    if (word === 0) return output.bytes
    const size = word & 0x7fffffff
    need(bytes, position, size)
    const block = bytes.subarray(position, position + size)
    if (word > 0x7fffffff) output.append(block)
    else appendBlock(block, output)
    position += size + (hasBlockChecksum ? 4 : 0)
  }
}

function appendBlock(block: Buffer, output: GrowingOutput): void {
  let position = 0
  const longLength = (start: number): number => {
    let length = start
    if (start !== 15) return length
    for (;;) {
      need(block, position, 1)
      const byte = block.readUInt8(position)
      position += 1
      length += byte
      if (byte !== 255) return length
    }
  }
  while (position < block.length) {
    const token = block.readUInt8(position)
    position += 1
    const literals = longLength(token >> 4)
    need(block, position, literals)
    output.append(block.subarray(position, position + literals))
    position += literals
    // The last sequence has no match.
    if (position >= block.length) return
    need(block, position, 2)
    const distance = block.readUInt16LE(position)
    position += 2
    output.repeat(distance, longLength(token & 15) + minimumMatch)
  }
}

function need(bytes: Buffer, position: number, count: number): void {
  if (position + count > bytes.length) throw new DecompressionError('the frame is cut')
}
