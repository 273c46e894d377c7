/**
 * Who may call main: the main frame of our own window, showing our own page. Nobody else is answered.
 */
import type { BrowserWindow, IpcMainEvent, IpcMainInvokeEvent } from 'electron'
import { isOwnAddress } from './page-files.ts'

/** True where the message came from the window's own page. */
export function isOwnPage(event: IpcMainEvent | IpcMainInvokeEvent, window: BrowserWindow | null): boolean {
  const frame = event.senderFrame
  if (window === null || window.isDestroyed() || frame === null) return false
  if (event.sender !== window.webContents || frame !== window.webContents.mainFrame) return false
  return isOwnAddress(frame.url)
}
