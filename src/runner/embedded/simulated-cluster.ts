/**
 * Starts `embedded:simulated`: librdkafka's mock brokers. They serve to try out the app and to probe the client.
 *
 * Mock brokers have no quotas or other limits, and do not support CreateTopics and DeleteTopics. A topic is created when a client
 * requests its metadata, always with `simulatedPartitions` partitions and min(3, brokers) replicas; only librdkafka's C interface
 * can change these numbers. Each partition keeps up to 5 MB in memory and then drops its oldest records. A group's first
 * rebalance takes 3 s.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { AppError } from '../../contracts/app-error.ts'
import { makeReadyRemedy } from '../../contracts/setup-status.ts'
import { readProcessStartTime } from '../host/process-start-time.ts'
import { childEnvironment, endChildren, type WatchedChild, watchChild } from './child-processes.ts'
import type { EmbeddedCluster, EmbeddedClusterOptions, EmbeddedTarget } from './cluster-types.ts'
import { runnerEntryPath, runnerNodePath } from './runner-files.ts'

/** Partitions of every topic on simulated brokers (`defaults.partition_cnt` in librdkafka's rdkafka_mock.c). */
export const simulatedPartitions = 4

/** The only line that the process of the simulated brokers writes, in JSON. */
export type StartResult = { readonly bootstrapServers: readonly string[] } | { readonly error: string }

type SimulatedTarget = Extract<EmbeddedTarget, { readonly kind: 'embedded:simulated' }>

const startTimeoutMs = 30_000
const stopGraceMs = 2_000

/**
 * Starts the process of the simulated brokers. It exits when its stdin closes, which also happens if the host is
 * killed.
 *
 * @throws AppError as `startEmbeddedCluster`
 */
export async function startSimulatedCluster(
  target: SimulatedTarget,
  options: EmbeddedClusterOptions,
): Promise<EmbeddedCluster> {
  options.onProgress('Starting simulated brokers', null)
  const spawned = spawn(runnerNodePath(), [runnerEntryPath('simulated'), String(target.brokers)], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
    env: childEnvironment(),
  })
  spawned.stdin.on('error', () => undefined)
  const child = await watchChild(spawned).catch((error: unknown) => {
    throw notReady(error instanceof Error ? error.message : String(error))
  })
  const startTime = readProcessStartTime(child.pid)
  if (startTime !== null) options.onResource({ kind: 'process', pid: child.pid, startTime })
  try {
    const firstLine = new Promise<string>((resolve) => createInterface({ input: spawned.stdout }).once('line', resolve))
    const bootstrapServers = await waitForResult(firstLine, child, options.signal)
    options.onProgress('Simulated brokers are up', 1)
    return runningCluster(bootstrapServers, child)
  } catch (error) {
    await endChildren([child], stopGraceMs)
    throw error
  }
}

async function waitForResult(
  firstLine: Promise<string>,
  child: WatchedChild,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined
  const cancelled = new Promise<never>((_, reject) => {
    const fail = () => reject(new AppError('ABORTED', 'The start of the simulated brokers was cancelled.'))
    signal?.addEventListener('abort', fail, { once: true })
    timer = setTimeout(() => reject(notReady(`they did not report within ${startTimeoutMs / 1000} s`)), startTimeoutMs)
  })
  const exited = child.exited.then((detail): never => {
    throw notReady(`their process ${detail}`)
  })
  // An exit after the start must not count as an unhandled rejection.
  exited.catch(() => undefined)
  try {
    // The line is not checked, because only simulated-main.ts of the same build writes it.
    const result: StartResult = JSON.parse(await Promise.race([firstLine, exited, cancelled]))
    if ('error' in result) throw notReady(result.error)
    return result.bootstrapServers
  } finally {
    clearTimeout(timer)
  }
}

function runningCluster(bootstrapServers: readonly string[], child: WatchedChild): EmbeddedCluster {
  let stopping: Promise<void> | null = null
  async function end(): Promise<void> {
    const survivors = await endChildren([child], stopGraceMs)
    if (survivors.length > 0)
      throw new AppError('RUN_FAILED', `The simulated brokers did not end: process ${child.pid}.`, {
        remedy: `End it yourself: kill -9 ${child.pid}.`,
      })
  }
  return {
    bootstrapServers,
    caFile: null,
    kafkaVersion: null,
    startedAtEpochMs: Date.now(),
    sampleBrokers: () => [],
    onBrokerExit: (listener) => {
      void child.exited.then((detail) => {
        if (stopping === null)
          bootstrapServers.forEach(
            (_, index) => void listener(index + 1, `The process of the simulated brokers ${detail}`),
          )
      })
    },
    stop: () => {
      stopping ??= end()
      return stopping
    },
  }
}

function notReady(detail: string): AppError {
  return new AppError('RUNNER_NOT_READY', `The simulated brokers could not be started: ${detail}.`, {
    remedy: makeReadyRemedy,
  })
}
