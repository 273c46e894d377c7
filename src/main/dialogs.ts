/**
 * Native dialogs for files and folders. They return paths; the workbench reads and writes the files.
 */
import { join } from 'node:path'
import { app, type BrowserWindow, dialog } from 'electron'
import { safeFileName } from './file-name.ts'

const scenarioFilters = [
  { name: 'Headroom scenario', extensions: ['headroom.json', 'json'] },
  { name: 'All files', extensions: ['*'] },
]

/** Path of the scenario to open; null if the user cancelled. */
export async function chooseScenarioToOpen(window: BrowserWindow): Promise<string | null> {
  const result = await dialog.showOpenDialog(window, {
    title: 'Open a scenario',
    filters: scenarioFilters,
    properties: ['openFile'],
  })
  return result.filePaths[0] ?? null
}

/** Path of a connection to open: Headroom's JSON, or a client configuration. */
export async function chooseConnectionToOpen(window: BrowserWindow): Promise<string | null> {
  const result = await dialog.showOpenDialog(window, {
    title: 'Open a connection',
    filters: [
      { name: 'Client configuration or connection', extensions: ['properties', 'config', 'conf', 'txt', 'json'] },
      { name: 'All files', extensions: ['*'] },
    ],
    properties: ['openFile'],
  })
  return result.filePaths[0] ?? null
}

/** Path of a picture for the title page of reports. */
export async function chooseLogoToOpen(window: BrowserWindow): Promise<string | null> {
  const result = await dialog.showOpenDialog(window, {
    title: 'Choose a logo for reports',
    filters: [{ name: 'Picture', extensions: ['png', 'jpg', 'jpeg', 'svg'] }],
    properties: ['openFile'],
  })
  return result.filePaths[0] ?? null
}

/** Paths of outputs of other tools. */
export async function chooseFilesToImport(window: BrowserWindow): Promise<readonly string[]> {
  const result = await dialog.showOpenDialog(window, {
    title: 'Import what other tools measured',
    buttonLabel: 'Import',
    filters: [
      { name: 'Outputs of load tools', extensions: ['txt', 'log', 'json', 'csv', 'out'] },
      { name: 'All files', extensions: ['*'] },
    ],
    properties: ['openFile', 'multiSelections'],
  })
  return result.filePaths
}

/** Paths of files that say what a running cluster does. */
export async function chooseFilesToObserve(window: BrowserWindow): Promise<readonly string[]> {
  const result = await dialog.showOpenDialog(window, {
    title: 'Choose lists of topics and exports of metrics',
    filters: [
      { name: 'Lists of topics and exports', extensions: ['csv', 'tsv', 'xlsx', 'txt', 'json', 'prom'] },
      { name: 'All files', extensions: ['*'] },
    ],
    properties: ['openFile', 'multiSelections'],
  })
  return result.filePaths
}

/** Path to save a scenario to; always ends in `.json`. */
export async function chooseScenarioToSave(window: BrowserWindow, suggestedName: unknown): Promise<string | null> {
  const result = await dialog.showSaveDialog(window, {
    title: 'Save the scenario',
    defaultPath: join(app.getPath('documents'), `${safeFileName(suggestedName)}.headroom.json`),
    filters: scenarioFilters,
  })
  if (result.canceled || result.filePath === '') return null
  return result.filePath.endsWith('.json') ? result.filePath : `${result.filePath}.headroom.json`
}

/** Path of a folder to write into. */
export async function chooseFolder(window: BrowserWindow): Promise<string | null> {
  const result = await dialog.showOpenDialog(window, {
    title: 'Choose a folder for the report',
    buttonLabel: 'Save here',
    properties: ['openDirectory', 'createDirectory'],
  })
  return result.filePaths[0] ?? null
}
