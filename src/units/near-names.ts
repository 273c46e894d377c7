/**
 * What a person may have meant by a name that is not known.
 */

/** More names than these are no help. */
const mostNames = 3

/** Known names that are near a mistyped one, up to three, the nearest first; capital letters are as small ones. */
export function nearNames(name: string, known: readonly string[]): string[] {
  const wanted = name.toLowerCase()
  const maxRank = Math.max(1, Math.round(wanted.length / 3))
  return known
    .map((each) => ({ each, ...nearnessOf(wanted, each.toLowerCase()) }))
    .filter(({ rank }) => rank <= maxRank)
    .sort((one, other) => one.rank - other.rank || one.distance - other.distance)
    .slice(0, mostNames)
    .map(({ each }) => each)
}

/** More known names than these are not listed whole. */
const mostListed = 20

/** Names to choose from: all where they are few, else those near to what was meant, and how many more there are. */
export function choicesText(known: readonly string[], meant?: string): string {
  if (known.length <= mostListed) return known.join(', ')
  const near = meant === undefined ? [] : nearNames(meant, known)
  const shown = near.length > 0 ? near : known.slice(0, mostNames)
  return `${shown.join(', ')} or ${known.length - shown.length} others`
}

/** Names shorter than this stand in others by chance. */
const shortestPart = 3

/** A name that holds the other is one edit away, whatever its length: "peak" for "peakRecordsPerSec". */
function nearnessOf(wanted: string, candidate: string): { readonly rank: number; readonly distance: number } {
  const distance = editDistance(wanted, candidate)
  const isPart =
    Math.min(wanted.length, candidate.length) >= shortestPart &&
    (candidate.includes(wanted) || wanted.includes(candidate))
  return { distance, rank: isPart ? Math.min(1, distance) : distance }
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
