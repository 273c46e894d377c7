/**
 * Reads the stamp that `npm run package` puts into the package.json of a packaged app.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * `official` and `registry` name the Electron in the package (see `official-runtime.ts`). A package `for-tests` differs only
 * in that it can be controlled over a debugging port; it is never released.
 */
export type PackageStamp = 'official' | 'registry' | 'for-tests'

const known: readonly PackageStamp[] = ['official', 'registry', 'for-tests']

/** Returns null if there is no stamp, or one that this version does not know. @param appPath folder or archive of the app */
export function readPackageStamp(appPath: string): PackageStamp | null {
  try {
    const content: unknown = JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8'))
    if (typeof content !== 'object' || content === null) return null
    return known.find((stamp) => stamp === Reflect.get(content, 'electronRuntime')) ?? null
  } catch {
    return null
  }
}
