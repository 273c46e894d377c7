/**
 * Checks external links. Only https links are opened, and only in the web browser.
 */

/** Normalises an address. @returns null if the address must not be opened, e.g. because it contains credentials */
export function allowedExternalUrl(text: unknown): string | null {
  if (typeof text !== 'string' || !URL.canParse(text)) return null
  const url = new URL(text)
  const isPlain = url.username === '' && url.password === ''
  return url.protocol === 'https:' && isPlain ? url.href : null
}
