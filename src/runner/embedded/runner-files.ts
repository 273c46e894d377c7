/**
 * Paths of the runner's own files, both for sources (src/runner/embedded) and for bundles (src/runner/dist).
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const runsFromSources = import.meta.url.endsWith('.ts')

/** Since this major version, every release of Node runs TypeScript sources without a flag (22 only since 22.18). */
const minNodeMajorForSources = 23

/** Folder of the runner package, the parent of `embedded` and `dist`. */
const runnerPath = fileURLToPath(new URL('..', import.meta.url))

/** Folder of Apache Kafka's jars, which scripts/prepare-runner.mjs fills. */
export const kafkaJarsPath = join(runnerPath, 'embedded', 'jars')

/** Scripts of this folder that run as processes of their own. */
export type RunnerEntry = 'delay-proxy' | 'simulated' | 'watchdog'

/** Path of a script's bundle if this code is bundled, otherwise of its source. */
export function runnerEntryPath(entry: RunnerEntry): string {
  return runsFromSources ? join(runnerPath, 'embedded', `${entry}-main.ts`) : join(runnerPath, 'dist', `${entry}.mjs`)
}

/** Path of the Node that runs the scripts: that of this process or, if it is too old, the one in the runner package. */
export function runnerNodePath(): string {
  const isOldNode = Number(process.versions.node.split('.')[0]) < minNodeMajorForSources
  if (!isOldNode) return process.execPath
  const packaged = join(runnerPath, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(packaged) ? packaged : process.execPath
}
