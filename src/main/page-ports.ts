/**
 * Gives a page its port to the workbench when it asks.
 */
import { type BrowserWindow, ipcMain, MessageChannelMain } from 'electron'
import { workbenchPortChannel } from '../contracts/main-channels.ts'
import { isOwnPage } from './checked-sender.ts'
import type { WorkbenchProcess } from './workbench-process.ts'

/** Answers each request of the own page with a fresh port; a reload simply asks again. */
export function servePagePorts(currentWindow: () => BrowserWindow | null, workbench: WorkbenchProcess): void {
  ipcMain.on(workbenchPortChannel, (event) => {
    if (!isOwnPage(event, currentWindow())) return
    const { port1, port2 } = new MessageChannelMain()
    workbench.connect(port1)
    event.senderFrame?.postMessage(workbenchPortChannel, null, [port2])
  })
}
