/**
 * Gives a page its port to the workbench when it asks.
 */
import { type BrowserWindow, ipcMain, MessageChannelMain } from 'electron'
import { workbenchPortChannel } from '../contracts/main-channels.ts'
import { isOwnPage } from './checked-sender.ts'
import type { WorkbenchProcess } from './workbench-process.ts'

/** Sends a new port at each request of the app's page; a reloaded page requests another one. */
export function servePagePorts(currentWindow: () => BrowserWindow | null, workbench: WorkbenchProcess): void {
  ipcMain.on(workbenchPortChannel, (event) => {
    if (!isOwnPage(event, currentWindow())) return
    const { port1, port2 } = new MessageChannelMain()
    workbench.connect(port1)
    event.senderFrame?.postMessage(workbenchPortChannel, null, [port2])
  })
}
