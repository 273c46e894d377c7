/**
 * Prevents pages from opening windows, navigating, embedding other pages, and getting permissions other than copying.
 */
import type { App, Session } from 'electron'
import { isOwnAddress } from './page-files.ts'

/** Applies to all pages of the app, including later ones. Needs a ready app and the session of its pages. */
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

/** Allows writing to the clipboard, for copying charts. Reading it is another permission and stays refused. */
function mayPage(permission: string, url: string): boolean {
  return permission === 'clipboard-sanitized-write' && isOwnAddress(url)
}
