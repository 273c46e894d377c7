/**
 * The expected share of the records that the hottest partition gets, given the distribution of the keys.
 */
import type { Keys } from '../contracts/workload.ts'
import { expectedLarger, expectedLargest } from './normal-law.ts'

/** Share of the records, 0 to 1, and its standard deviation relative to the share. */
export type HottestShare = { readonly share: number; readonly relativeDeviation: number }

/** Keys per partition above which the normal distribution replaces the exact sum. */
const manyKeysPerPartition = 200

/** Computed shares, by keys and number of partitions: searches for a size ask for the same ones again and again. */
const knownShares = new WeakMap<Keys, Map<number, HottestShare>>()

/** Share of the hottest of `partitions`. Without keys all shares are equal, because batches go to each in turn. */
export function hottestPartitionShare(keys: Keys, partitions: number): HottestShare {
  if (keys.kind === 'none' || partitions === 1) return { share: 1 / partitions, relativeDeviation: 0 }
  const shares = knownShares.get(keys) ?? new Map<number, HottestShare>()
  knownShares.set(keys, shares)
  const known = shares.get(partitions)
  if (known !== undefined) return known
  const hottest = keys.kind === 'uniform' ? uniformKeys(keys.distinct, partitions) : zipfKeys(keys, partitions)
  const found = { share: Math.min(1, hottest.share), relativeDeviation: hottest.relativeDeviation }
  shares.set(partitions, found)
  return found
}

/** Share of the records of the most frequent key, which no number of partitions divides; 0 without keys. */
export function mostFrequentKeyShare(keys: Keys): number {
  if (keys.kind === 'none') return 0
  return keys.kind === 'uniform' ? 1 / keys.distinct : 1 / harmonic(keys.distinct, keys.exponent)
}

/**
 * Load of `some` partitions of a topic whose whole load is `whole`, in the unit of `whole`. The hottest partition is among
 * them and has the load `hottest`; all others have equal loads.
 */
export function partWithHottest(whole: number, hottest: number, some: number, partitions: number): number {
  return partitions === 1 ? whole * some : hottest + ((some - 1) * (whole - hottest)) / (partitions - 1)
}

/** Expected largest load of `distinct` equally frequent keys in `partitions`: the balls-and-bins problem. */
function uniformKeys(distinct: number, partitions: number): HottestShare {
  const mean = distinct / partitions
  const deviation = Math.sqrt(mean * (1 - 1 / partitions))
  const largest =
    mean > manyKeysPerPartition ? mean + expectedLargest(partitions) * deviation : largestOfPoisson(mean, partitions)
  // Probability that at least two keys share a partition; with few keys it gives a lower bound of the largest load.
  const collisionProbability = 1 - (1 - 1 / partitions) ** ((distinct * (distinct - 1)) / 2)
  const share = Math.max(largest, 1 + collisionProbability) / distinct
  return { share, relativeDeviation: (maximumSpread(partitions) * deviation) / (share * distinct) }
}

/** Expected largest of `count` independent Poisson values: the sum over k of P(largest > k). */
function largestOfPoisson(mean: number, count: number): number {
  let probability = Math.exp(-mean)
  let cumulative = probability
  let expected = 0
  for (let k = 0; k < 2000; k++) {
    const exceeds = 1 - cumulative ** count
    expected += exceeds
    if (k > mean && exceeds < 1e-9) break
    probability *= mean / (k + 1)
    cumulative = Math.min(1, cumulative + probability)
  }
  return expected
}

/**
 * The expected share of the fuller one of two partitions: that with the most frequent key, and the fullest of the others.
 *
 * The hash spreads the weights of all other keys: mean (1 - w1) / P, variance sum(w^2) (1/P) (1 - 1/P).
 */
function zipfKeys(keys: { distinct: number; exponent: number }, partitions: number): HottestShare {
  const total = harmonic(keys.distinct, keys.exponent)
  const first = 1 / total
  const squares = harmonic(keys.distinct, 2 * keys.exponent) / total ** 2
  const mean = (1 - first) / partitions
  const deviation = Math.sqrt((Math.max(0, squares - first ** 2) * (1 - 1 / partitions)) / partitions)
  const others = mean + expectedLargest(partitions - 1) * deviation
  const share = expectedLarger(
    { mean: first + mean, deviation },
    { mean: others, deviation: maximumSpread(partitions) * deviation },
  )
  // Keys with nearly equal weights behave like 1 / sum(w^2) keys of equal weight.
  const equalWeights = uniformKeys(1 / squares, partitions)
  return share >= equalWeights.share ? { share, relativeDeviation: deviation / share } : equalWeights
}

/** Approximate standard deviation of the largest of n standard normal values: pi / sqrt(12 ln n). */
function maximumSpread(count: number): number {
  return Math.PI / Math.sqrt(12 * Math.log(Math.max(count, 3)))
}

/** Sum of k^-s for k = 1 ... n: the first 20 terms exactly, the rest by the Euler-Maclaurin formula. */
export function harmonic(n: number, s: number): number {
  const head = Math.min(n, 20)
  let sum = 0
  for (let k = 1; k <= head; k++) sum += k ** -s
  if (n === head) return sum
  const integral = Math.abs(s - 1) < 1e-9 ? Math.log(n / head) : (n ** (1 - s) - head ** (1 - s)) / (1 - s)
  const corner = (n ** -s - head ** -s) / 2
  const slope = (s * (head ** (-s - 1) - n ** (-s - 1))) / 12
  return sum + integral + corner + slope
}
