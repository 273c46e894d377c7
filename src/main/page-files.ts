/**
 * The page's address, the files behind it, and the policy that it is served with. Without Electron, so that it can be
 * tested by itself.
 */
import { join, normalize, sep } from 'node:path'
import { reloadedMark } from '../contracts/main-channels.ts'

/** Scheme of the page; standard and secure, so that it has an origin. */
export const pageScheme = 'app'
/** Origin of the page, as Chromium reports it for a standard scheme. */
export const pageOrigin = `${pageScheme}://headroom`
/** Address of the page. */
export const pageUrl = `${pageOrigin}/index.html`
/** The same after its process died: the page says so. */
export const reloadedPageUrl = `${pageUrl}${reloadedMark}`

/** Nothing but the page's own files: no network, no frames, no forms, no inline script or style. */
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

/** True for an address of our own page. Compared as text: to Node's URL a scheme of our own has the origin "null". */
export function isOwnAddress(url: string): boolean {
  return url === pageOrigin || url.startsWith(`${pageOrigin}/`)
}

/** The file that an address stands for; null where it lies outside the folder or is no address of the page. */
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
    // A malformed escape names no file.
    return null
  }
}
