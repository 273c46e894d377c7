/**
 * Where the runner's own files lie, from sources (src/runner/embedded) and from bundles (src/runner/dist) alike.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const runsFromSources = import.meta.url.endsWith('.ts')

/** The first Node that runs TypeScript sources without a flag is 22.18; the runner's own is far beyond it. */
const firstMajorForSources = 23

/** The runner package: both src/runner/embedded and src/runner/dist lie in it. */
const runnerPath = fileURLToPath(new URL('..', import.meta.url))

/** Folder of the jars of Apache Kafka, made at set-up. */
export const kafkaJarsPath = join(runnerPath, 'embedded', 'jars')

/** Entries of processes that this folder starts. */
export type RunnerEntry = 'delay-proxy' | 'simulated' | 'watchdog'

/** The script of a process: the bundle's in a bundle, the source itself otherwise. */
export function runnerEntryPath(entry: RunnerEntry): string {
  return runsFromSources ? join(runnerPath, 'embedded', `${entry}-main.ts`) : join(runnerPath, 'dist', `${entry}.mjs`)
}

/** The Node that runs those scripts: this process's own, or the runner's where this one is too old for sources. */
export function runnerNodePath(): string {
  const isOldNode = Number(process.versions.node.split('.')[0]) < firstMajorForSources
  if (!isOldNode) return process.execPath
  const packaged = join(runnerPath, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  return existsSync(packaged) ? packaged : process.execPath
}
