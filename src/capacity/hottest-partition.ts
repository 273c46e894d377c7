/**
 * The share of the records that the fullest partition gets, expected over the hash of the keys.
 */
import type { Keys } from '../contracts/workload.ts'
import { expectedLarger, expectedLargest } from './normal-law.ts'

/** A share of the records, 0 to 1, and its standard deviation relative to it. */
export type HottestShare = { readonly share: number; readonly relativeDeviation: number }

/** Keys a partition above which the normal law replaces the exact sum. */
const manyKeysPerPartition = 200

/** Share of the hottest of `partitions`; without keys batches go to each in turn. */
export function hottestPartitionShare(keys: Keys, partitions: number): HottestShare {
  if (keys.kind === 'none' || partitions === 1) return { share: 1 / partitions, relativeDeviation: 0 }
  const hottest = keys.kind === 'uniform' ? uniformKeys(keys.distinct, partitions) : zipfKeys(keys, partitions)
  return { share: Math.min(1, hottest.share), relativeDeviation: hottest.relativeDeviation }
}

/** What `some` of a topic's partitions get of the whole, the hottest among them; the others are alike. */
export function partWithHottest(whole: number, hottest: number, some: number, partitions: number): number {
  return partitions === 1 ? whole * some : hottest + ((some - 1) * (whole - hottest)) / (partitions - 1)
}

/** Largest load when `distinct` alike keys are thrown into `partitions`: the balls-and-bins problem. */
function uniformKeys(distinct: number, partitions: number): HottestShare {
  const mean = distinct / partitions
  const deviation = Math.sqrt(mean * (1 - 1 / partitions))
  const largest =
    mean > manyKeysPerPartition ? mean + expectedLargest(partitions) * deviation : largestOfPoisson(mean, partitions)
  // Two keys meet in some partition with this chance: what the largest of few keys is at least.
  const meeting = 1 - (1 - 1 / partitions) ** ((distinct * (distinct - 1)) / 2)
  const share = Math.max(largest, 1 + meeting) / distinct
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
 * The partition of the most frequent key, or the luckiest other one, whichever is expected to be larger.
 *
 * The weights of all other keys are spread by the hash: mean (1 - w1) / P, variance sum(w^2) (1/P) (1 - 1/P).
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
  // Weights that hardly differ behave like 1 / sum(w^2) alike ones.
  const alike = uniformKeys(1 / squares, partitions)
  return share >= alike.share ? { share, relativeDeviation: deviation / share } : alike
}

/** Standard deviation of the largest of n normal values, about: pi / sqrt(12 ln n). */
function maximumSpread(count: number): number {
  return Math.PI / Math.sqrt(12 * Math.log(Math.max(count, 3)))
}

/** The sum of k^-s for k = 1 ... n: the first terms one by one, the rest by Euler and Maclaurin. */
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
