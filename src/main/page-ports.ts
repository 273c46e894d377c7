/**
 * Gives a page a port to the workbench when the page requests one.
 */
import { type BrowserWindow, ipcMain, MessageChannelMain } from 'electron'
import { workbenchPortChannel, workbenchStateChannel } from '../contracts/main-channels.ts'
import { isOwnPage } from './checked-sender.ts'
import type { WorkbenchProcess } from './workbench-process.ts'
import { stateAfter } from './workbench-state.ts'

/** Sends a new port on each request of the app's page. A reloaded page requests another port. */
export function servePagePorts(currentWindow: () => BrowserWindow | null, workbench: WorkbenchProcess): void {
  ipcMain.on(workbenchPortChannel, (event) => {
    if (!isOwnPage(event, currentWindow())) return
    const { port1, port2 } = new MessageChannelMain()
    if (workbench.connect(port1)) event.senderFrame?.postMessage(workbenchPortChannel, null, [port2])
    else event.sender.send(workbenchStateChannel, stateAfter({ isRestarted: false, wasRunLive: false }))
  })
}
