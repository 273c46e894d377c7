/**
 * What main does of each call of the page.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { app, type BrowserWindow, ipcMain, shell } from 'electron'
import type { RuntimeDescription } from '../contracts/main-channels.ts'
import { answerCalls, type CallHandlers } from './answer-calls.ts'
import {
  chooseConnectionToOpen,
  chooseFilesToImport,
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
  chooseFolder: (window) => chooseFolder(window),
  ...shellCalls(shell),
}

/** Answers the page's calls for as long as the app lives; `currentWindow` is null while there is none. */
export function registerCalls(currentWindow: () => BrowserWindow | null): void {
  answerCalls(ipcMain, handlers, currentWindow)
}

/**
 * Which Electron this is. The registry's runtime for development and CI is unpatched, so the window says so: only the official
 * distribution carries a default app of its own, and a packaged app is built on nothing else.
 */
function describeRuntime(): RuntimeDescription {
  return {
    electronVersion: process.versions.electron,
    isOfficialRuntime: app.isPackaged || existsSync(join(process.resourcesPath, 'default_app.asar')),
    platform: `${process.platform} ${process.arch}`,
  }
}
