/**
 * Entry point of the app. There is one instance of the app per workspace, with one window and one workbench process.
 */
import { join } from 'node:path'
import { app, BrowserWindow, Menu, protocol, session } from 'electron'
import { workbenchStateChannel } from '../contracts/main-channels.ts'
import type { PrintJob } from '../contracts/print-job.ts'
import { registerAppScheme, serveAppScheme } from './app-scheme.ts'
import { readCommandArguments } from './command-arguments.ts'
import { limitCoreFiles } from './core-limit.ts'
import { ignoreDebuggingSwitches, mayBeDebugged } from './debugging-switches.ts'
import { GrantedPaths } from './granted-paths.ts'
import { openMainWindow } from './main-window.ts'
import { buildMenu } from './menu.ts'
import { guardPages } from './page-guard.ts'
import { servePagePorts } from './page-ports.ts'
import { printPdf } from './print-pdf.ts'
import { profileFolder } from './profile-folder.ts'
import { registerCalls } from './register-calls.ts'
import { startWorkbench, type WorkbenchProcess } from './workbench-process.ts'
import { stateAfter } from './workbench-state.ts'

const outPath = join(import.meta.dirname, '..')
const commandArguments = readCommandArguments(process.argv, process.cwd())

let mainWindow: BrowserWindow | null = null
const granted = new GrantedPaths()
const currentWindow = (): BrowserWindow | null => mainWindow

if (!mayBeDebugged({ isPackaged: app.isPackaged, appPath: app.getAppPath() })) ignoreDebuggingSwitches(app.commandLine)
limitCoreFiles()
registerAppScheme(protocol)
app.setName('Headroom')

if (commandArguments.print !== null) {
  printOnce(commandArguments.print)
} else if (takeLock(windowFolder())) {
  app.on('second-instance', showWindow)
  app.whenReady().then(start, fail)
} else {
  app.quit()
}

/** Each workspace has its own lock, window state and page storage, so two workspaces can be open at once. */
function windowFolder(): string {
  const { workspace } = commandArguments
  return workspace === null ? app.getPath('userData') : join(workspace, 'window')
}

/** Makes `folder` the window's profile and takes its lock. False if another instance holds the lock. */
function takeLock(folder: string): boolean {
  const profile = profileFolder(folder, app.getPath('temp'))
  app.setPath('userData', profile.path)
  app.on('quit', () => profile.remove())
  return app.requestSingleInstanceLock()
}

function start(): void {
  guardPages(app, session.defaultSession)
  serveAppScheme(protocol, join(outPath, 'renderer'))
  registerCalls(currentWindow, granted)
  Menu.setApplicationMenu(buildMenu(currentWindow))
  // The workbench is started before the window: it needs longer than the page, and the page waits for its first answers.
  const workbench = startWorkbench({
    bundlePath: join(outPath, 'main', 'workbench.js'),
    arguments: workbenchArguments(),
    onUnexpectedEnd: (end) => mainWindow?.webContents.send(workbenchStateChannel, stateAfter(end)),
    isGranted: (kind, path) => granted.includes(kind, path),
    print: printPdf,
  })
  servePagePorts(currentWindow, workbench)
  openWindow()
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) openWindow()
  })
  app.on('window-all-closed', () => app.quit())
  closeBeforeQuit(workbench)
}

/** Prints a report without window, lock or workspace, then exits. The caller passes its own profile (`--user-data-dir`). */
function printOnce(job: PrintJob): void {
  app.disableHardwareAcceleration()
  // The app must not quit when its only window, the hidden page, closes, because the exit code is not set yet.
  app.on('window-all-closed', () => {})
  app
    .whenReady()
    .then(() => {
      guardPages(app, session.defaultSession)
      return printPdf(job)
    })
    .then(() => app.exit(0), fail)
}

function openWindow(): void {
  const window = openMainWindow(join(outPath, 'preload', 'preload.cjs'))
  mainWindow = window
  window.on('closed', () => {
    mainWindow = null
  })
}

function showWindow(): void {
  if (mainWindow?.isMinimized()) mainWindow.restore()
  mainWindow?.focus()
}

function workbenchArguments(): string[] {
  const resources = app.isPackaged ? process.resourcesPath : app.getAppPath()
  const workspace = commandArguments.workspace === null ? [] : ['--workspace', commandArguments.workspace]
  return ['--resources', resources, ...workspace]
}

/** When the app is about to quit, first closes the workbench, which stops and stores a live run. Then quits for good. */
function closeBeforeQuit(workbench: WorkbenchProcess): void {
  let isClosed = false
  let isClosing = false
  let isStartRequested = false
  app.on('will-quit', (event) => {
    if (isClosed) return
    event.preventDefault()
    if (isClosing) return
    isClosing = true
    // Until the workbench is closed, this instance holds the lock, so another one ends at once. If the user starts one
    // meanwhile, the app restarts afterwards.
    app.on('second-instance', () => {
      isStartRequested = true
    })
    workbench.close().then(quitForGood, quitForGood)
  })
  function quitForGood(): void {
    isClosed = true
    if (isStartRequested) app.relaunch()
    // Electron ignores a quit while it still handles the previous one, which was prevented.
    setImmediate(() => app.quit())
  }
}

function fail(error: unknown): void {
  console.error(`Headroom did not start: ${error instanceof Error ? error.message : String(error)}`)
  app.exit(1)
}
