/**
 * Decompression with a size limit, because untrusted input may expand to gigabytes.
 */
import { unzipSync } from 'node:zlib'

/** `unreadable`: damaged, or not compressed at all. `too-large`: it unpacks to more than the bound. */
export type UnpackFault = 'unreadable' | 'too-large'

/** Decompresses zlib or gzip data. Returns the bytes, at most `maxBytes`, or the fault; never throws. */
export function unpackWithin(packed: Uint8Array, maxBytes: number): Uint8Array | UnpackFault {
  try {
    return unzipSync(packed, { maxOutputLength: maxBytes })
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return isTooLarge ? 'too-large' : 'unreadable'
  }
}
