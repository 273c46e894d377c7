/**
 * The page's address, files and content security policy. This file does not import Electron, so unit tests can load it.
 */
import { join, normalize, sep } from 'node:path'
import { pageOrigin, reloadedMark } from '../contracts/main-channels.ts'

/** Scheme of the page's URLs. `app-scheme.ts` registers it as standard and secure, so that the page has an origin. */
export const pageScheme = 'app'
/** Address of the page. */
export const pageUrl = `${pageOrigin}/index.html`
/** Address that is loaded after a crash of the page's process, so that the page shows a notice. */
export const reloadedPageUrl = `${pageUrl}${reloadedMark}`

/** Allows only the page's own files, but no network access, frames, forms, inline scripts or inline styles. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * True for an address of the page. Addresses are compared as text, because Node's `URL` has no origin for custom schemes.
 */
export function isOwnAddress(url: string): boolean {
  return url === pageOrigin || url.startsWith(`${pageOrigin}/`)
}

/** The path of the file that a URL names. @returns null if it is outside `directory` or the URL is not one of the page */
export function fileOfUrl(directory: string, url: string): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || parsed.host !== 'headroom') return null
  const name = safeDecode(parsed.pathname)
  if (name === null || name.includes('\0')) return null
  const path = normalize(join(directory, name))
  return path.startsWith(directory + sep) && !path.endsWith(sep) ? path : null
}

function safeDecode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    // A malformed escape sequence cannot name a file.
    return null
  }
}
