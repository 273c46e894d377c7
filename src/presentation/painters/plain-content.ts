/**
 * Content without any markup.
 */
import type { Content } from '../document.ts'

/** The lines of a content without markup. A span of kind `line` begins a new line. */
export function plainLines(content: Content): string[] {
  const lines: string[] = []
  addTo(lines, content)
  return lines.length === 0 ? [''] : lines.map((line) => line.trim())
}

function addTo(lines: string[], content: Content): void {
  if (content === null || content === false) return
  if (typeof content === 'string') {
    const [first = '', ...others] = content.split(/\r?\n/)
    lines.push(`${lines.pop() ?? ''}${first}`, ...others)
  } else if ('kind' in content) {
    if (content.kind === 'line' && (lines.at(-1) ?? '') !== '') lines.push('')
    if (content.kind === 'command') addTo(lines, `with: ${content.command}`)
    else if (content.kind === 'mark') addTo(lines, ['[', content.content, ']'])
    else addTo(lines, content.content)
  } else {
    for (const entry of content) addTo(lines, entry)
  }
}
