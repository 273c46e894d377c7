/**
 * `embedded:kafka`: real Apache Kafka on the loopback interface.
 */
import { randomBytes } from 'node:crypto'
import { AppError } from '../../contracts/app-error.ts'
import { readProcessStartTime } from '../host/process-identity.ts'
import { detectEmbeddedKafka } from './availability.ts'
import { BrokerStartFailure, describeExit, toAppError } from './broker-start-failure.ts'
import { endChildren } from './child-processes.ts'
import type { EmbeddedCluster, EmbeddedClusterOptions, EmbeddedTarget } from './cluster.ts'
import { waitForOwnBrokers } from './cluster-check.ts'
import { clusterFolderPath, makeClusterFolder, smallestFreeDiskBytes } from './cluster-folder.ts'
import { type BrokerOrder, formatBroker, type KafkaProcess, startBroker } from './kafka-process.ts'
import { findBrokerPorts } from './ports.ts'
import { createProcessSampler } from './process-sampler.ts'
import { applyQuotas } from './quotas.ts'
import { removeClusterFolder } from './remove-cluster-folder.ts'
import { kafkaJarsPath } from './runner-files.ts'
import { loopbackHost } from './server-properties.ts'
import { startWatchdog, type WatchedResource } from './watchdog.ts'

type KafkaTarget = Extract<EmbeddedTarget, { readonly kind: 'embedded:kafka' }>

/** Another process may take a port between the probe and its broker. */
const portAttempts = 3
/** Three JVMs on two busy cores take seconds; this is for a machine that does ten times worse. */
const startTimeoutMs = 90_000
const checkTimeoutMs = 20_000
const startPollMs = 50
/** A broker ends in half a second while its controllers live; the last of them waits in vain, and its data goes anyway. */
const stopGraceMs = 1_500

/** All that one start works with. */
type Start = {
  readonly target: KafkaTarget
  readonly options: EmbeddedClusterOptions
  readonly signal: AbortSignal
  readonly folderPath: string
  readonly kafkaVersion: string
  readonly javaPath: string
  /** Tells lease file and watchdog of a process. */
  trackProcess(pid: number): void
}

/**
 * Starts the brokers, proves that they are the ones that answer, and sets their quotas.
 *
 * @throws see `startEmbeddedCluster`
 */
export async function startKafkaCluster(
  target: KafkaTarget,
  options: EmbeddedClusterOptions,
): Promise<EmbeddedCluster> {
  const found = detectEmbeddedKafka()
  if (!found.isAvailable) throw new AppError(found.code, found.reason, { remedy: found.remedy })
  const folderPath = clusterFolderPath(options.stateDirectory, options.runId)
  const watchdog = startWatchdog()
  const brokers: KafkaProcess[] = []
  function track(resource: WatchedResource): void {
    watchdog.watch(resource)
    options.onResource(resource)
  }
  function trackProcess(pid: number): void {
    const startTime = readProcessStartTime(pid)
    if (startTime !== null) track({ kind: 'process', pid, startTime })
  }
  async function cleanUp(): Promise<void> {
    const areGone = await endChildren(
      brokers.map((broker) => broker.child),
      stopGraceMs,
    )
    const isRemoved = await removeClusterFolder(folderPath)
    await watchdog.release()
    if (!areGone) throw leftProcesses(brokers)
    if (!isRemoved) throw leftFolder(folderPath)
  }
  try {
    if (watchdog.resource !== null) options.onResource(watchdog.resource)
    track({ kind: 'directory', path: folderPath })
    await makeClusterFolder(folderPath, Math.max(options.neededDiskBytes ?? 0, smallestFreeDiskBytes))
    const signal = options.signal ?? new AbortController().signal
    const start = {
      target,
      options,
      signal,
      folderPath,
      kafkaVersion: found.kafkaVersion,
      javaPath: found.javaPath,
      trackProcess,
    }
    const ports = await bootBrokers(start, brokers)
    return runningCluster({ brokers, ports, kafkaVersion: found.kafkaVersion, cleanUp })
  } catch (error) {
    // What made the start fail is what the user must hear, not what its clean-up met.
    await cleanUp().catch(() => undefined)
    throw toAppError(error, options.signal?.aborted ?? false)
  }
}

/** Starts all brokers into `brokers`, with other ports where some were taken. @returns their client ports */
async function bootBrokers(start: Start, brokers: KafkaProcess[]): Promise<readonly number[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await bootOnce(start, brokers)
    } catch (error) {
      const isPortTaken = error instanceof BrokerStartFailure && error.failure.kind === 'port-taken'
      if (!isPortTaken || attempt === portAttempts) throw error
      start.options.onProgress('A port was taken meanwhile; starting again on others', null)
      await endChildren(
        brokers.map((broker) => broker.child),
        stopGraceMs,
      )
      brokers.length = 0
    }
  }
}

