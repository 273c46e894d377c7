/**
 * Suggests known names for an unknown one.
 */

/** At most this many names are suggested. */
const maxNames = 3

/** Longer names are not compared, because the time grows with the product of the lengths. */
const maxNameLength = 200

/** Up to three known names that are similar to a mistyped one, the most similar first. Case is ignored. */
export function nearNames(name: string, known: readonly string[]): string[] {
  if (name.length > maxNameLength) return []
  const typed = name.toLowerCase()
  const maxRank = Math.max(1, Math.round(typed.length / 3))
  return known
    .map((candidate) => ({ candidate, ...nearnessOf(typed, candidate.toLowerCase()) }))
    .filter(({ rank }) => rank <= maxRank)
    .sort((one, other) => one.rank - other.rank || one.distance - other.distance)
    .slice(0, maxNames)
    .map(({ candidate }) => candidate)
}

/** If there are more known names than this, not all are listed. */
const maxListed = 20

/** Known names to choose from. If there are too many, only names similar to `meant`, and the number of the others. */
export function choicesText(known: readonly string[], meant?: string): string {
  if (known.length <= maxListed) return known.join(', ')
  const near = meant === undefined ? [] : nearNames(meant, known)
  const shown = near.length > 0 ? near : known.slice(0, maxNames)
  return `${shown.join(', ')} or ${known.length - shown.length} others`
}

/** A shorter name may be contained in another by chance. */
const minPartLength = 3

/**
 * The edit distance of two names, and a rank by which names are accepted. The rank is at most 1 if one name contains
 * the other, so that "peak" suggests "peakRecordsPerSec".
 */
function nearnessOf(typed: string, candidate: string): { readonly rank: number; readonly distance: number } {
  const distance = editDistance(typed, candidate)
  const isPart =
    Math.min(typed.length, candidate.length) >= minPartLength &&
    (candidate.includes(typed) || typed.includes(candidate))
  return { distance, rank: isPart ? Math.min(1, distance) : distance }
}

/**
 * The minimum number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
 */
export function editDistance(one: string, other: string): number {
  let secondLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row]
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwap = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const costs = [
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (secondLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      ]
      current.push(Math.min(...costs))
    }
    secondLast = last
    last = current
  }
  return last[other.length] ?? 0
}
