/** Names as part of a sentence: "a", "a and b", "a, b and c". Empty if there are none. */
export function joinNames(names: readonly string[]): string {
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}
