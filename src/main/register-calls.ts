/**
 * Registers the handlers of the page's calls to main.
 */
import { isAbsolute } from 'node:path'
import { app, type BrowserWindow, ipcMain, shell } from 'electron'
import type { RuntimeDescription } from '../contracts/main-channels.ts'
import { answerCalls, type CallHandlers } from './answer-calls.ts'
import {
  chooseConnectionToOpen,
  chooseFilesToImport,
  chooseFilesToObserve,
  chooseFolder,
  chooseLogoToOpen,
  chooseScenarioToOpen,
  chooseScenarioToSave,
} from './dialogs.ts'
import type { GrantedPaths } from './granted-paths.ts'
import { isOfficialRuntime } from './official-runtime.ts'
import { shellCalls } from './shell-calls.ts'

/** The handlers. A path that the user chooses for writing is added to `granted`. */
const handlersWith = (granted: GrantedPaths): CallHandlers => ({
  describeRuntime: () => describeRuntime(),
  // An opened file is granted too, because the page saves the scenario to the file that it came from.
  chooseScenarioToOpen: async (window) => granted.grantFile(await chooseScenarioToOpen(window)),
  chooseScenarioToSave: async (window, argument) => {
    const { name, path } = scenarioToSave(argument)
    if (path !== null && granted.includes('file', path)) return path
    return granted.grantFile(await chooseScenarioToSave(window, name, path))
  },
  chooseConnectionToOpen: (window) => chooseConnectionToOpen(window),
  chooseLogoToOpen: (window) => chooseLogoToOpen(window),
  chooseFilesToImport: (window) => chooseFilesToImport(window),
  chooseFilesToObserve: (window) => chooseFilesToObserve(window),
  chooseFolder: async (window) => granted.grantFolder(await chooseFolder(window)),
  ...shellCalls(shell),
})

/** Reads the argument of `chooseScenarioToSave`. The name stays unchecked; anything but an absolute path becomes null. */
function scenarioToSave(argument: unknown): { readonly name: unknown; readonly path: string | null } {
  if (typeof argument !== 'object' || argument === null) return { name: null, path: null }
  const [name, path]: unknown[] = [Reflect.get(argument, 'name'), Reflect.get(argument, 'path')]
  return { name, path: typeof path === 'string' && isAbsolute(path) && !path.includes('\0') ? path : null }
}

/** Registers the handlers. @param currentWindow returns null while there is no window */
export function registerCalls(currentWindow: () => BrowserWindow | null, granted: GrantedPaths): void {
  answerCalls(ipcMain, handlersWith(granted), currentWindow)
}

/** Describes the Electron that runs the app. The window warns if it is not an official one. */
function describeRuntime(): RuntimeDescription {
  const { isPackaged } = app
  return {
    electronVersion: process.versions.electron,
    isOfficialRuntime: isOfficialRuntime({
      isPackaged,
      appPath: app.getAppPath(),
      resourcesPath: process.resourcesPath,
    }),
    platform: `${process.platform} ${process.arch}`,
  }
}
