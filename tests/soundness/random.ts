/** Numbers in [0, 1) of `createRandom`, so that a world can be made again. */
export type Random = () => number

/** A seed from a text (FNV-1a): each cell has worlds of its own, whatever the order of the cells. */
export function seedOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

export function wholeBelow(limit: number, random: Random): number {
  return Math.floor(random() * limit)
}

/** @throws RangeError if there is nothing to choose from */
export function oneOf<T>(values: readonly T[], random: Random): T {
  const value = values[wholeBelow(values.length, random)]
  if (value === undefined) throw new RangeError('nothing to choose from')
  return value
}
