/**
 * Checks external links: only https links are opened, in the web browser and never in the window.
 */

/** The normalised address; null if it must not be opened, e.g. because it contains credentials. */
export function allowedExternalUrl(text: unknown): string | null {
  if (typeof text !== 'string' || !URL.canParse(text)) return null
  const url = new URL(text)
  const isPlain = url.username === '' && url.password === ''
  return url.protocol === 'https:' && isPlain ? url.href : null
}
