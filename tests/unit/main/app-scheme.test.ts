import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Protocol } from 'electron'
import { describe, expect, it, onTestFinished } from 'vitest'
import { registerAppScheme, serveAppScheme } from '../../../src/main/app-scheme.ts'
import { contentSecurityPolicy } from '../../../src/main/page-files.ts'

type Serve = (request: Request) => Promise<Response>

/** Serves a folder with these files, as the built page is served. Returns a function that requests a path. */
function served(files: Readonly<Record<string, string>>): (path: string, method?: string) => Promise<Response> {
  const around = mkdtempSync(join(tmpdir(), 'headroom-page-'))
  onTestFinished(() => rmSync(around, { recursive: true, force: true }))
  writeFileSync(join(around, 'secret.html'), 'not for the page')
  const folder = join(around, 'page')
  mkdirSync(folder)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  mkdirSync(join(folder, 'empty.html'))
  const handlers = new Map<string, Serve>()
  const protocol = { handle: (scheme: string, serve: Serve) => handlers.set(scheme, serve) }
  serveAppScheme(protocol as unknown as Protocol, folder)
  const serve = handlers.get('app')
  if (serve === undefined) throw new Error('the scheme is not served')
  // A plain object, because Node's `Request` accepts no URL with a scheme of our own.
  return (path, method = 'GET') => serve({ url: `app://headroom/${path}`, method } as Request)
}

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}

describe('the page’s scheme', () => {
  it('is a standard and secure one, and nothing more', () => {
    const registered: unknown[] = []
    const protocol = { registerSchemesAsPrivileged: (schemes: unknown) => registered.push(schemes) }
    registerAppScheme(protocol as unknown as Protocol)
    expect(registered).toEqual([[{ scheme: 'app', privileges: { standard: true, secure: true } }]])
  })

  it.each([
    ['index.html', 'text/html; charset=utf-8'],
    ['main.js', 'text/javascript; charset=utf-8'],
    ['main.css', 'text/css; charset=utf-8'],
    ['inter.woff2', 'font/woff2'],
    ['mark.svg', 'image/svg+xml'],
    ['mark.png', 'image/png'],
  ])('serves %s as %s, with its policy in the header', async (name, type) => {
    const response = await served({ [name]: `text of ${name}` })(name)
    expect([response.status, await response.text()]).toEqual([200, `text of ${name}`])
    expect(Object.fromEntries(response.headers)).toEqual({ 'content-type': type, ...headers })
  })

  it.each([
    ['what is not there', 'gone.html', 'GET'],
    ['a kind of file that no page has', 'notes.txt', 'GET'],
    ['a file without an ending', 'notes', 'GET'],
    ['a folder', 'empty.html', 'GET'],
    ['what lies beside the folder', '..%2fsecret.html', 'GET'],
    ['anything but reading', 'index.html', 'POST'],
  ])('refuses %s with its policy too', async (_what, path, method) => {
    const serve = served({ 'index.html': 'page', 'notes.txt': 'notes', notes: 'notes' })
    const response = await serve(path, method)
    expect([response.status, await response.text()]).toEqual([404, ''])
    expect(Object.fromEntries(response.headers)).toEqual({ 'content-type': 'text/html; charset=utf-8', ...headers })
  })
})
