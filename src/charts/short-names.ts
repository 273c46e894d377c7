/**
 * Maximum length of a name beside a number or in a legend, in characters.
 */
const maxNameLength = 24

/**
 * Names short enough for a table: the part before a colon, or the beginning. If these are not unique, the whole names.
 */
export function shortNames(names: readonly string[]): readonly string[] {
  const short = names.map((name) => {
    const [head = name] = name.split(': ')
    return head.length <= maxNameLength ? head : `${head.slice(0, maxNameLength - 1).trimEnd()}…`
  })
  return new Set(short).size === names.length ? short : names
}
