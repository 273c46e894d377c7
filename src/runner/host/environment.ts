/**
 * What measures: versions and machine.
 */
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { AppError } from '../../contracts/app-error.ts'
import type { Environment } from '../../contracts/run-record.ts'
import type { ClientDescription } from '../preflight/client-check.ts'
import { WorkerProcess } from './worker-process.ts'

const describeTimeoutMs = 15_000

/** The environment of this host. */
export function describeEnvironment(client: ClientDescription, kafkaVersion: string | null): Environment {
  const processors = cpus()
  const version = runnerVersion()
  return {
    // The runner is released with the app, under one version.
    headroomVersion: version,
    runnerVersion: version,
    nodeVersion: process.versions.node,
    librdkafkaVersion: client.isLoaded ? client.librdkafkaVersion : 'not loaded',
    librdkafkaFeatures: client.isLoaded ? [...client.features] : [],
    kafkaVersion,
    platform: `${process.platform}-${process.arch}`,
    cpuModel: processors[0]?.model ?? 'unknown',
    cpuCores: Math.max(1, processors.length),
    memoryBytes: totalmem(),
  }
}

/** Asks a worker for its client library, since the host itself loads no native code. Never rejects. */
export async function describeClient(): Promise<ClientDescription> {
  return new Promise((resolve) => {
    const worker = new WorkerProcess('describe', 0, (answer) => {
      if (answer.type === 'description') finish({ isLoaded: true, ...answer })
      if (answer.type === 'failed') finish(notLoaded(AppError.fromData(answer.error)))
    })
    const timer = setTimeout(
      () => finish(notLoaded(silent(`no answer within ${describeTimeoutMs / 1000} s`))),
      describeTimeoutMs,
    )
    const finish = (client: ClientDescription) => {
      clearTimeout(timer)
      worker.kill()
      resolve(
        client.isLoaded
          ? { isLoaded: true, librdkafkaVersion: client.librdkafkaVersion, features: client.features }
          : client,
      )
    }
    void worker.exited.then(({ how }) => finish(notLoaded(silent(`its process ${how}`))))
    worker.send({ type: 'describe' })
  })
}

function notLoaded({ message, remedy }: AppError): ClientDescription {
  return { isLoaded: false, reason: message, remedy }
}

function silent(why: string): AppError {
  return new AppError('RUNNER_NOT_READY', `The Kafka client could not be loaded: ${why}.`, {
    remedy: 'Make the runner ready again: npm start, or node scripts/prepare-runner.mjs.',
  })
}

/** The package's own version: package.json stands one folder above sources and bundles alike. */
function runnerVersion(): string {
  const content: unknown = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const version = typeof content === 'object' && content !== null && 'version' in content ? content.version : null
  return typeof version === 'string' ? version : 'unknown'
}
