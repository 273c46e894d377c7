/**
 * Formats a value as JSON for scripts. Control characters that JSON allows but a terminal would interpret are escaped.
 */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  return `${text.replace(/[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g, escaped)}\n`
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
