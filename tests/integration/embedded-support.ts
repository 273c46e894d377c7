/**
 * Starting embedded clusters in tests, and looking for what is left of them.
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

/** The runner has packages of its own. */
const requireFromRunner = createRequire(new URL('../../src/runner/package.json', import.meta.url))

/** kafkajs, as the runner has it. */
export const kafkajs: typeof import('../../src/runner/node_modules/kafkajs/types/index.d.ts') =
  requireFromRunner('kafkajs')

/** A cluster with all that it told about itself. */
export type StartedCluster = {
  readonly cluster: EmbeddedCluster
  readonly resources: readonly WatchedResource[]
  readonly stateDirectory: string
}

/** A folder of this test's own, gone after it. */
export function makeStateDirectory(): string {
  const path = mkdtempSync(join(tmpdir(), 'headroom-embedded-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** Starts a cluster that is stopped after the test at the latest. */
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

/** Which of the resources still exist: living processes and folders. */
export function findLeftOvers(resources: readonly WatchedResource[]): readonly WatchedResource[] {
  return resources.filter((resource) =>
    resource.kind === 'process' ? readProcessStartTime(resource.pid) === resource.startTime : existsSync(resource.path),
  )
}

/** Names in a folder; empty where there is none. */
export function namesIn(path: string): readonly string[] {
  return existsSync(path) ? readdirSync(path) : []
}

/** Waits until a question is answered with yes; the test's own timeout bounds it. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50))
}
