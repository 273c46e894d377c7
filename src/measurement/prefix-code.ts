/**
 * The prefix codes of Deflate (RFC 1951, 3.2.2): from the length of each symbol's code to a table that decodes them.
 */

/** Longest code of Deflate, in bits. */
export const maxCodeBits = 15
/** Codes of up to this many bits are found in one step. */
export const fastBits = 9

export interface PrefixCode {
  /** By the next 9 bits: 16 times the symbol plus the length of its code; 0 where the code is longer, or there is none. */
  readonly fast: Uint16Array
  /** Number of codes of each length. */
  readonly counts: Uint16Array
  /** Symbols in the order of their codes. */
  readonly symbols: Uint16Array
}

/**
 * The code whose symbols have codes of these lengths, 0 for none.
 *
 * @param mayBeSingle whether it may be one code of one bit, which leaves the other bit without a meaning
 * @returns null if bits would have two meanings, or none
 */
export function prefixCode(lengths: Uint8Array, mayBeSingle: boolean): PrefixCode | null {
  const counts = new Uint16Array(maxCodeBits + 1)
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1
  counts[0] = 0
  // Codes of the length so far that are neither used nor begin with a shorter one.
  let free = 1
  for (let length = 1; length <= maxCodeBits; length += 1) {
    free = 2 * free - (counts[length] ?? 0)
    if (free < 0) return null
  }
  const isUnusedOrSingle = counts.every((count, length) => count <= (length === 1 ? 1 : 0))
  if (free > 0 && !(mayBeSingle && isUnusedOrSingle)) return null
  return withTables(lengths, counts)
}

function withTables(lengths: Uint8Array, counts: Uint16Array): PrefixCode {
  const [nextCode, nextPlace] = [new Uint16Array(maxCodeBits + 2), new Uint16Array(maxCodeBits + 2)]
  for (let length = 1; length <= maxCodeBits; length += 1) {
    nextCode[length + 1] = ((nextCode[length] ?? 0) + (counts[length] ?? 0)) << 1
    nextPlace[length + 1] = (nextPlace[length] ?? 0) + (counts[length] ?? 0)
  }
  const [fast, symbols] = [new Uint16Array(1 << fastBits), new Uint16Array(lengths.length)]
  for (const [symbol, length] of lengths.entries()) {
    if (length === 0) continue
    const [code, place] = [nextCode[length] ?? 0, nextPlace[length] ?? 0]
    nextCode[length] = code + 1
    nextPlace[length] = place + 1
    symbols[place] = symbol
    if (length > fastBits) continue
    // Codes are written from their highest bit, all else from the lowest.
    for (let bits = reversed(code, length); bits < fast.length; bits += 1 << length) fast[bits] = (symbol << 4) | length
  }
  return { fast, counts, symbols }
}

function reversed(code: number, length: number): number {
  let bits = 0
  for (let each = 0; each < length; each += 1) bits |= ((code >> each) & 1) << (length - 1 - each)
  return bits
}
