/**
 * What main does of each call of the page.
 */
import { type BrowserWindow, ipcMain, shell } from 'electron'
import { answerCalls, type CallHandlers } from './answer-calls.ts'
import {
  chooseConnectionToOpen,
  chooseFilesToImport,
  chooseFolder,
  chooseLogoToOpen,
  chooseScenarioToOpen,
  chooseScenarioToSave,
} from './dialogs.ts'
import { describeRuntime } from './runtime-description.ts'
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
