import type { Session, WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import { pageUrl } from '../../../src/main/page-files.ts'
import { guardPages } from '../../../src/main/page-guard.ts'

type Listener = (...values: readonly unknown[]) => unknown

/** Guards a page. `page` and `session` call the listener or handler of that name which the guard has set. */
function guarded() {
  const [ofApp, ofPage, ofSession] = [
    new Map<string, Listener>(),
    new Map<string, Listener>(),
    new Map<string, Listener>(),
  ]
  const keep = (map: Map<string, Listener>) => (name: string, listener: Listener) => map.set(name, listener)
  const handler = (name: string) => (listener: Listener) => ofSession.set(name, listener)
  const session = {
    setPermissionRequestHandler: handler('request'),
    setPermissionCheckHandler: handler('check'),
    setDevicePermissionHandler: handler('device'),
    setProxy: async (settings: unknown) => ofSession.set('proxy', () => settings),
  } as unknown as Session
  guardPages({ on: keep(ofApp) } as unknown as Parameters<typeof guardPages>[0], session)
  const contents = {
    setWindowOpenHandler: (listener: Listener) => ofPage.set('open', listener),
    setWebRTCIPHandlingPolicy: (policy: unknown) => ofPage.set('webrtc', () => policy),
    on: keep(ofPage),
  }
  ofApp.get('web-contents-created')?.({}, contents)
  const tell = (map: Map<string, Listener>, name: string, ...values: readonly unknown[]) => {
    const listener = map.get(name)
    if (listener === undefined) throw new Error(`nobody listens to ${name}`)
    return listener(...values)
  }
  return {
    page: (name: string, ...values: readonly unknown[]) => tell(ofPage, name, ...values),
    session: (name: string, ...values: readonly unknown[]) => tell(ofSession, name, ...values),
  }
}

/** True if the guard prevents the default action of an event. */
function isPrevented(name: string, url = pageUrl): boolean {
  let prevented = false
  guarded().page(name, {
    url,
    preventDefault: () => {
      prevented = true
    },
  })
  return prevented
}

function contentsAt(url: string): WebContents {
  return { getURL: () => url } as unknown as WebContents
}

const foreign = 'https://example.org/'
const copying = 'clipboard-sanitized-write'

describe('every page of the app', () => {
  it('never opens a window', () => {
    expect(guarded().page('open', { url: pageUrl })).toEqual({ action: 'deny' })
  })

  it('navigates only to its own addresses', () => {
    expect(isPrevented('will-navigate', `${pageUrl}?reloaded`)).toBe(false)
    expect(isPrevented('will-navigate', foreign)).toBe(true)
    expect(isPrevented('will-navigate', 'app://headroom.example/index.html')).toBe(true)
  })

  it('is never redirected and embeds nothing', () => {
    expect([isPrevented('will-redirect'), isPrevented('will-attach-webview')]).toEqual([true, true])
  })

  it.each([
    [copying, pageUrl, true],
    [copying, foreign, false],
    [copying, '', false],
    ['clipboard-read', pageUrl, false],
    ['notifications', pageUrl, false],
    ['media', pageUrl, false],
  ])('asked for %s at %j is answered %s', (permission, url, expected) => {
    const guard = guarded()
    let answered: unknown = null
    guard.session('request', contentsAt(url), permission, (isGiven: boolean) => {
      answered = isGiven
    })
    expect([answered, guard.session('check', contentsAt(url), permission)]).toEqual([expected, expected])
  })

  it('has no way out by WebRTC: no UDP, and TCP only to a proxy that does not exist, also on loopback', () => {
    const guard = guarded()
    expect(guard.page('webrtc')).toBe('disable_non_proxied_udp')
    expect(guard.session('proxy')).toEqual({
      mode: 'fixed_servers',
      proxyRules: 'http://0.0.0.0:1',
      proxyBypassRules: '<-loopback>',
    })
  })

  it('gets no permission if the asking page is not known, and never a device', () => {
    expect(guarded().session('check', null, copying)).toBe(false)
    expect(guarded().session('device', {})).toBe(false)
  })
})
