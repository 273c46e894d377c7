/**
 * Where the workspace lies: one rule for window and terminal.
 */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** What the place of a workspace depends on. */
export interface WorkspaceCircumstances {
  /** `--workspace`, where it was given. */
  readonly flag?: string | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: string
  readonly homePath: string
}

/**
 * The folder of the workspace: the flag, else `HEADROOM_WORKSPACE`, else the platform's own place for data of programs.
 *
 * Relative paths count from the current folder. The folder need not exist.
 */
export function workspacePath(circumstances: WorkspaceCircumstances): string {
  const { flag, environment } = circumstances
  if (flag !== undefined && flag !== '') return resolve(flag)
  const fromEnvironment = environment.HEADROOM_WORKSPACE
  if (fromEnvironment !== undefined && fromEnvironment !== '') return resolve(fromEnvironment)
  return join(dataHome(circumstances), circumstances.platform === 'linux' ? 'headroom' : 'Headroom')
}

/** Where a workspace keeps its own models: offerings beside those that come with Headroom. The folder need not exist. */
export function ownModelsPath(workspacePath: string): string {
  return join(workspacePath, 'models')
}

/** The circumstances of this process. */
export function currentCircumstances(flag: string | undefined): WorkspaceCircumstances {
  return { flag, environment: process.env, platform: process.platform, homePath: homedir() }
}

function dataHome({ environment, platform, homePath }: WorkspaceCircumstances): string {
  if (platform === 'darwin') return join(homePath, 'Library', 'Application Support')
  if (platform === 'win32') return environment.APPDATA || join(homePath, 'AppData', 'Roaming')
  // The XDG rule says that a relative XDG_DATA_HOME is to be ignored.
  const xdg = environment.XDG_DATA_HOME
  return xdg?.startsWith('/') ? xdg : join(homePath, '.local', 'share')
}