async function bootOnce(start: Start, brokers: KafkaProcess[]): Promise<readonly number[]> {
  const { target, signal } = start
  const { onProgress } = start.options
  const orders = await orderBrokers(start)
  const count = target.brokers === 1 ? 'one broker' : `${target.brokers} brokers`
  onProgress(`Preparing ${count} of Apache Kafka ${start.kafkaVersion}`, 0.05)
  await Promise.all(orders.map((order) => formatBroker(order, signal, start.trackProcess)))
  onProgress(`Starting ${count} of Apache Kafka ${start.kafkaVersion}`, 0.2)
  for (const order of orders) {
    const broker = await startBroker(order)
    brokers.push(broker)
    start.trackProcess(broker.child.pid)
  }
  const exit = firstExit(brokers)
  await Promise.race([exit, waitForStart(start, brokers)])
  const ports = orders.flatMap((order) => order.ports[order.brokerId - 1]?.client ?? [])
  onProgress('Checking that the brokers are ours', 0.8)
  await Promise.race([exit, waitForOwnBrokers(orders[0]?.clusterId ?? '', ports, checkTimeoutMs, signal)])
  if (target.quotas !== undefined) {
    onProgress('Setting the quotas', 0.9)
    await Promise.race([exit, applyQuotas(ports, target.quotas)])
  }
  onProgress(`Apache Kafka ${start.kafkaVersion} is up: ${count}`, 1)
  return ports
}

async function orderBrokers({ target, folderPath, javaPath }: Start): Promise<readonly BrokerOrder[]> {
  const ports = await findBrokerPorts(target.brokers)
  const clusterId = makeClusterId()
  return ports.map((_, index) => ({
    brokerId: index + 1,
    ports,
    clusterId,
    folderPath,
    quotaWindowSeconds: target.quotaWindowSeconds,
    javaPath,
    jarsPath: kafkaJarsPath,
  }))
}

/** Kafka's form: 16 bytes in base64url. Its first bit is 0, so that no id begins with "-" and reads as an option. */
function makeClusterId(): string {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0] ?? 0) & 0x7f
  return bytes.toString('base64url')
}

/** Never resolves; rejects when the first broker ends. */
function firstExit(brokers: readonly KafkaProcess[]): Promise<never> {
  const exit = Promise.race(
    brokers.map(async (broker): Promise<never> => {
      const detail = await broker.child.exited
      throw new BrokerStartFailure(broker.brokerId, detail, broker.explain())
    }),
  )
  // Long after the start, a broker's end is told to `onBrokerExit` and rejects here unheard.
  exit.catch(() => undefined)
  return exit
}

async function waitForStart({ options, signal }: Start, brokers: readonly KafkaProcess[]): Promise<void> {
  const deadlineMs = Date.now() + startTimeoutMs
  let lastStarted = 0
  while (Date.now() < deadlineMs) {
    signal.throwIfAborted()
    const started = brokers.filter((broker) => broker.hasStarted()).length
    if (started === brokers.length) return
    if (started > lastStarted)
      options.onProgress(`${started} of ${brokers.length} brokers are up`, 0.2 + (0.6 * started) / brokers.length)
    lastStarted = started
    await new Promise((resolve) => setTimeout(resolve, startPollMs))
  }
  const late = brokers.find((broker) => !broker.hasStarted())
  throw new AppError(
    'RUNNER_TIMEOUT',
    `Broker ${late?.brokerId} of the embedded cluster was not up after ${startTimeoutMs / 1000} s; its log ends with: ${late?.explain().line ?? 'nothing'}`,
    { remedy: 'Close programs that keep this machine busy, or use fewer brokers, then try again.' },
  )
}

function runningCluster(parts: {
  readonly brokers: readonly KafkaProcess[]
  readonly ports: readonly number[]
  readonly kafkaVersion: string
  cleanUp(): Promise<void>
}): EmbeddedCluster {
  const { brokers, ports, kafkaVersion, cleanUp } = parts
  const samplers = brokers.map(({ brokerId, child }) => ({ brokerId, sample: createProcessSampler(child.pid) }))
  let stopping: Promise<void> | null = null
  return {
    bootstrapServers: ports.map((port) => `${loopbackHost}:${port}`),
    kafkaVersion,
    sampleBrokers: () =>
      samplers.flatMap(({ brokerId, sample }) => {
        const cost = sample()
        return cost === null ? [] : [{ brokerId, ...cost }]
      }),
    onBrokerExit: (listener) => {
      for (const broker of brokers)
        void broker.child.exited.then((detail) => {
          if (stopping === null) listener(broker.brokerId, describeExit(broker.brokerId, detail, broker.explain()))
        })
    },
    stop: () => {
      stopping ??= cleanUp()
      return stopping
    },
  }
}

function leftProcesses(brokers: readonly KafkaProcess[]): AppError {
  const ids = brokers.filter(({ child }) => !child.hasExited()).map(({ child }) => child.pid)
  return new AppError('RUN_FAILED', `Brokers of the embedded cluster did not end: process ${ids.join(', ')}.`, {
    remedy: `End them by hand: kill -9 ${ids.join(' ')}.`,
  })
}

function leftFolder(folderPath: string): AppError {
  return new AppError('FILE_UNWRITABLE', `The data of the embedded cluster could not be removed: ${folderPath}.`, {
    remedy: 'Delete the folder by hand.',
  })
}
