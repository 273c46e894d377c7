/**
 * Starts `embedded:kafka`: Apache Kafka brokers on the loopback interface.
 */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import { makeSelfSignedCertificate } from '../agent/self-signed-certificate.ts'
import { detectEmbeddedKafka } from './availability.ts'
import { BrokerStartFailure, describeExit, toAppError } from './broker-start-failure.ts'
import type { WatchedChild } from './child-processes.ts'
import { waitForOwnBrokers } from './cluster-check.ts'
import { clusterFolderPath, makeClusterFolder, minFreeDiskBytes } from './cluster-folder.ts'
import { type ClusterKeeper, keepCluster } from './cluster-keeper.ts'
import type { EmbeddedCluster, EmbeddedClusterOptions, EmbeddedTarget } from './cluster-types.ts'
import { startDelayProxy } from './delay-proxy.ts'
import { type BrokerConfig, formatBroker, type KafkaProcess, startBroker } from './kafka-process.ts'
import { findBrokerPorts } from './ports.ts'
import { createProcessSampler } from './process-sampler.ts'
import { applyQuotas } from './quotas.ts'
import { kafkaJarsPath } from './runner-files.ts'
import { type BrokerPorts, loopbackHost, runnerPort } from './server-properties.ts'

type KafkaTarget = Extract<EmbeddedTarget, { readonly kind: 'embedded:kafka' }>

/** Several attempts, because another process may take a port after it was found free and before the broker binds it. */
const maxPortAttempts = 3
/**
 * Time limit for all brokers to be up. Three JVMs on two busy cores start within seconds, and at a load average of 28 within a
 * minute. The limit is shorter than the silence after which the controller considers a host hung.
 */
const startTimeoutMs = 110_000
const checkTimeoutMs = 60_000
const startPollMs = 50

/** What all steps of a start need. */
type Start = {
  readonly target: KafkaTarget
  readonly onProgress: EmbeddedClusterOptions['onProgress']
  readonly signal: AbortSignal
  readonly kafkaVersion: string
  readonly javaPath: string
  readonly findPorts: typeof findBrokerPorts
}

/**
 * Starts the brokers, verifies that no other program responds at their ports, and sets their quotas.
 *
 * @param findPorts called for each attempt; a test may return ports that are taken
 * @throws AppError as `startEmbeddedCluster`
 */
export async function startKafkaCluster(
  target: KafkaTarget,
  options: EmbeddedClusterOptions,
  findPorts = findBrokerPorts,
): Promise<EmbeddedCluster> {
  const found = detectEmbeddedKafka()
  if (!found.isAvailable) throw new AppError(found.code, found.reason, { remedy: found.remedy })
  const { kafkaVersion, javaPath } = found
  const signal = options.signal ?? new AbortController().signal
  const keeper = keepCluster(clusterFolderPath(options.stateDirectory, options.runId), options.onResource)
  try {
    await makeClusterFolder(keeper.folderPath, Math.max(options.neededDiskBytes ?? 0, minFreeDiskBytes))
    const start = { target, onProgress: options.onProgress, signal, kafkaVersion, javaPath, findPorts }
    const started = await startBrokers(start, keeper)
    return runningCluster(keeper, started, kafkaVersion)
  } catch (error) {
    // A failure of the clean-up is ignored, because it would hide why the start failed.
    await keeper.cleanUp().catch(() => undefined)
    throw toAppError(error, signal.aborted)
  }
}

/** The addresses and settings with which clients reach the started brokers. */
type StartedBrokers = {
  /** Client ports, in order of broker id. */
  readonly ports: readonly number[]
  /** PEM certificate that clients must trust; null if they connect without TLS. */
  readonly caFile: string | null
  /** The delay proxy; null if clients connect to the brokers directly. */
  readonly proxy: WatchedChild | null
}

