/**
 * Extremes of lists of any length. `Math.max(...values)` fails with about 125,000 values, as its arguments are on the
 * stack.
 */

/** The largest value; -Infinity for an empty list. */
export function largestOf(values: Iterable<number>): number {
  let largest = Number.NEGATIVE_INFINITY
  for (const value of values) largest = Math.max(largest, value)
  return largest
}

/** The smallest value; Infinity for an empty list. */
export function smallestOf(values: Iterable<number>): number {
  let smallest = Number.POSITIVE_INFINITY
  for (const value of values) smallest = Math.min(smallest, value)
  return smallest
}
