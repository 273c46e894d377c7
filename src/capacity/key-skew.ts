/**
 * The skew of keys, given by the share of the most frequent key: "8 %".
 */
import { formatPercent, parseRatio } from '../units/ratio.ts'
import { type Reading, read, unread } from '../units/reading.ts'
import { harmonic } from './hottest-partition.ts'

/** The maximum exponent that a scenario allows. */
const largestExponent = 4
const halvings = 60

/**
 * Reads "8 %" for the exponent of Zipf's law: the exponent at which the most frequent key has that share. Null if the
 * text is no percentage, or the field is not an exponent. `keys` has the number of distinct keys.
 */
export function readSkew(field: string, text: string, keys: unknown): Reading | null {
  if (field !== 'exponent' || !text.trim().endsWith('%')) return null
  const share = parseRatio(text)
  if (!share.ok) return share
  const distinct = typeof keys === 'object' && keys !== null ? Reflect.get(keys, 'distinct') : undefined
  if (typeof distinct !== 'number') return unread('Give the number of distinct keys first.')
  return exponentOfShare(share.value, distinct)
}

/** The exponent at which the most frequent of `distinct` keys has this share of the records, 0 to 1. */
function exponentOfShare(share: number, distinct: number): Reading {
  const [least, most] = [1 / distinct, 1 / harmonic(distinct, largestExponent)]
  if (share <= least || share > most) {
    return unread(
      `The most frequent of ${distinct} keys can have more than ${formatPercent(least)} and at most ${formatPercent(most)}.`,
    )
  }
  let [low, high] = [0, largestExponent]
  for (let halving = 0; halving < halvings; halving += 1) {
    const middle = (low + high) / 2
    if (1 / harmonic(distinct, middle) < share) low = middle
    else high = middle
  }
  return read(Number(high.toPrecision(6)))
}
