/**
 * Paths of the repository. No other script defines them.
 */

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository. A packaged app has none, because everything was prepared when it was packaged. */
export const repositoryPath = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** The runner's own npm package. */
export const runnerPath = join(repositoryPath, 'src', 'runner')

/** The Kafka of `embedded:kafka`: its pom.xml, and the jars that Maven puts beside it. */
export const embeddedPath = join(runnerPath, 'embedded')

/** Results of set-up that belong to no package: Electron's runtime, locks, and unfinished work. */
export const runtimePath = join(repositoryPath, '.runtime')

/**
 * Path of the bundled Node in a runner package, in use or staged.
 *
 * @param {string} packagePath
 */
export function nodePathIn(packagePath) {
  return join(packagePath, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}
