/**
 * Distinguishes the official Electron from the older one of an npm package, which set-up uses if the official one cannot be
 * downloaded. The older one lacks security patches and is meant for development and CI.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readPackageStamp } from './package-stamp.ts'

/** The paths of the app and of its Electron. */
export interface RuntimePlace {
  readonly isPackaged: boolean
  /** Folder or archive of the app, which has its package.json. */
  readonly appPath: string
  /** Folder `resources` of Electron. */
  readonly resourcesPath: string
}

/**
 * True for the official Electron. In development it is recognised by its default app. A packaged app has no default app, so
 * `npm run package` stamps the kind of Electron into the app's package.json. Without the stamp the answer is false.
 */
export function isOfficialRuntime({ isPackaged, appPath, resourcesPath }: RuntimePlace): boolean {
  if (!isPackaged) return existsSync(join(resourcesPath, 'default_app.asar'))
  return readPackageStamp(appPath) === 'official'
}
