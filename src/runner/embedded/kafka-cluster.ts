/**
 * `embedded:kafka`: real Apache Kafka on the loopback interface.
 */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../contracts/app-error.ts'
import { makeSelfSignedCertificate } from '../agent/self-signed-certificate.ts'
import { detectEmbeddedKafka } from './availability.ts'
import { BrokerStartFailure, describeExit, toAppError } from './broker-start-failure.ts'
import type { WatchedChild } from './child-processes.ts'
import type { EmbeddedCluster, EmbeddedClusterOptions, EmbeddedTarget } from './cluster.ts'
import { waitForOwnBrokers } from './cluster-check.ts'
import { clusterFolderPath, makeClusterFolder, smallestFreeDiskBytes } from './cluster-folder.ts'
import { type ClusterKeeper, keepCluster } from './cluster-keeper.ts'
import { startDelayProxy } from './delay-proxy.ts'
import { type BrokerOrder, formatBroker, type KafkaProcess, startBroker } from './kafka-process.ts'
import { findBrokerPorts } from './ports.ts'
import { createProcessSampler } from './process-sampler.ts'
import { applyQuotas } from './quotas.ts'
import { kafkaJarsPath } from './runner-files.ts'
import { type BrokerPorts, loopbackHost, ownPort } from './server-properties.ts'

type KafkaTarget = Extract<EmbeddedTarget, { readonly kind: 'embedded:kafka' }>

/** Another process may take a port between the probe and its broker. */
const portAttempts = 3
/** Three JVMs on two busy cores take seconds; this is for a machine that does ten times worse. */
const startTimeoutMs = 90_000
const checkTimeoutMs = 20_000
const startPollMs = 50

/** All that one start works with. */
type Start = {
  readonly target: KafkaTarget
  readonly onProgress: EmbeddedClusterOptions['onProgress']
  readonly signal: AbortSignal
  readonly kafkaVersion: string
  readonly javaPath: string
  readonly findPorts: typeof findBrokerPorts
}

/**
 * Starts the brokers, proves that they are the ones that answer, and sets their quotas.
 *
 * @param findPorts gives the ports of each attempt; tests give taken ones
 * @throws see `startEmbeddedCluster`
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
    await makeClusterFolder(keeper.folderPath, Math.max(options.neededDiskBytes ?? 0, smallestFreeDiskBytes))
    const start = { target, onProgress: options.onProgress, signal, kafkaVersion, javaPath, findPorts }
    const booted = await bootBrokers(start, keeper)
    return runningCluster(keeper, booted, kafkaVersion)
  } catch (error) {
    // What made the start fail is what the user must hear, not what its clean-up met.
    await keeper.cleanUp().catch(() => undefined)
    throw toAppError(error, signal.aborted)
  }
}

/** What clients need to reach brokers that are up, and what stands between. */
type Booted = {
  readonly ports: readonly number[]
  readonly caFile: string | null
  readonly proxy: WatchedChild | null
}

/** Starts all brokers, with other ports where some were taken. */
async function bootBrokers(start: Start, keeper: ClusterKeeper): Promise<Booted> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await bootOnce(start, keeper)
    } catch (error) {
      const isPortTaken = error instanceof BrokerStartFailure && error.failure.kind === 'port-taken'
      if (!isPortTaken || attempt === portAttempts) throw error
      start.onProgress('A port was taken meanwhile; starting again on others', null)
      await keeper.endBrokers()
    }
  }
}

