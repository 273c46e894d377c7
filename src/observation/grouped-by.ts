/**
 * The values in groups with the same key, in the order in which the keys first appear. A source may have 100,000 series of one
 * topic, so groups are not copied as they grow.
 */
export function groupedBy<T>(values: Iterable<T>, keyOf: (value: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}
