/**
 * The paths that the user chose in a dialog of this session. The workbench writes only these for the page.
 */
import { resolve } from 'node:path'

/** Files and folders that the user chose. A folder grants the files in it, but not those of folders below it. */
export class GrantedPaths {
  private readonly files = new Set<string>()
  private readonly folders = new Set<string>()

  /** Notes a chosen file. Returns the path, or null for a cancelled dialog. */
  grantFile(path: string | null): string | null {
    if (path !== null) this.files.add(resolve(path))
    return path
  }

  /** Notes a chosen folder. Returns the path, or null for a cancelled dialog. */
  grantFolder(path: string | null): string | null {
    if (path !== null) this.folders.add(resolve(path))
    return path
  }

  /** True if the user chose this file, or this folder. */
  includes(kind: 'file' | 'folder', path: string): boolean {
    return (kind === 'file' ? this.files : this.folders).has(resolve(path))
  }
}
