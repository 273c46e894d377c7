/**
 * What the app was started with.
 */
import { isAbsolute, resolve } from 'node:path'

/** Arguments of the app, as main understands them. */
export interface CommandArguments {
  /** Folder of the workspace, absolute; null where the platform's own place is used. */
  readonly workspace: string | null
}

/**
 * Reads `--workspace DIR` or `--workspace=DIR` from the process arguments. Everything else belongs to Electron and
 * Chromium and is left alone.
 */
export function readCommandArguments(argv: readonly string[], workingDirectory: string): CommandArguments {
  for (const [index, argument] of argv.entries()) {
    const value = argument === '--workspace' ? argv[index + 1] : argument.match(/^--workspace=(.+)$/)?.[1]
    if (value === undefined || value.startsWith('--')) continue
    return { workspace: isAbsolute(value) ? value : resolve(workingDirectory, value) }
  }
  return { workspace: null }
}