/** Starts all brokers. If a port was taken, ends the brokers that are up and tries again with other ports. */
async function startBrokers(start: Start, keeper: ClusterKeeper): Promise<StartedBrokers> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await startBrokersOnce(start, keeper)
    } catch (error) {
      const isPortTaken = error instanceof BrokerStartFailure && error.failure.kind === 'port-taken'
      if (!isPortTaken || attempt === maxPortAttempts) throw error
      start.onProgress('A port was taken meanwhile; starting again on other ports', null)
      await keeper.endBrokers()
    }
  }
}

async function startBrokersOnce(start: Start, keeper: ClusterKeeper): Promise<StartedBrokers> {
  const { target, signal, onProgress } = start
  const certificate = target.isEncrypted === true ? await writeCertificate(keeper.folderPath) : null
  const configs = await configureBrokers(start, keeper.folderPath, certificate)
  const count = target.brokers === 1 ? 'one broker' : `${target.brokers} brokers`
  const what = `${count} of Apache Kafka ${start.kafkaVersion}`
  onProgress(`Preparing ${what}`, 0.05)
  await formatAll(configs, signal, keeper)
  onProgress(`Starting ${what}`, 0.2)
  for (const config of configs) {
    const broker = await startBroker(config)
    keeper.add(broker)
    keeper.trackProcess(broker.child.pid)
  }
  const exit = firstExit(keeper.brokers)
  await Promise.race([exit, waitForStart(start, keeper.brokers)])
  const brokerPorts = configs[0]?.ports ?? []
  const ports = brokerPorts.map(runnerPort)
  onProgress('Checking that the brokers respond at their ports', 0.8)
  await Promise.race([exit, waitForOwnBrokers(configs[0]?.clusterId ?? '', ports, checkTimeoutMs, signal)])
  if (target.quotas !== undefined) {
    onProgress('Setting the quotas', 0.9)
    await Promise.race([exit, applyQuotas(ports, target.quotas)])
  }
  const proxy = await Promise.race([exit, startProxy(start, brokerPorts, keeper)])
  signal.throwIfAborted()
  onProgress(`Apache Kafka ${start.kafkaVersion} is up: ${count}`, 1)
  return { ports: brokerPorts.map(({ client }) => client), caFile: certificate?.caFile ?? null, proxy }
}

/**
 * Starts the delay proxy.
 * @returns null if the target adds no delay
 * @throws BrokerStartFailure if the proxy does not start
 */
async function startProxy(
  { target, onProgress }: Start,
  brokerPorts: readonly BrokerPorts[],
  keeper: ClusterKeeper,
): Promise<WatchedChild | null> {
  const { addedRoundTripMs } = target
  if (addedRoundTripMs === undefined) return null
  onProgress(`Starting a proxy that adds ${addedRoundTripMs} ms to the round trip`, 0.95)
  const pairs = brokerPorts.map(({ client, proxied = client }) => ({ from: client, to: proxied }))
  const proxy = await startDelayProxy(addedRoundTripMs, pairs).catch((error: unknown): never => {
    const line = error instanceof Error ? error.message : String(error)
    const kind = line.includes('EADDRINUSE') ? 'port-taken' : 'other'
    throw new BrokerStartFailure(1, 'could not be reached', { kind, line })
  })
  keeper.addHelper(proxy)
  keeper.trackProcess(proxy.pid)
  return proxy
}

/** Writes a self-signed certificate for the loopback address, and a keystore that holds the certificate and its key. */
async function writeCertificate(
  folderPath: string,
): Promise<{ readonly keystorePath: string; readonly caFile: string }> {
  const { certificatePem, keyPem } = makeSelfSignedCertificate('headroom-embedded', Date.now(), loopbackHost)
  const paths = { keystorePath: join(folderPath, 'keystore.pem'), caFile: join(folderPath, 'certificate.pem') }
  await writeFile(paths.keystorePath, `${keyPem}${certificatePem}`, { mode: 0o600 })
  await writeFile(paths.caFile, certificatePem)
  return paths
}

