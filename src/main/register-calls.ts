/**
 * The page's calls to main: each sender is checked before anything is done, each argument is taken as unknown.
 */
import { isAbsolute } from 'node:path'
import { type BrowserWindow, type IpcMainInvokeEvent, ipcMain, shell } from 'electron'
import { mainCalls } from '../contracts/main-channels.ts'
import { isOwnPage } from './checked-sender.ts'
import {
  chooseConnectionToOpen,
  chooseFilesToImport,
  chooseFolder,
  chooseLogoToOpen,
  chooseScenarioToOpen,
  chooseScenarioToSave,
} from './dialogs.ts'
import { allowedExternalUrl } from './external-links.ts'
import { describeRuntime } from './runtime-description.ts'

type CallHandler = (window: BrowserWindow, argument: unknown) => unknown

const handlers: Readonly<Record<keyof typeof mainCalls, CallHandler>> = {
  describeRuntime: () => describeRuntime(),
  chooseScenarioToOpen: (window) => chooseScenarioToOpen(window),
  chooseScenarioToSave: (window, suggestedName) => chooseScenarioToSave(window, suggestedName),
  chooseConnectionToOpen: (window) => chooseConnectionToOpen(window),
  chooseLogoToOpen: (window) => chooseLogoToOpen(window),
  chooseFilesToImport: (window) => chooseFilesToImport(window),
  chooseFolder: (window) => chooseFolder(window),
  openExternal: async (_window, url) => {
    const allowed = allowedExternalUrl(url)
    if (allowed === null) throw new Error('Only https addresses are opened.')
    await shell.openExternal(allowed)
  },
  showInFolder: (_window, path) => {
    if (typeof path !== 'string' || !isAbsolute(path)) throw new Error('Only an absolute path can be shown.')
    shell.showItemInFolder(path)
  },
}

/** Answers the page's calls for as long as the app lives; `currentWindow` is null while there is none. */
export function registerCalls(currentWindow: () => BrowserWindow | null): void {
  for (const name of Object.keys(handlers) as (keyof typeof mainCalls)[]) {
    ipcMain.handle(mainCalls[name], (event: IpcMainInvokeEvent, argument: unknown) => {
      const window = currentWindow()
      if (window === null || !isOwnPage(event, window)) throw new Error('This page may not call Headroom.')
      return handlers[name](window, argument)
    })
  }
}
