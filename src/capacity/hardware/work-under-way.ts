/**
 * How full a broker is whose processors and network wait for each other.
 *
 * Every piece of work needs them one after another, and a broker has only so many pieces under way at once: a closed
 * queueing network (Gordon and Newell 1967). With N pieces it carries h(N - 1) / h(N) of what
 * the uses ask for, where h(n) is the sum of all products of n of the uses (Buzen 1973). A part that alone is busy is used
 * in full; of two that are as busy as each other each reaches N / (N + 1).
 */

/**
 * Fullness of all parts together; 1 is all that a broker carries. Never less than the fullest part's own.
 *
 * `uses` are the shares of each part that a load would take by itself, `underWay` is N; between whole numbers the line.
 */
export function fullnessTogether(uses: readonly number[], underWay: number): number {
  let fullest = 0
  for (const use of uses) fullest = Math.max(fullest, use)
  if (fullest === 0 || underWay === Number.POSITIVE_INFINITY) return fullest
  const whole = Math.max(1, Math.floor(underWay))
  // Relative to the fullest, so that no product runs out of the numbers there are.
  const shares = uses.map((use) => use / fullest)
  const above = ratioOfSums(shares, whole + 1)
  const below = ratioOfSums(shares, whole)
  return fullest * (below + (above - below) * Math.max(0, underWay - whole))
}

/** h(n) / h(n - 1), by Buzen's convolution. */
function ratioOfSums(shares: readonly number[], n: number): number {
  const sums: number[] = [1]
  for (let order = 1; order <= n; order++) sums.push(0)
  for (const share of shares) {
    let before = 1
    for (let order = 1; order <= n; order++) {
      before = (sums[order] ?? 0) + share * before
      sums[order] = before
    }
  }
  return (sums[n] ?? 0) / (sums[n - 1] ?? 1)
}
