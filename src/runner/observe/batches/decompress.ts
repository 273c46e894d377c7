/**
 * Decompresses the records of a batch in memory, up to a size limit.
 */
import * as zlib from 'node:zlib'
import type { Codec } from './batch-headers.ts'
import { decompressLz4Frame } from './lz4.ts'
import { decompressSnappy } from './snappy.ts'

/** Maximum size of a batch after decompression. Otherwise a malicious batch of a few kilobytes could fill the memory. */
export const maxUncompressedBytes = 64 * 1024 * 1024

/**
 * The record bytes of a batch.
 * @throws an error if they are damaged, or longer than `maxBytes`
 */
export function decompress(codec: Codec, bytes: Buffer, maxBytes = maxUncompressedBytes): Buffer {
  switch (codec) {
    case 'none':
      return bytes
    case 'gzip':
      return zlib.gunzipSync(bytes, { maxOutputLength: maxBytes })
    case 'snappy':
      return decompressSnappy(bytes, maxBytes)
    case 'lz4':
      return decompressLz4Frame(bytes, maxBytes)
    case 'zstd':
      return decompressZstd(bytes, maxBytes)
  }
}

type ZstdDecompress = (bytes: Buffer, options: { readonly maxOutputLength: number }) => Buffer

/** Node has zstd from version 22.15 on, which the runner brings with it; the types here are those of Node 20. */
function decompressZstd(bytes: Buffer, maxBytes: number): Buffer {
  const { zstdDecompressSync } = zlib as { readonly zstdDecompressSync?: ZstdDecompress }
  if (zstdDecompressSync === undefined) throw new Error('this Node cannot decompress zstd')
  return zstdDecompressSync(bytes, { maxOutputLength: maxBytes })
}
