/**
 * The one window: sandboxed, without Node, shown when it has something to show.
 */
import { join } from 'node:path'
import { app, BrowserWindow, nativeTheme, screen } from 'electron'
import { pageUrl } from './page-files.ts'
import { readWindowState, smallestWindow, writeWindowState } from './window-state.ts'

/** The page's background before its first paint, so that a dark desktop sees no white flash. */
const backgroundColours = { light: '#f6f7f8', dark: '#15181b' } as const

/** Opens the window on the page. `preloadPath` is the built preload. */
export function openMainWindow(preloadPath: string): BrowserWindow {
  const statePath = join(app.getPath('userData'), 'window.json')
  const state = readWindowState(
    statePath,
    screen.getAllDisplays().map((display) => display.workArea),
  )
  const { isMaximized, ...bounds } = state
  const window = new BrowserWindow({
    ...bounds,
    minWidth: smallestWindow.width,
    minHeight: smallestWindow.height,
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
      // A run goes on while another window is in front; its chart must not fall behind.
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
  window.loadURL(pageUrl).catch((error: unknown) => {
    console.error(`The page did not load: ${error instanceof Error ? error.message : String(error)}`)
  })
  return window
}
