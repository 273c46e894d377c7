/**
 * Windows, frames and messages as plain objects, with the members of Electron's that the checks in main read.
 */
import type { BrowserWindow, IpcMainInvokeEvent, WebFrameMain } from 'electron'
import { pageUrl } from '../../../src/main/page-files.ts'

/** A window that shows `url` in its main frame. */
export function plainWindow(url: string = pageUrl, isDestroyed = false): BrowserWindow {
  const window = { isDestroyed: () => isDestroyed, webContents: { mainFrame: { url } } }
  return window as unknown as BrowserWindow
}

/** A frame that is no window's main frame. */
export function plainFrame(url: string = pageUrl): WebFrameMain {
  return { url } as unknown as WebFrameMain
}

/** A message from a window's main frame. `change` makes it one from another frame or sender. */
export function messageOf(
  window: BrowserWindow,
  change: { readonly sender?: unknown; readonly senderFrame?: WebFrameMain | null } = {},
): IpcMainInvokeEvent {
  const { webContents } = window
  return { sender: webContents, senderFrame: webContents.mainFrame, ...change } as unknown as IpcMainInvokeEvent
}
