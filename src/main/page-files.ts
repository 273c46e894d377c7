/**
 * The page's address, its files, and its content security policy. Without Electron, so that it can be tested separately.
 */
import { join, normalize, sep } from 'node:path'
import { reloadedMark } from '../contracts/main-channels.ts'

/** Scheme of the page. It is standard and secure, so that the page has an origin. */
export const pageScheme = 'app'
/** Origin of the page, as Chromium reports it for a standard scheme. */
export const pageOrigin = `${pageScheme}://headroom`
/** Address of the page. */
export const pageUrl = `${pageOrigin}/index.html`
/** Address after a crash of the page's process; the page then shows a notice. */
export const reloadedPageUrl = `${pageUrl}${reloadedMark}`

/** Allows only the page's own files: no network, frames, forms, inline scripts or styles. */
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

/** True for an address of the page. Compared as text, because Node's URL gives custom schemes the origin "null". */
export function isOwnAddress(url: string): boolean {
  return url === pageOrigin || url.startsWith(`${pageOrigin}/`)
}

/** The file of an address; null if it is outside the folder or not an address of the page. */
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
