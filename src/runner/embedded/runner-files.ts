/**
 * Paths of the runner's own files, both for sources (src/runner/embedded) and for bundles (src/runner/dist).
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const runsFromSources = import.meta.url.endsWith('.ts')

/** From this major version on, every Node runs TypeScript sources without a flag (22 only from 22.18 on). */
const firstMajorForSources = 23

/** Folder of the runner package, the parent of `embedded` and `dist`. */
const runnerPath = fileURLToPath(new URL('..', import.meta.url))

/** Folder of Apache Kafka's jars; scripts/prepare-runner.mjs fills it. */
export const kafkaJarsPath = join(runnerPath, 'embedded', 'jars')

/** Scripts that code of this folder starts as processes. */
export type RunnerEntry = 'delay-proxy' | 'simulated' | 'watchdog'

/** Path of a script: its bundle if this code is bundled, otherwise its source. */
export function runnerEntryPath(entry: RunnerEntry): string {
  return runsFromSources ? join(runnerPath, 'embedded', `${entry}-main.ts`) : join(runnerPath, 'dist', `${entry}.mjs`)
}

/** Path of the Node that runs the scripts: this process's own, or the runner's if this one is too old for sources. */
export function runnerNodePath(): string {
  const isOldNode = Number(process.versions.node.split('.')[0]) < firstMajorForSources
  if (!isOldNode) return process.execPath
  const packaged = join(runnerPath, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(packaged) ? packaged : process.execPath
}
