/**
 * Brokers of real Apache Kafka that a test controls one by one: it can stop, stall, kill and restart each of them.
 */
import { appendFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrokerQuotas, Target } from '../../src/contracts/target.ts'
import { detectEmbeddedKafka } from '../../src/runner/embedded/availability.ts'
import { endChildren } from '../../src/runner/embedded/child-processes.ts'
import { waitForOwnBrokers } from '../../src/runner/embedded/cluster-check.ts'
import {
  type BrokerConfig,
  formatBroker,
  type KafkaProcess,
  startBroker,
} from '../../src/runner/embedded/kafka-process.ts'
import { findBrokerPorts } from '../../src/runner/embedded/ports.ts'
import { applyQuotas } from '../../src/runner/embedded/quotas.ts'
import { kafkaJarsPath } from '../../src/runner/embedded/runner-files.ts'
import { startWatchdog } from '../../src/runner/embedded/watchdog.ts'
import { readProcessStartTime } from '../../src/runner/host/process-start-time.ts'

const startTimeoutMs = 60_000
const stopGraceMs = 1_500

/** A cluster whose brokers are children of the test. */
export interface TestBrokers {
  readonly folderPath: string
  readonly bootstrapServers: readonly string[]
  readonly clientPorts: readonly number[]
  /** The cluster as a target that the run has not started. The exit of a broker then does not end the run. */
  readonly target: Target
  pidOf(brokerId: number): number
  /** Adds a process that the watchdog ends together with the brokers if this process is killed. */
  watch(pid: number): void
  kill(brokerId: number): Promise<void>
  /** Starts a broker again with its data and ports. Resolves when its log says that it is up. */
  bringBack(brokerId: number): Promise<void>
  /** Size of a topic's log files on a broker, which contain its record batches. */
  logBytes(brokerId: number, topic: string): Promise<number>
  stop(): Promise<void>
}

/**
 * Starts brokers like those of an embedded cluster, with additional settings. However this process ends, a watchdog ends the
 * brokers and removes their folder, so that a test or benchmark that was killed leaves nothing behind.
 */
export async function startTestBrokers(options: {
  readonly brokers: number
  readonly quotas?: BrokerQuotas
  readonly quotaWindowSeconds?: number
  readonly properties?: Readonly<Record<string, string>>
}): Promise<TestBrokers> {
  const found = detectEmbeddedKafka()
  if (!found.isAvailable) throw new Error(found.reason)
  // A subfolder, because the watchdog also removes the folder above it if that is empty.
  const outerPath = await mkdtemp(join(tmpdir(), 'headroom-brokers-'))
  const folderPath = join(outerPath, 'kafka')
  const watchdog = startWatchdog()
  watchdog.watch({ kind: 'directory', path: folderPath })
  const watch = (pid: number) => {
    const startTime = readProcessStartTime(pid)
    if (startTime !== null) watchdog.watch({ kind: 'process', pid, startTime })
  }
  const ports = await findBrokerPorts(options.brokers)
  const configs = ports.map(
    (_, index): BrokerConfig => ({
      brokerId: index + 1,
      ports,
      clusterId: 'AAAAAAAAAAAAAAAAAAAAAA',
      folderPath,
      quotaWindowSeconds: options.quotaWindowSeconds ?? 11,
      javaPath: found.javaPath,
      jarsPath: kafkaJarsPath,
    }),
  )
  const { signal } = new AbortController()
  await Promise.all(configs.map((config) => formatBroker(config, signal, () => undefined)))
  // If a property occurs twice, Kafka uses the last one.
  const added = Object.entries(options.properties ?? {}).map(([name, value]) => `${name}=${value}\n`)
  for (const { brokerId } of configs) {
    await appendFile(join(folderPath, `broker-${brokerId}`, 'server.properties'), added.join(''))
  }
  const running = new Map<number, KafkaProcess>()
  const start = async (config: BrokerConfig) => {
    const broker = await startBroker(config)
    running.set(config.brokerId, broker)
    watch(broker.child.pid)
  }
  await Promise.all(configs.map(start))
  await Promise.all([...running.values()].map(waitForStart))
  const clientPorts = ports.map(({ client }) => client)
  await waitForOwnBrokers('AAAAAAAAAAAAAAAAAAAAAA', clientPorts, startTimeoutMs, signal)
  if (options.quotas !== undefined) await applyQuotas(clientPorts, options.quotas)
  const bootstrapServers = clientPorts.map((port) => `127.0.0.1:${port}`)
  const brokerOf = (brokerId: number) => {
    const broker = running.get(brokerId)
    if (broker === undefined) throw new Error(`no broker ${brokerId}`)
    return broker
  }
  return {
    folderPath,
    bootstrapServers,
    clientPorts,
    target: connectionTo(bootstrapServers),
    pidOf: (brokerId) => brokerOf(brokerId).child.pid,
    watch,
    kill: async (brokerId) => {
      const { child } = brokerOf(brokerId)
      child.signal('SIGKILL')
      await child.exited
    },
    bringBack: async (brokerId) => {
      const config = configs[brokerId - 1]
      if (config === undefined) throw new Error(`no broker ${brokerId}`)
      // The broker appends to the same log file, so the message of its first start must not be taken for that of this start.
      await rm(join(folderPath, `broker-${brokerId}`, 'broker.log'))
      await start(config)
      await waitForStart(brokerOf(brokerId))
    },
    logBytes: (brokerId, topic) => logBytes(join(folderPath, `broker-${brokerId}`, 'data'), topic),
    stop: async () => {
      await endChildren(
        [...running.values()].map(({ child }) => child),
        stopGraceMs,
      )
      await rm(outerPath, { recursive: true, force: true, maxRetries: 5 })
      await watchdog.release()
    },
  }
}

/** A connection to a cluster on this machine. */
export function connectionTo(bootstrapServers: readonly string[]): Target {
  const connection = { kind: 'headroom.connection', schemaVersion: 1, name: 'Test cluster' } as const
  return { kind: 'connection', connection: { ...connection, bootstrapServers: [...bootstrapServers] } }
}

async function waitForStart(broker: KafkaProcess): Promise<void> {
  const untilMs = Date.now() + startTimeoutMs
  while (!broker.hasStarted()) {
    if (broker.child.hasExited() || Date.now() > untilMs) {
      throw new Error(`broker ${broker.brokerId} did not start: ${broker.explain().line ?? ''}`)
    }
    await sleep(50)
  }
}

async function logBytes(dataPath: string, topic: string): Promise<number> {
  const folders = (await readdir(dataPath)).filter((name) => name.startsWith(`${topic}-`))
  const files = await Promise.all(
    folders.map(async (folder) => (await readdir(join(dataPath, folder))).map((file) => join(dataPath, folder, file))),
  )
  const logs = files.flat().filter((file) => file.endsWith('.log'))
  const sizes = await Promise.all(logs.map(async (file) => (await stat(file)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
