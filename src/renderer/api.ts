/**
 * The only file that uses the API of the preload: tasks of main, and the port of the workbench.
 */
import { type HeadroomBridge, workbenchPortChannel } from '../contracts/main-channels.ts'
import { createWorkbenchClient, type WorkbenchClient } from './workbench-client.ts'

declare global {
  interface Window {
    readonly headroom: HeadroomBridge
  }
}

/** Tasks of main: dialogs, links, commands of the menu. */
export const shell: HeadroomBridge = window.headroom

/** The workbench. Calls before its port arrives wait for it. */
export const workbench: WorkbenchClient = createWorkbenchClient()

window.addEventListener('message', (event) => {
  const port = event.ports[0]
  if (event.source !== window || event.data !== workbenchPortChannel || port === undefined) return
  workbench.attach(port)
})
shell.onWorkbenchState(({ state, message }) => {
  workbench.detach(message)
  if (state === 'restarted') shell.requestWorkbenchPort()
})
shell.requestWorkbenchPort()
