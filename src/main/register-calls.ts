/**
 * Registers the handlers of the page's calls to main.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
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
import { shellCalls } from './shell-calls.ts'

const handlers: CallHandlers = {
  describeRuntime: () => describeRuntime(),
  chooseScenarioToOpen: (window) => chooseScenarioToOpen(window),
  chooseScenarioToSave: (window, suggestedName) => chooseScenarioToSave(window, suggestedName),
  chooseConnectionToOpen: (window) => chooseConnectionToOpen(window),
  chooseLogoToOpen: (window) => chooseLogoToOpen(window),
  chooseFilesToImport: (window) => chooseFilesToImport(window),
  chooseFilesToObserve: (window) => chooseFilesToObserve(window),
  chooseFolder: (window) => chooseFolder(window),
  ...shellCalls(shell),
}

/** Registers the handlers. @param currentWindow returns null while there is no window */
export function registerCalls(currentWindow: () => BrowserWindow | null): void {
  answerCalls(ipcMain, handlers, currentWindow)
}

/**
 * Describes the Electron that runs the app. The window warns about the registry's runtime for development and CI, which
 * lacks patches. The official distribution is recognised by its default app. A packaged app always has the official
 * one.
 */
function describeRuntime(): RuntimeDescription {
  return {
    electronVersion: process.versions.electron,
    isOfficialRuntime: app.isPackaged || existsSync(join(process.resourcesPath, 'default_app.asar')),
    platform: `${process.platform} ${process.arch}`,
  }
}
