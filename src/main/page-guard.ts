/**
 * Prevents pages from opening windows, navigating away, embedding other pages and using the network. The only permission
 * that a page gets is to write to the clipboard.
 */
import type { App, Session } from 'electron'
import { isOwnAddress } from './page-files.ts'

/** Guards all pages of the app, including later ones. Call it when the app is ready, with the session of its pages. */
export function guardPages(app: Pick<App, 'on'>, session: PermissionHandlers): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.setWindowOpenHandler(() => ({ action: 'deny' }))
    contents.on('will-navigate', (event) => {
      if (!isOwnAddress(event.url)) event.preventDefault()
    })
    contents.on('will-redirect', (event) => event.preventDefault())
    contents.on('will-attach-webview', (event) => event.preventDefault())
    // The policy's `connect-src` does not cover WebRTC, and Chromium 130 does not know the directive `webrtc`.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
  })
  session.setPermissionRequestHandler((contents, permission, answer) => {
    answer(mayPage(permission, contents.getURL()))
  })
  session.setPermissionCheckHandler((contents, permission) => mayPage(permission, contents?.getURL() ?? ''))
  session.setDevicePermissionHandler(() => false)
  // The page loads only its own files. The only other way out is WebRTC over TCP, which is sent to a proxy that does
  // not exist.
  void session.setProxy({ mode: 'fixed_servers', proxyRules: 'http://0.0.0.0:1', proxyBypassRules: '<-loopback>' })
}

type PermissionHandlers = Pick<
  Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler' | 'setProxy'
>

/**
 * True if the app's page asks to write to the clipboard, to copy charts. Reading the clipboard is another permission and is
 * refused.
 */
function mayPage(permission: string, url: string): boolean {
  return permission === 'clipboard-sanitized-write' && isOwnAddress(url)
}