async function configureBrokers(
  start: Start,
  folderPath: string,
  certificate: { readonly keystorePath: string } | null,
): Promise<readonly BrokerConfig[]> {
  const { target, javaPath } = start
  const ports = await start.findPorts(target.brokers, {
    isEncrypted: target.isEncrypted === true,
    isProxied: target.addedRoundTripMs !== undefined,
  })
  const clusterId = makeClusterId()
  return ports.map((_, index) => ({
    brokerId: index + 1,
    ports,
    clusterId,
    folderPath,
    quotaWindowSeconds: target.quotaWindowSeconds,
    ...(target.replicaFetchers === undefined ? {} : { replicaFetchers: target.replicaFetchers }),
    ...(target.heapMegabytes === undefined ? {} : { heapMegabytes: target.heapMegabytes }),
    ...(certificate === null ? {} : { keystorePath: certificate.keystorePath }),
    javaPath,
    jarsPath: kafkaJarsPath,
  }))
}

/**
 * Makes an id of 16 random bytes in base64url, as Kafka requires. The first bit is 0, so that the id cannot begin with
 * "-" and look like an option of Kafka's tool.
 */
function makeClusterId(): string {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0] ?? 0) & 0x7f
  return bytes.toString('base64url')
}

/**
 * Formats the data folders of all brokers, each with a process of Kafka's tool. If one fails, the others are still awaited,
 * because none may write into a folder that is being removed.
 */
async function formatAll(configs: readonly BrokerConfig[], signal: AbortSignal, keeper: ClusterKeeper): Promise<void> {
  const outcomes = await Promise.allSettled(configs.map((config) => formatBroker(config, signal, keeper.trackProcess)))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

/** Returns a promise that never resolves. It rejects with BrokerStartFailure when the first broker exits. */
function firstExit(brokers: readonly KafkaProcess[]): Promise<never> {
  const exit = Promise.race(
    brokers.map(async (broker): Promise<never> => {
      const detail = await broker.child.exited
      throw new BrokerStartFailure(broker.brokerId, detail, broker.explain())
    }),
  )
  // `onBrokerExit` reports an exit after the start. Here it must not count as an unhandled rejection.
  exit.catch(() => undefined)
  return exit
}

async function waitForStart({ onProgress, signal }: Start, brokers: readonly KafkaProcess[]): Promise<void> {
  const deadlineMs = performance.now() + startTimeoutMs
  let lastStarted = 0
  while (performance.now() < deadlineMs) {
    signal.throwIfAborted()
    const started = brokers.filter((broker) => broker.hasStarted()).length
    if (started === brokers.length) return
    if (started > lastStarted)
      onProgress(`${started} of ${brokers.length} brokers are up`, 0.2 + (0.6 * started) / brokers.length)
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

function runningCluster(keeper: ClusterKeeper, started: StartedBrokers, kafkaVersion: string): EmbeddedCluster {
  const { ports, caFile, proxy } = started
  const { brokers } = keeper
  const samplers = brokers.map(({ brokerId, child, readHeap, countShrinks }) => {
    return { brokerId, readHeap, countShrinks, sample: createProcessSampler(child.pid) }
  })
  let stopping: Promise<void> | null = null
  return {
    bootstrapServers: ports.map((port) => `${loopbackHost}:${port}`),
    caFile,
    kafkaVersion,
    startedAtEpochMs: Date.now(),
    sampleBrokers: () =>
      samplers.flatMap(({ brokerId, readHeap, countShrinks, sample }) => {
        const [cost, isrShrinks] = [sample(), countShrinks()]
        const shrinks = isrShrinks === null ? {} : { isrShrinks }
        return cost === null ? [] : [{ brokerId, ...cost, ...readHeap(), ...shrinks }]
      }),
    onBrokerExit: (listener) => {
      void proxy?.exited.then((detail) => {
        if (stopping === null) listener(1, `The delay proxy in front of the brokers ${detail}`)
      })
      for (const broker of brokers)
        void broker.child.exited.then((detail) => {
          if (stopping === null) listener(broker.brokerId, describeExit(broker.brokerId, detail, broker.explain()))
        })
    },
    stop: () => {
      stopping ??= keeper.cleanUp()
      return stopping
    },
  }
}
