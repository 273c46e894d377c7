/**
 * The page's own scheme: `app://headroom/` serves the built renderer and nothing else, with its policy in the header.
 *
 * `file://` has no origin to check a sender against, and a policy in a `<meta>` element comes after the first bytes.
 */
import { readFile } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'
import { protocol } from 'electron'

const scheme = 'app'
/** Origin of the page, as Chromium reports it for a standard scheme. */
export const pageOrigin = `${scheme}://headroom`
/** Address of the page. */
export const pageUrl = `${pageOrigin}/index.html`

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

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** Must run before the app is ready: Chromium learns its schemes only once. */
export function registerAppScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme, privileges: { standard: true, secure: true } }])
}

/** Serves files below `directory`. Needs a ready app. */
export function serveAppScheme(directory: string): void {
  protocol.handle(scheme, async (request) => {
    const path = fileOfUrl(directory, request.url)
    if (path === null || request.method !== 'GET') return refuse(404)
    const contentType = contentTypes[extname(path)]
    if (contentType === undefined) return refuse(404)
    try {
      return new Response(await readFile(path), { headers: headers(contentType) })
    } catch {
      // What is not in the folder does not exist for the page; why is of no use to it.
      return refuse(404)
    }
  })
}

/** The file that an address stands for; null where it lies outside the folder or is no address of the page. */
export function fileOfUrl(directory: string, url: string): string | null {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || parsed.host !== 'headroom') return null
  const name = safeDecode(parsed.pathname)
  if (name === null || name.includes('\0')) return null
  const path = normalize(join(directory, name))
  return path.startsWith(directory + sep) ? path : null
}

function safeDecode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    // A malformed escape names no file.
    return null
  }
}

function headers(contentType: string): Record<string, string> {
  return {
    'Content-Type': contentType,
    'Content-Security-Policy': contentSecurityPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Referrer-Policy': 'no-referrer',
  }
}

function refuse(status: number): Response {
  return new Response('', { status, headers: headers('text/html; charset=utf-8') })
}
