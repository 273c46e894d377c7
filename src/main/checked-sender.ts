/**
 * Who may call main: the main frame of our own window, showing our own page. Nobody else is answered.
 */
import type { BrowserWindow, IpcMainEvent, IpcMainInvokeEvent } from 'electron'
import { pageOrigin } from './app-scheme.ts'

/** True where the message came from the window's own page. */
export function isOwnPage(event: IpcMainEvent | IpcMainInvokeEvent, window: BrowserWindow | null): boolean {
  const frame = event.senderFrame
  if (window === null || window.isDestroyed() || frame === null) return false
  if (event.sender !== window.webContents || frame !== window.webContents.mainFrame) return false
  return isOwnAddress(frame.url)
}

/** True for an address of our own page. A standard scheme has an origin, but URL of Node gives it as "null". */
export function isOwnAddress(url: string): boolean {
  return url === pageOrigin || url.startsWith(`${pageOrigin}/`)
}
