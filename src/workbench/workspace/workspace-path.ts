/**
 * Finds the folder of the workspace, in the same way for window and command line.
 */
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** The settings and facts that decide the path of a workspace. */
export interface WorkspaceCircumstances {
  /** The value of `--workspace`, if it was given. */
  readonly flag?: string | undefined
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly platform: string
  readonly homePath: string
}

/**
 * Returns the folder of the workspace: the first that is set of `--workspace`, `HEADROOM_WORKSPACE` and the platform's
 * folder for application data.
 *
 * Relative paths are resolved against the current folder. The folder need not exist.
 */
export function workspacePath(circumstances: WorkspaceCircumstances): string {
  const { flag, environment } = circumstances
  if (flag !== undefined && flag !== '') return resolve(flag)
  const fromEnvironment = environment.HEADROOM_WORKSPACE
  if (fromEnvironment !== undefined && fromEnvironment !== '') return resolve(fromEnvironment)
  return join(dataHome(circumstances), circumstances.platform === 'linux' ? 'headroom' : 'Headroom')
}

/** Returns the folder of the user's models in a workspace. The folder need not exist. */
export function ownModelsPath(workspacePath: string): string {
  return join(workspacePath, 'models')
}

/** Reads the circumstances of this process. */
export function currentCircumstances(flag: string | undefined): WorkspaceCircumstances {
  return { flag, environment: process.env, platform: process.platform, homePath: homedir() }
}

function dataHome({ environment, platform, homePath }: WorkspaceCircumstances): string {
  if (platform === 'darwin') return join(homePath, 'Library', 'Application Support')
  if (platform === 'win32') return environment.APPDATA || join(homePath, 'AppData', 'Roaming')
  // The XDG specification says that a relative XDG_DATA_HOME is ignored.
  const xdg = environment.XDG_DATA_HOME
  return xdg?.startsWith('/') ? xdg : join(homePath, '.local', 'share')
}
