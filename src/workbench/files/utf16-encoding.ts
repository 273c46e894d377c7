/**
 * Recognises UTF-16, in which some programs on Windows save text.
 */

/**
 * Returns the encoding of bytes that are UTF-16 by their byte order mark, or because every other byte of their beginning
 * is zero, as in ASCII text. Returns null for any other bytes.
 */
export function utf16EncodingOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first = 0, second = 0, third = 0, fourth = 0] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (bytes.length < 4 || bytes.length % 2 !== 0) return null
  if (isPrinted(first) && second === 0 && isPrinted(third) && fourth === 0) return 'utf-16le'
  if (first === 0 && isPrinted(second) && third === 0 && isPrinted(fourth)) return 'utf-16be'
  return null
}

/** True for letters, white space and the like. Numbers of a binary file are often smaller. */
function isPrinted(byte: number): boolean {
  return byte >= 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d
}
