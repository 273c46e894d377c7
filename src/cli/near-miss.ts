/**
 * What a person may have meant by a word that is not known.
 */

/** The known word that is nearest, where one is near enough to be meant; undefined otherwise. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const allowed = Math.max(1, Math.floor(word.length / 3))
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .sort((one, other) => one.distance - other.distance)
  const best = ranked[0]
  if (best !== undefined && best.distance <= allowed) return best.candidate
  return word.length >= 3 ? known.find((candidate) => candidate.startsWith(word)) : undefined
}

/** Fewest insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
export function editDistance(one: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const ways = [
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      ]
      current.push(Math.min(...ways))
    }
    beforeLast = last
    last = current
  }
  return last[other.length] ?? 0
}
