/**
 * Prevents pages from opening windows, navigating away and embedding other pages. The only permission is to copy.
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
  })
  session.setPermissionRequestHandler((contents, permission, answer) => {
    answer(mayPage(permission, contents.getURL()))
  })
  session.setPermissionCheckHandler((contents, permission) => mayPage(permission, contents?.getURL() ?? ''))
  session.setDevicePermissionHandler(() => false)
}

type PermissionHandlers = Pick<
  Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
>

/**
 * True for writing to the clipboard, which copies charts. Reading the clipboard is another permission and is refused.
 */
function mayPage(permission: string, url: string): boolean {
  return permission === 'clipboard-sanitized-write' && isOwnAddress(url)
}
