/**
 * The page's connections to the main process and to the workbench. No other file uses `window.headroom`.
 */
import { type HeadroomBridge, workbenchPortChannel } from '../contracts/main-channels.ts'
import { createWorkbenchClient, type WorkbenchClient } from './workbench-client.ts'

declare global {
  interface Window {
    readonly headroom: HeadroomBridge
  }
}

/** Calls to the main process: dialogs, links, commands of the menu. */
export const shell: HeadroomBridge = window.headroom

/** The workbench. Calls that are made before its port arrives wait for the port. */
export const workbench: WorkbenchClient = createWorkbenchClient()

window.addEventListener('message', (event) => {
  const port = event.ports[0]
  if (event.source !== window || event.data !== workbenchPortChannel || port === undefined) return
  workbench.attach(port)
})
shell.onWorkbenchState(({ state, message }) => {
  if (state === 'stopped') {
    workbench.giveUp(message)
    return
  }
  workbench.detach(message)
  shell.requestWorkbenchPort()
})
shell.requestWorkbenchPort()
