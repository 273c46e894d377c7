/**
 * The paths that the user chose in dialogs since the app started. When the page asks the workbench to write a file, the
 * workbench writes only to these.
 */
import { resolve } from 'node:path'

/** Files and folders that the user chose. A folder grants the files in it, but not those of folders below it. */
export class GrantedPaths {
  private readonly files = new Set<string>()
  private readonly folders = new Set<string>()

  /** Grants a chosen file. Null, from a cancelled dialog, grants nothing. @returns the same path */
  grantFile(path: string | null): string | null {
    if (path !== null) this.files.add(resolve(path))
    return path
  }

  /** Grants a chosen folder. Null, from a cancelled dialog, grants nothing. @returns the same path */
  grantFolder(path: string | null): string | null {
    if (path !== null) this.folders.add(resolve(path))
    return path
  }

  /** True if the user chose exactly this file or folder. */
  includes(kind: 'file' | 'folder', path: string): boolean {
    return (kind === 'file' ? this.files : this.folders).has(resolve(path))
  }
}
