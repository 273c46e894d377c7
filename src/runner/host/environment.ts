/**
 * What measures: versions and machine.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { AppError } from '../../contracts/app-error.ts'
import type { Environment } from '../../contracts/environment.ts'
import type { EmbeddedCluster } from '../embedded/cluster.ts'
import type { ClientDescription } from '../preflight/client-check.ts'
import { askWorker } from './ask-worker.ts'

const describeTimeoutMs = 15_000

/** The environment of this host, and what is embedded in it. */
export function describeEnvironment(
  client: ClientDescription,
  cluster: Pick<EmbeddedCluster, 'kafkaVersion' | 'startedAtEpochMs'> | null,
): Environment {
  const processors = cpus()
  const version = runnerVersion()
  const bootId = readBootId()
  return {
    // The runner is released with the app, under one version.
    headroomVersion: version,
    runnerVersion: version,
    nodeVersion: process.versions.node,
    librdkafkaVersion: client.isLoaded ? client.librdkafkaVersion : 'not loaded',
    librdkafkaFeatures: client.isLoaded ? [...client.features] : [],
    kafkaVersion: cluster?.kafkaVersion ?? null,
    ...(cluster === null ? {} : { clusterStartedAtEpochMs: cluster.startedAtEpochMs }),
    platform: `${process.platform}-${process.arch}`,
    cpuModel: processors[0]?.model ?? 'unknown',
    cpuCores: Math.max(1, processors.length),
    memoryBytes: totalmem(),
    ...(bootId === null ? {} : { bootId }),
  }
}

/** What Linux draws at each start of a machine, as a digest: hosts in containers of one machine have the same. */
function readBootId(): string | null {
  try {
    const drawn = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return createHash('sha256').update(drawn).digest('hex').slice(0, 16)
  } catch {
    // Another system: agents on one machine are not told apart from agents on several.
    return null
  }
}

/** Asks a worker for its client library, since the host itself loads no native code. Never rejects. */
export async function describeClient(): Promise<ClientDescription> {
  try {
    const question = { order: { type: 'describe' }, answer: 'description', timeoutMs: describeTimeoutMs } as const
    const { librdkafkaVersion, features } = await askWorker(question)
    return { isLoaded: true, librdkafkaVersion, features }
  } catch (error) {
    const { message, remedy } = AppError.from(error)
    return { isLoaded: false, reason: message, remedy }
  }
}

/** The package's own version: package.json stands one folder above sources and bundles alike. */
function runnerVersion(): string {
  const content: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const version = typeof content === 'object' && content !== null && 'version' in content ? content.version : null
  return typeof version === 'string' ? version : 'unknown'
}
