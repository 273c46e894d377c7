/**
 * Links that leave the app: https only, to the web browser, never into the window.
 */

/** The address to open, normalised; null where it may not be opened. Credentials in an address are refused too. */
export function allowedExternalUrl(text: unknown): string | null {
  if (typeof text !== 'string' || !URL.canParse(text)) return null
  const url = new URL(text)
  const isPlain = url.username === '' && url.password === ''
  return url.protocol === 'https:' && isPlain ? url.href : null
}
