/**
 * Checks who calls main. Only the main frame of the app's window may, and only while it shows the app's page.
 */
import type { BrowserWindow, IpcMainEvent, IpcMainInvokeEvent } from 'electron'
import { isOwnAddress } from './page-files.ts'

/** True if the message came from the app's page in this window. */
export function isOwnPage(event: IpcMainEvent | IpcMainInvokeEvent, window: BrowserWindow | null): boolean {
  const frame = event.senderFrame
  if (window === null || window.isDestroyed() || frame === null) return false
  if (event.sender !== window.webContents || frame !== window.webContents.mainFrame) return false
  return isOwnAddress(frame.url)
}
