/**
 * Contention between the resources of a broker (processors and network), as a closed queueing network.
 *
 * Every request needs the resources one after the other, and a broker works on N requests at a time (Gordon and Newell
 * 1967). Such a network carries the share h(N - 1) / h(N) of the offered load, where h(n) is the sum of all products of
 * n utilisations, each of which may occur several times (Buzen 1973). A resource that alone is busy reaches 100 %; two
 * equally busy ones reach N / (N + 1) each.
 */

/**
 * Utilisation of the broker with contention; 1 is all that it can carry. At least the highest utilisation given.
 *
 * @param utilisations of each resource by the load, without contention
 * @param underWay N; interpolated between whole numbers, Infinity: no contention
 */
export function contendedUtilisation(utilisations: readonly number[], underWay: number): number {
  let highest = 0
  for (const utilisation of utilisations) highest = Math.max(highest, utilisation)
  if (highest === 0 || underWay === Number.POSITIVE_INFINITY) return highest
  const whole = Math.max(1, Math.floor(underWay))
  // Relative to the highest, so that the products neither overflow nor underflow.
  const shares = utilisations.map((utilisation) => utilisation / highest)
  const beyond = Math.max(0, underWay - whole)
  // Most models have a whole number, which needs no further sum.
  const sums = sumsOfProducts(shares, beyond === 0 ? whole : whole + 1)
  const ratioAt = (n: number) => (sums[n] ?? 0) / (sums[n - 1] ?? 1)
  const below = ratioAt(whole)
  return highest * (beyond === 0 ? below : below + (ratioAt(whole + 1) - below) * beyond)
}

/** h(0) ... h(n), by Buzen's convolution. */
function sumsOfProducts(shares: readonly number[], n: number): number[] {
  const sums: number[] = [1]
  for (let order = 1; order <= n; order++) sums.push(0)
  for (const share of shares) {
    let lowerOrder = 1
    for (let order = 1; order <= n; order++) {
      lowerOrder = (sums[order] ?? 0) + share * lowerOrder
      sums[order] = lowerOrder
    }
  }
  return sums
}
