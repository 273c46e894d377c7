/**
 * Decompresses the records of a batch in memory, never to more than a bound.
 */
import * as zlib from 'node:zlib'
import type { Codec } from './batch-headers.ts'
import { decompressLz4Frame } from './lz4.ts'
import { decompressSnappy } from './snappy.ts'

/** Largest batch after decompression: a bomb of a few kilobytes could otherwise fill the memory. */
export const mostUncompressedBytes = 64 * 1024 * 1024

/**
 * The record bytes of a batch.
 * @throws an error if they are damaged, or longer than `most`
 */
export function decompress(codec: Codec, bytes: Buffer, most = mostUncompressedBytes): Buffer {
  switch (codec) {
    case 'none':
      return bytes
    case 'gzip':
      return zlib.gunzipSync(bytes, { maxOutputLength: most })
    case 'snappy':
      return decompressSnappy(bytes, most)
    case 'lz4':
      return decompressLz4Frame(bytes, most)
    case 'zstd':
      return decompressZstd(bytes, most)
  }
}

type ZstdDecompress = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer

/** Node has zstd from version 22.15 on, which the runner brings with it; the types here are those of Node 20. */
function decompressZstd(bytes: Buffer, most: number): Buffer {
  const { zstdDecompressSync } = zlib as { readonly zstdDecompressSync?: ZstdDecompress }
  if (zstdDecompressSync === undefined) throw new Error('this Node cannot decompress zstd')
  return zstdDecompressSync(bytes, { maxOutputLength: most })
}
