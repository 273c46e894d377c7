/**
 * The app's only window. It is sandboxed, has no access to Node, and is shown when its page is ready.
 */
import { join } from 'node:path'
import { app, BrowserWindow, dialog, nativeTheme, screen } from 'electron'
import { pageUrl, reloadedPageUrl } from './page-files.ts'
import { createRestartBound } from './restart-bound.ts'
import { minWindowSize, readWindowState, writeWindowState } from './window-state.ts'

/** Background before the first paint, so that there is no white flash on a dark desktop. */
const backgroundColours = { light: '#f6f7f8', dark: '#15181b' } as const

/** A crashed page is reloaded at most this often within `reloadPeriodMs` without asking the user. */
const maxReloads = 3
const reloadPeriodMs = 60_000

/** Opens the window and loads the page. @param preloadPath path of the built preload script */
export function openMainWindow(preloadPath: string): BrowserWindow {
  const statePath = join(app.getPath('userData'), 'window.json')
  const state = readWindowState(
    statePath,
    screen.getAllDisplays().map((display) => display.workArea),
  )
  const { isMaximized, ...bounds } = state
  const window = new BrowserWindow({
    ...bounds,
    minWidth: minWindowSize.width,
    minHeight: minWindowSize.height,
    show: false,
    title: 'Headroom',
    backgroundColor: nativeTheme.shouldUseDarkColors ? backgroundColours.dark : backgroundColours.light,
    webPreferences: {
      preload: preloadPath,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
      // The chart of a live run must be updated even while another window is in front.
      backgroundThrottling: false,
    },
  })
  window.once('ready-to-show', () => {
    if (isMaximized) window.maximize()
    window.show()
  })
  window.on('close', () => {
    writeWindowState(statePath, { ...window.getNormalBounds(), isMaximized: window.isMaximized() })
  })
  reloadWhenGone(window)
  load(window, pageUrl)
  return window
}

function load(window: BrowserWindow, url: string): void {
  window.loadURL(url).catch((error: unknown) => {
    console.error(`The page did not load: ${error instanceof Error ? error.message : String(error)}`)
  })
}

/**
 * Reloads the page if its process crashes. Nothing is lost, because the draft is in the workspace and a live run
 * continues in the workbench. After repeated crashes the user is asked first, to avoid a reload loop.
 */
function reloadWhenGone(window: BrowserWindow): void {
  const reloadBound = createRestartBound(maxReloads, reloadPeriodMs, Date.now)
  window.webContents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    console.error(`The page's process ended unexpectedly: ${reason}, code ${exitCode}.`)
    if (reloadBound.allows()) load(window, reloadedPageUrl)
    else void askForReload(window)
  })
}

async function askForReload(window: BrowserWindow): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'The window stopped several times within a minute.',
    detail: 'Your input is kept, and a live run continues.',
    buttons: ['Show it again', 'Quit'],
    defaultId: 0,
    cancelId: 0,
  })
  if (response === 1) app.quit()
  else if (!window.isDestroyed()) load(window, reloadedPageUrl)
}
