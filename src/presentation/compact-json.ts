/**
 * Formats JSON for paper: values that fit on one line stay on one line.
 */

/** Characters of a line that fit on a page. */
const maxLineLength = 96
const indentation = '  '

/** A value as JSON, broken into lines only if it would not fit on one. */
export function compactJson(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value) ?? 'null'
  if (indent.length + flat.length <= maxLineLength || typeof value !== 'object' || value === null) return flat
  const inner = `${indent}${indentation}`
  if (Array.isArray(value)) {
    return `[\n${value.map((entry) => `${inner}${compactJson(entry, inner)}`).join(',\n')}\n${indent}]`
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${inner}${JSON.stringify(name)}: ${compactJson(member, inner)}`)
  return `{\n${members.join(',\n')}\n${indent}}`
}
