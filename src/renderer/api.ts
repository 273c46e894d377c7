/**
 * The one place that sees what the preload gave: named tasks of main, and the workbench behind its port.
 */
import { type HeadroomBridge, workbenchPortChannel } from '../contracts/main-channels.ts'
import { createWorkbenchClient, type WorkbenchClient } from './workbench-client.ts'

declare global {
  interface Window {
    readonly headroom: HeadroomBridge
  }
}

/** Tasks of main: dialogs, links, the menu's commands. */
export const shell: HeadroomBridge = window.headroom

/** The workbench. Calls made before its port arrives wait for it. */
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
