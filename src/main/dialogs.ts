/**
 * Native dialogs for files and folders. They only return paths, because the workbench reads and writes the files. A
 * cancelled dialog returns null, or no paths.
 */
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { app, type BrowserWindow, dialog } from 'electron'
import { safeFileName } from './file-name.ts'

const scenarioFilters = [
  { name: 'Headroom scenario', extensions: ['headroom.json', 'json'] },
  { name: 'All files', extensions: ['*'] },
]

/** Asks for a scenario to open. */
export async function chooseScenarioToOpen(window: BrowserWindow): Promise<string | null> {
  const result = await dialog.showOpenDialog(window, {
    title: 'Open a scenario',
    filters: scenarioFilters,
    properties: ['openFile'],
  })
  return result.filePaths[0] ?? null
}

/** Asks for the file of a connection to open: a Kafka client configuration, or a connection in Headroom's JSON. */
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

/** Asks for a picture for the title page of reports. */
export async function chooseLogoToOpen(window: BrowserWindow): Promise<string | null> {
  const result = await dialog.showOpenDialog(window, {
    title: 'Choose a logo for reports',
    filters: [{ name: 'Picture', extensions: ['png', 'jpg', 'jpeg', 'svg'] }],
    properties: ['openFile'],
  })
  return result.filePaths[0] ?? null
}

/** Asks for output files of other benchmark tools. */
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

/** Asks for lists of topics and exports of metrics, which describe a running cluster. */
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

/**
 * Asks where to save a scenario. The returned path always ends in `.json`; if that extension was not typed and the file exists,
 * it also asks whether to replace it.
 * @param suggestedName name of the scenario, unchecked; anything but a text counts as no name
 * @param suggestedPath path that the dialog suggests; null for a file in the user's documents with the suggested name
 */
export async function chooseScenarioToSave(
  window: BrowserWindow,
  suggestedName: unknown,
  suggestedPath: string | null,
): Promise<string | null> {
  const pathInDocuments = join(app.getPath('documents'), `${safeFileName(suggestedName)}.headroom.json`)
  const result = await dialog.showSaveDialog(window, {
    title: 'Save the scenario',
    defaultPath: suggestedPath ?? pathInDocuments,
    filters: scenarioFilters,
    // Without this property Linux replaces a file without a question.
    properties: ['showOverwriteConfirmation'],
  })
  if (result.canceled || result.filePath === '') return null
  if (result.filePath.endsWith('.json')) return result.filePath
  // The system asked whether to replace a file with the typed name. This is another file, so it has to be asked for here.
  const path = `${result.filePath}.headroom.json`
  return !existsSync(path) || (await mayReplace(window, path)) ? path : null
}

async function mayReplace(window: BrowserWindow, path: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: `“${basename(path)}” exists already.`,
    detail: 'Replacing it overwrites what it contains.',
    buttons: ['Cancel', 'Replace'],
    defaultId: 0,
    cancelId: 0,
  })
  return response === 1
}

/** Asks for the folder into which a report or other files are written. */
export async function chooseFolder(window: BrowserWindow): Promise<string | null> {
  const result = await dialog.showOpenDialog(window, {
    title: 'Choose a folder for the files',
    buttonLabel: 'Save here',
    properties: ['openDirectory', 'createDirectory'],
  })
  return result.filePaths[0] ?? null
}
