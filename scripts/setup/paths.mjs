/**
 * Where things lie in the repository. The one place that knows.
 */

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository. A packaged app has none: everything was prepared when it was packaged. */
export const repositoryPath = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')

/** The runner's own npm package. */
export const runnerPath = join(repositoryPath, 'src', 'runner')

/** The real Kafka of `embedded:kafka`: its pom.xml, and the jars that Maven puts beside it. */
export const embeddedPath = join(runnerPath, 'embedded')

/** Everything made at set-up that belongs to no package: Electron's runtime, locks, half-done work. */
export const runtimePath = join(repositoryPath, '.runtime')

/**
 * The bundled Node inside a runner package, wherever that package lies (also while it is still being staged).
 *
 * @param {string} packagePath
 */
export function nodePathIn(packagePath) {
  return join(packagePath, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}
