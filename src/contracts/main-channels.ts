/**
 * Channels between page, preload and main: names only, so that a sandboxed preload needs no schema library.
 */
import type { MenuCommand } from './commands.ts'

/** The page asks main for its end of the workbench's port. */
export const workbenchPortChannel = 'headroom:workbench-port'

/** Main tells the page how the workbench process stands. */
export const workbenchStateChannel = 'headroom:workbench-state'

/** `restarted`: a new port follows. `stopped`: it ended too often, only a restart of the app helps. */
export interface WorkbenchState {
  readonly state: 'restarted' | 'stopped'
  /** What happened and what to do, for people. */
  readonly message: string
}

/** Ends the page's address where main loaded it again after its process died. */
export const reloadedMark = '?reloaded'

/** Calls of the page to main, answered by `ipcMain.handle` after the sender was checked. */
export const mainCalls = {
  describeRuntime: 'headroom:describe-runtime',
  chooseScenarioToOpen: 'headroom:choose-scenario-to-open',
  chooseScenarioToSave: 'headroom:choose-scenario-to-save',
  chooseConnectionToOpen: 'headroom:choose-connection-to-open',
  chooseLogoToOpen: 'headroom:choose-logo-to-open',
  chooseFilesToImport: 'headroom:choose-files-to-import',
  chooseFolder: 'headroom:choose-folder',
  openExternal: 'headroom:open-external',
  showInFolder: 'headroom:show-in-folder',
} as const

/** Commands of the menu, sent by main to the page. */
export const menuCommandChannel = 'headroom:menu-command'

/** What kind of Electron this is: the window says so where it is not the official one. */
export interface RuntimeDescription {
  readonly electronVersion: string
  readonly isOfficialRuntime: boolean
  readonly platform: string
}

/** What the preload gives to the page as `window.headroom`. Named tasks, never a channel. */
export interface HeadroomBridge {
  describeRuntime(): Promise<RuntimeDescription>
  chooseScenarioToOpen(): Promise<string | null>
  chooseScenarioToSave(suggestedName: string): Promise<string | null>
  chooseConnectionToOpen(): Promise<string | null>
  chooseLogoToOpen(): Promise<string | null>
  /** Outputs of other tools; empty where the person thought better of it. */
  chooseFilesToImport(): Promise<readonly string[]>
  chooseFolder(): Promise<string | null>
  openExternal(url: string): Promise<void>
  showInFolder(path: string): Promise<void>
  /** Where a file lies that was dropped on the page; empty for one that lies nowhere. */
  pathOfFile(file: object): string
  /** Calls the listener for each menu command; returns how to stop. */
  onMenuCommand(listener: (command: MenuCommand) => void): () => void
  /** Calls the listener when the workbench process ended unexpectedly; returns how to stop. */
  onWorkbenchState(listener: (state: WorkbenchState) => void): () => void
  /** Asks main for the workbench port; it arrives as a `message` event of the window with the port attached. */
  requestWorkbenchPort(): void
}
