/**
 * Turns the name of a scenario into a file name without an extension: its letters and digits in lower case, with hyphens
 * between words, at most 60 characters. `scenario` if nothing is left.
 */
export function safeFileName(name: unknown): string {
  const text = typeof name === 'string' ? name : ''
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('-').slice(0, 60) || 'scenario'
}
