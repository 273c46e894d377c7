/**
 * JSON to be read on paper: what fits on a line stays on it.
 */

const widestLine = 96
const indentation = '  '

/** A value as JSON, broken into lines only where it is wider than a page. */
export function compactJson(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value) ?? 'null'
  if (indent.length + flat.length <= widestLine || typeof value !== 'object' || value === null) return flat
  const inner = `${indent}${indentation}`
  if (Array.isArray(value)) {
    return `[\n${value.map((entry) => `${inner}${compactJson(entry, inner)}`).join(',\n')}\n${indent}]`
  }
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => `${inner}${JSON.stringify(name)}: ${compactJson(member, inner)}`)
  return `{\n${members.join(',\n')}\n${indent}}`
}
