/**
 * Starts embedded clusters in tests, and finds what they leave behind.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import {
  type EmbeddedCluster,
  type EmbeddedClusterOptions,
  type EmbeddedTarget,
  startEmbeddedCluster,
} from '../../src/runner/embedded/embedded-cluster.ts'
import type { WatchedResource } from '../../src/runner/embedded/watchdog.ts'
import { readProcessStartTime } from '../../src/runner/host/process-start-time.ts'

/** Resolves packages from the runner, which has packages of its own. */
const requireFromRunner = createRequire(new URL('../../src/runner/package.json', import.meta.url))

/** The runner's kafkajs. */
export const kafkajs: typeof import('../../src/runner/node_modules/kafkajs/types/index.d.ts') =
  requireFromRunner('kafkajs')

/** A cluster, and everything that it reported during its start. */
export type StartedCluster = {
  readonly cluster: EmbeddedCluster
  readonly resources: readonly WatchedResource[]
  readonly stateDirectory: string
}

/** Creates a folder for one test, which is removed after the test. */
export function makeStateDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'headroom-embedded-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Starts a cluster. It is stopped after the test, unless the test has stopped it. */
export async function startCluster(
  target: EmbeddedTarget,
  options: Partial<EmbeddedClusterOptions> = {},
): Promise<StartedCluster> {
  const stateDirectory = makeStateDirectory()
  const resources: WatchedResource[] = []
  const cluster = await startEmbeddedCluster(target, {
    runId: 'run-1',
    stateDirectory,
    onProgress: () => undefined,
    onResource: (resource) => void resources.push(resource),
    ...options,
  })
  onTestFinished(() => cluster.stop())
  return { cluster, resources, stateDirectory }
}

/** Returns those resources that still exist: running processes and folders. */
export function findLeftOvers(resources: readonly WatchedResource[]): readonly WatchedResource[] {
  return resources.filter((resource) =>
    resource.kind === 'process' ? readProcessStartTime(resource.pid) === resource.startTime : existsSync(resource.path),
  )
}

/** Names of the files in a folder; empty if the folder does not exist. */
export function namesIn(path: string): readonly string[] {
  return existsSync(path) ? readdirSync(path) : []
}

/** Waits until the condition is true. Only the timeout of the test limits the wait. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50))
}
