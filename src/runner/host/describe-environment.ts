/**
 * Describes the machine and the software versions that a run is measured with.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { AppError } from '../../contracts/app-error.ts'
import type { Environment } from '../../contracts/environment.ts'
import type { EmbeddedCluster } from '../embedded/cluster-types.ts'
import type { ClientDescription } from '../preflight/client-check.ts'
import { requestFromWorker } from './request-from-worker.ts'

/** Only a process that hangs takes longer than this to start and load the library, however busy the machine is. */
const describeTimeoutMs = 60_000

/** Describes this host, and its embedded cluster if there is one. */
export function describeEnvironment(
  client: ClientDescription,
  cluster: Pick<EmbeddedCluster, 'kafkaVersion' | 'startedAtEpochMs'> | null,
): Environment {
  const processors = cpus()
  const version = runnerVersion()
  const bootId = readBootId()
  return {
    // Runner and app are released together with the same version.
    headroomVersion: version,
    runnerVersion: version,
    nodeVersion: process.versions.node,
    librdkafkaVersion: client.isLoaded ? client.librdkafkaVersion : 'not loaded',
    librdkafkaFeatures: client.isLoaded ? [...client.features] : [],
    ...(client.isLoaded ? { loops: client.loops } : {}),
    kafkaVersion: cluster?.kafkaVersion ?? null,
    ...(cluster === null ? {} : { clusterStartedAtEpochMs: cluster.startedAtEpochMs }),
    platform: `${process.platform}-${process.arch}`,
    cpuModel: processors[0]?.model ?? 'unknown',
    cpuCores: Math.max(1, processors.length),
    memoryBytes: totalmem(),
    ...(bootId === null ? {} : { bootId }),
  }
}

/**
 * Digest of the id that Linux generates at each boot, which is the same in all containers of one machine.
 * @returns null on systems that have no such id
 */
function readBootId(): string | null {
  try {
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return createHash('sha256').update(bootId).digest('hex').slice(0, 16)
  } catch {
    // Without the id, two agents on one machine look like agents on two machines.
    return null
  }
}

/** Requests the version of the client library from a worker, because the host loads no native code. Never rejects. */
export async function describeClient(): Promise<ClientDescription> {
  try {
    const command = { type: 'describe' } as const
    const { librdkafkaVersion, features, loops } = await requestFromWorker({
      command,
      responseType: 'description',
      timeoutMs: describeTimeoutMs,
    })
    return { isLoaded: true, librdkafkaVersion, features, loops }
  } catch (error) {
    const { message, remedy } = AppError.from(error)
    return { isLoaded: false, reason: message, remedy }
  }
}

/** The version in package.json, which is one folder above both the sources and the bundles. */
function runnerVersion(): string {
  const content: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const version = typeof content === 'object' && content !== null && 'version' in content ? content.version : null
  return typeof version === 'string' ? version : 'unknown'
}
