/**
 * The page's own URL scheme: `app://headroom/` serves the files of the built renderer, each with a content security policy
 * in a header.
 *
 * Pages loaded by `file://` have no origin by which main can check who calls it, and no headers. Their policy would have to
 * be in a `<meta>` element, where it takes effect too late.
 */
import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import type { Protocol } from 'electron'
import { contentSecurityPolicy, fileOfUrl, pageScheme } from './page-files.ts'

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
}

/** Registers the scheme. Call it before the app is ready, because Chromium reads its schemes only once. */
export function registerAppScheme(protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>): void {
  protocol.registerSchemesAsPrivileged([{ scheme: pageScheme, privileges: { standard: true, secure: true } }])
}

/** Serves the files below `directory`. Call it when the app is ready. */
export function serveAppScheme(protocol: Pick<Protocol, 'handle'>, directory: string): void {
  protocol.handle(pageScheme, async (request) => {
    const path = fileOfUrl(directory, request.url)
    if (path === null || request.method !== 'GET') return refuse(404)
    const contentType = contentTypes[extname(path)]
    if (contentType === undefined) return refuse(404)
    try {
      return new Response(await readFile(path), { headers: headers(contentType) })
    } catch {
      // The reason is not reported, because a page must not learn which other files exist.
      return refuse(404)
    }
  })
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
