/**
 * The largest value; null for an empty list. `Math.max(...values)` fails with about 125,000 values, which a run of two days or
 * a topic of 200,000 partitions has.
 */
export function maxOf(values: readonly number[]): number | null {
  return values.reduce<number | null>((max, value) => (max === null || value > max ? value : max), null)
}
