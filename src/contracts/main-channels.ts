/**
 * Channels between page, preload and main process. They are only names, so a sandboxed preload needs no schema library.
 */
import type { MenuCommand } from './commands.ts'

/** Channel on which the page requests its end of the workbench's port. */
export const workbenchPortChannel = 'headroom:workbench-port'

/** Channel on which the main process reports the state of the workbench process to the page. */
export const workbenchStateChannel = 'headroom:workbench-state'

/** `restarted`: a new port follows. `stopped`: the process ended too often, and only a restart of the app helps. */
export interface WorkbenchState {
  readonly state: 'restarted' | 'stopped'
  /** What happened and what to do, in words for the user. */
  readonly message: string
}

/** Origin of the app's page, as Chromium reports it for a standard scheme. */
export const pageOrigin = 'app://headroom'

/** Suffix of the page's address if the main process reloaded the page after the process of the page had died. */
export const reloadedMark = '?reloaded'

/** Calls from the page to the main process. `ipcMain.handle` handles them after a check of the sender. */
export const mainCalls = {
  describeRuntime: 'headroom:describe-runtime',
  chooseScenarioToOpen: 'headroom:choose-scenario-to-open',
  chooseScenarioToSave: 'headroom:choose-scenario-to-save',
  chooseConnectionToOpen: 'headroom:choose-connection-to-open',
  chooseLogoToOpen: 'headroom:choose-logo-to-open',
  chooseFilesToImport: 'headroom:choose-files-to-import',
  chooseFilesToObserve: 'headroom:choose-files-to-observe',
  chooseFolder: 'headroom:choose-folder',
  openExternal: 'headroom:open-external',
  showInFolder: 'headroom:show-in-folder',
} as const

/** Channel on which the main process sends menu commands to the page. */
export const menuCommandChannel = 'headroom:menu-command'

/** The Electron runtime. The window shows a note if it is not an official one. */
export interface RuntimeDescription {
  readonly electronVersion: string
  readonly isOfficialRuntime: boolean
  readonly platform: string
}

/** The interface that the preload exposes to the page as `window.headroom`: named tasks, never a channel. */
export interface HeadroomBridge {
  describeRuntime(): Promise<RuntimeDescription>
  chooseScenarioToOpen(): Promise<string | null>
  /**
   * Returns a path at which the workbench may save the scenario: `path`, if the user chose it in a dialog since the app
   * was started, or else the one that the user chooses now. Null if the user cancelled.
   */
  chooseScenarioToSave(scenario: { readonly name: string; readonly path: string | null }): Promise<string | null>
  chooseConnectionToOpen(): Promise<string | null>
  chooseLogoToOpen(): Promise<string | null>
  /** Paths of output files of other tools; empty if the user cancelled. */
  chooseFilesToImport(): Promise<readonly string[]>
  /** Paths of lists of topics and exports of a running cluster; empty if the user cancelled. */
  chooseFilesToObserve(): Promise<readonly string[]>
  chooseFolder(): Promise<string | null>
  openExternal(url: string): Promise<void>
  showInFolder(path: string): Promise<void>
  /** Path of a file that was dropped on the page; empty if the file is not on disk. */
  pathOfFile(file: object): string
  /** Calls the listener for each menu command. Returns a function that removes the listener. */
  onMenuCommand(listener: (command: MenuCommand) => void): () => void
  /**
   * Calls the listener when the workbench process has ended unexpectedly. Returns a function that removes the listener.
   */
  onWorkbenchState(listener: (state: WorkbenchState) => void): () => void
  /**
   * Requests the workbench port from the main process. It arrives as a `message` event of the window, with the port
   * attached.
   */
  requestWorkbenchPort(): void
}
