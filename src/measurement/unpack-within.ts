/**
 * Unpacking with a bound: what comes from an agent or a file may unpack to gigabytes.
 */
import { unzipSync } from 'node:zlib'

/** `unreadable`: damaged, or not compressed at all. `too-large`: it unpacks to more than the bound. */
export type UnpackFault = 'unreadable' | 'too-large'

/** What zlib's or gzip's data unpacks to, or why it does not. Never throws, and never makes more than `mostBytes`. */
export function unpackWithin(packed: Uint8Array, mostBytes: number): Uint8Array | UnpackFault {
  try {
    return unzipSync(packed, { maxOutputLength: mostBytes })
  } catch (error) {
    const isTooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'
    return isTooLarge ? 'too-large' : 'unreadable'
  }
}
