/**
 * Decompression with a size limit, because untrusted input may expand to gigabytes.
 */
import { unzipSync } from 'node:zlib'

/**
 * Why data was rejected. `too-large`: it would decompress beyond the limit. `unreadable`: any other failure, usually
 * damaged or uncompressed data.
 */
export type UnpackFault = 'unreadable' | 'too-large'

/** Decompresses zlib or gzip data, and rejects it if the result would exceed `maxBytes`. Never throws. */
export function unpackWithin(packed: Uint8Array, maxBytes: number): Uint8Array | UnpackFault {
  try {
    return unzipSync(packed, { maxOutputLength: maxBytes })
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return isTooLarge ? 'too-large' : 'unreadable'
  }
}
