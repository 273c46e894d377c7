/**
 * What claims to be a histogram and unpacks to far more: made in pieces, so that making it takes no memory either.
 */
import { once } from 'node:events'
import { createDeflate } from 'node:zlib'

const pieceBytes = 1_000_000

/** Zeros behind a histogram's first bytes, compressed as a histogram is. */
export async function histogramBomb(unpackedBytes: number): Promise<string> {
  const deflate = createDeflate({ level: 9 })
  const pieces: Buffer[] = []
  deflate.on('data', (piece: Buffer) => pieces.push(piece))
  const head = Buffer.alloc(40)
  head.writeInt32BE(0x1c849313, 0)
  head.writeInt32BE(unpackedBytes - head.length, 4)
  head.writeInt32BE(3, 12)
  head.writeBigInt64BE(1n, 16)
  head.writeBigInt64BE(3_600_000_000n, 24)
  head.writeDoubleBE(1, 32)
  deflate.write(head)
  const zeros = Buffer.alloc(pieceBytes)
  for (let left = unpackedBytes - head.length; left > 0; left -= pieceBytes) {
    if (!deflate.write(zeros.subarray(0, Math.min(left, pieceBytes)))) await once(deflate, 'drain')
  }
  deflate.end()
  await once(deflate, 'end')
  return wrapped(Buffer.concat(pieces))
}

/** The bytes of a compressed histogram behind their cookie and length, in base64. */
export function wrapped(compressed: Uint8Array): string {
  const head = Buffer.alloc(8)
  head.writeInt32BE(0x1c849314, 0)
  head.writeInt32BE(compressed.length, 4)
  return Buffer.concat([head, compressed]).toString('base64')
}

/** The bytes between: what `wrapped` was given. */
export function unwrapped(encoded: string): Buffer {
  return Buffer.from(encoded, 'base64').subarray(8)
}
