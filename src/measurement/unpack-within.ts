/**
 * Decompression with a size limit, because untrusted input may expand to gigabytes.
 */
import { unzipSync } from 'node:zlib'

/** `unreadable`: damaged, or not compressed at all. `too-large`: the decompressed data would exceed the limit. */
export type UnpackFault = 'unreadable' | 'too-large'

/** Decompresses zlib or gzip data. Returns the bytes, or the fault if there would be more than `maxBytes`; never throws. */
export function unpackWithin(packed: Uint8Array, maxBytes: number): Uint8Array | UnpackFault {
  try {
    return unzipSync(packed, { maxOutputLength: maxBytes })
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return isTooLarge ? 'too-large' : 'unreadable'
  }
}
