/**
 * `embedded:simulated`: librdkafka's mock brokers, for trying the app and for probing the client.
 *
 * What they cannot do: no quotas and no limits, no createTopics or deleteTopics. A topic appears when a client asks for
 * its metadata, always with `simulatedPartitions` partitions and min(3, brokers) replicas: librdkafka lets nothing but
 * its C interface change that. Each partition keeps up to 5 MB in memory and forgets the oldest. A group's first
 * rebalance takes 3 s.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { AppError } from '../../contracts/app-error.ts'
import { readProcessStartTime } from '../host/process-identity.ts'
import { childEnvironment, endChildren, type WatchedChild, watchChild } from './child-processes.ts'
import type { EmbeddedCluster, EmbeddedClusterOptions, EmbeddedTarget } from './cluster.ts'
import { runnerEntryPath, runnerNodePath } from './runner-files.ts'

/** Partitions of every topic on simulated brokers (`defaults.partition_cnt` in librdkafka's rdkafka_mock.c). */
export const simulatedPartitions = 4

/** The one line that the simulated brokers' process writes. */
export type SimulatedAnswer = { readonly bootstrapServers: readonly string[] } | { readonly error: string }

type SimulatedTarget = Extract<EmbeddedTarget, { readonly kind: 'embedded:simulated' }>

const startTimeoutMs = 30_000
const stopGraceMs = 2_000
const remedy = 'Run npm start, which makes the runner ready, or node scripts/prepare-runner.mjs.'

/**
 * Starts the process of the simulated brokers. It ends with its stdin, so also when the host is killed.
 *
 * @throws see `startEmbeddedCluster`
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
    const bootstrapServers = await waitForAnswer(firstLine, child, options.signal)
    options.onProgress('Simulated brokers are up', 1)
    return runningCluster(bootstrapServers, child)
  } catch (error) {
    await endChildren([child], stopGraceMs)
    throw error
  }
}

async function waitForAnswer(
  firstLine: Promise<string>,
  child: WatchedChild,
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined
  const givenUp = new Promise<never>((_, reject) => {
    const fail = () => reject(new AppError('ABORTED', 'The start of the simulated brokers was given up.'))
    signal?.addEventListener('abort', fail, { once: true })
    timer = setTimeout(() => reject(notReady(`no answer after ${startTimeoutMs / 1000} s`)), startTimeoutMs)
  })
  const exited = child.exited.then((detail): never => {
    throw notReady(`their process ${detail}`)
  })
  // Heard only while the start is awaited.
  exited.catch(() => undefined)
  try {
    // Written by simulated-main.ts of the same build alone.
    const answer: SimulatedAnswer = JSON.parse(await Promise.race([firstLine, exited, givenUp]))
    if ('error' in answer) throw notReady(answer.error)
    return answer.bootstrapServers
  } finally {
    clearTimeout(timer)
  }
}

function runningCluster(bootstrapServers: readonly string[], child: WatchedChild): EmbeddedCluster {
  let stopping: Promise<void> | null = null
  async function end(): Promise<void> {
    const isGone = await endChildren([child], stopGraceMs)
    if (!isGone)
      throw new AppError('RUN_FAILED', `The simulated brokers did not end: process ${child.pid}.`, {
        remedy: `End it by hand: kill -9 ${child.pid}.`,
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
  return new AppError('RUNNER_NOT_READY', `The simulated brokers could not be started: ${detail}.`, { remedy })
}