async function bootOnce(start: Start, keeper: ClusterKeeper): Promise<Booted> {
  const { target, signal, onProgress } = start
  const certificate = target.isEncrypted === true ? await writeCertificate(keeper.folderPath) : null
  const orders = await orderBrokers(start, keeper.folderPath, certificate)
  const count = target.brokers === 1 ? 'one broker' : `${target.brokers} brokers`
  const what = `${count} of Apache Kafka ${start.kafkaVersion}`
  onProgress(`Preparing ${what}`, 0.05)
  await formatAll(orders, signal, keeper)
  onProgress(`Starting ${what}`, 0.2)
  for (const order of orders) {
    const broker = await startBroker(order)
    keeper.add(broker)
    keeper.trackProcess(broker.child.pid)
  }
  const exit = firstExit(keeper.brokers)
  await Promise.race([exit, waitForStart(start, keeper.brokers)])
  const layout = orders[0]?.ports ?? []
  const ports = layout.map(ownPort)
  onProgress('Checking that the brokers are ours', 0.8)
  await Promise.race([exit, waitForOwnBrokers(orders[0]?.clusterId ?? '', ports, checkTimeoutMs, signal)])
  if (target.quotas !== undefined) {
    onProgress('Setting the quotas', 0.9)
    await Promise.race([exit, applyQuotas(ports, target.quotas)])
  }
  const proxy = await Promise.race([exit, putProxy(start, layout, keeper)])
  signal.throwIfAborted()
  onProgress(`Apache Kafka ${start.kafkaVersion} is up: ${count}`, 1)
  return { ports: layout.map(({ client }) => client), caFile: certificate?.caFile ?? null, proxy }
}

/** The proxy that makes the way to the brokers longer, where the target wants one. @throws BrokerStartFailure */
async function putProxy(
  { target, onProgress }: Start,
  layout: readonly BrokerPorts[],
  keeper: ClusterKeeper,
): Promise<WatchedChild | null> {
  const { addedRoundTripMs } = target
  if (addedRoundTripMs === undefined) return null
  onProgress(`Putting a proxy between that adds ${addedRoundTripMs} ms to the round trip`, 0.95)
  const pairs = layout.map(({ client, proxied = client }) => ({ from: client, to: proxied }))
  const proxy = await startDelayProxy(addedRoundTripMs, pairs).catch((error: unknown): never => {
    const line = error instanceof Error ? error.message : String(error)
    const kind = line.includes('EADDRINUSE') ? 'port-taken' : 'other'
    throw new BrokerStartFailure(1, 'could not be reached', { kind, line })
  })
  keeper.addHelper(proxy)
  keeper.trackProcess(proxy.pid)
  return proxy
}

/** A certificate that the cluster makes itself, for its address alone. */
async function writeCertificate(
  folderPath: string,
): Promise<{ readonly keystorePath: string; readonly caFile: string }> {
  const { certificatePem, keyPem } = makeSelfSignedCertificate('headroom-embedded', Date.now(), loopbackHost)
  const paths = { keystorePath: join(folderPath, 'keystore.pem'), caFile: join(folderPath, 'certificate.pem') }
  await writeFile(paths.keystorePath, `${keyPem}${certificatePem}`, { mode: 0o600 })
  await writeFile(paths.caFile, certificatePem)
  return paths
}

async function orderBrokers(
  start: Start,
  folderPath: string,
  certificate: { readonly keystorePath: string } | null,
): Promise<readonly BrokerOrder[]> {
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

/** Kafka's form: 16 bytes in base64url. Its first bit is 0, so that no id begins with "-" and reads as an option. */
function makeClusterId(): string {
  const bytes = randomBytes(16)
  bytes[0] = (bytes[0] ?? 0) & 0x7f
  return bytes.toString('base64url')
}

/** Waits for all of them even where one fails: none may still write into a folder that is being removed. */
async function formatAll(orders: readonly BrokerOrder[], signal: AbortSignal, keeper: ClusterKeeper): Promise<void> {
  const outcomes = await Promise.allSettled(orders.map((order) => formatBroker(order, signal, keeper.trackProcess)))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed !== undefined) throw failed.reason
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

async function waitForStart({ onProgress, signal }: Start, brokers: readonly KafkaProcess[]): Promise<void> {
  const deadlineMs = Date.now() + startTimeoutMs
  let lastStarted = 0
  while (Date.now() < deadlineMs) {
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

function runningCluster(keeper: ClusterKeeper, booted: Booted, kafkaVersion: string): EmbeddedCluster {
  const { ports, caFile, proxy } = booted
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
        if (stopping === null) listener(1, `The proxy before the brokers ${detail}`)
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
