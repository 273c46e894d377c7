/**
 * Gives the page its only access to Electron: the functions of `HeadroomBridge`, and a port to the workbench. The page sees
 * no channel names and no event objects.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron'
import {
  type HeadroomBridge,
  mainCalls,
  menuCommandChannel,
  pageOrigin,
  type WorkbenchState,
  workbenchPortChannel,
  workbenchStateChannel,
} from '../contracts/main-channels.ts'

/**
 * The members of the page's `window` that are used here. They are declared, because this folder is compiled without the types
 * of the DOM.
 */
declare const window: {
  readonly location: { readonly origin: string }
  postMessage(message: unknown, targetOrigin: string, transfer: readonly unknown[]): void
}

const bridge: HeadroomBridge = {
  describeRuntime: () => ipcRenderer.invoke(mainCalls.describeRuntime),
  chooseScenarioToOpen: () => ipcRenderer.invoke(mainCalls.chooseScenarioToOpen),
  chooseScenarioToSave: (scenario) => ipcRenderer.invoke(mainCalls.chooseScenarioToSave, scenario),
  chooseConnectionToOpen: () => ipcRenderer.invoke(mainCalls.chooseConnectionToOpen),
  chooseLogoToOpen: () => ipcRenderer.invoke(mainCalls.chooseLogoToOpen),
  chooseFilesToImport: () => ipcRenderer.invoke(mainCalls.chooseFilesToImport),
  chooseFilesToObserve: () => ipcRenderer.invoke(mainCalls.chooseFilesToObserve),
  chooseFolder: () => ipcRenderer.invoke(mainCalls.chooseFolder),
  openExternal: (url) => ipcRenderer.invoke(mainCalls.openExternal, url),
  showInFolder: (path) => ipcRenderer.invoke(mainCalls.showInFolder, path),
  pathOfFile: (file) => webUtils.getPathForFile(file as Parameters<typeof webUtils.getPathForFile>[0]),
  onMenuCommand: (listener) => subscribe<Parameters<typeof listener>[0]>(menuCommandChannel, listener),
  onWorkbenchState: (listener) => subscribe<WorkbenchState>(workbenchStateChannel, listener),
  requestWorkbenchPort: () => ipcRenderer.send(workbenchPortChannel),
}

function subscribe<T>(channel: string, listener: (value: T) => void): () => void {
  const relay = (_event: unknown, value: T): void => listener(value)
  ipcRenderer.on(channel, relay)
  return () => {
    ipcRenderer.off(channel, relay)
  }
}

// A port cannot cross contextBridge, so a message of the window transfers it, as Electron documents.
ipcRenderer.on(workbenchPortChannel, (event) => {
  window.postMessage(workbenchPortChannel, window.location.origin, event.ports)
})

// Another page in this window, such as about:blank, gets no bridge.
if (window.location.origin === pageOrigin) contextBridge.exposeInMainWorld('headroom', bridge)
