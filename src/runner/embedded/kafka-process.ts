/**
 * Starts one broker of an embedded cluster, in its own JVM and with its own folder and log.
 */
import { execFile, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrokerFailure, explainBrokerLog, readLogTail, saysStarted } from './broker-log.ts'
import { BrokerStartFailure } from './broker-start-failure.ts'
import { childEnvironment, type WatchedChild, watchChild } from './child-processes.ts'
import { createHeapReader, type HeapReading } from './heap-log.ts'
import { type BrokerPorts, writeServerProperties } from './server-properties.ts'
import { createShrinkCounter } from './shrink-log.ts'

/**
 * Heap of each broker by the number of brokers: the first entry is for one broker. Measured with three brokers at 6 MB/s
 * in and 18 MB/s out, each used 190 to 250 MB of memory in total, so five stay within 1.3 GB.
 */
const heapMegabytesByBrokers: readonly number[] = [512, 384, 384, 320, 320]

const formatHeapMegabytes = 128
const formatTimeoutMs = 60_000

/** Configuration of one broker. */
export type BrokerConfig = {
  readonly brokerId: number
  /** Ports of all brokers of the cluster. */
  readonly ports: readonly BrokerPorts[]
  readonly clusterId: string
  /** The cluster's folder. */
  readonly folderPath: string
  readonly quotaWindowSeconds: number
  /** Kafka's `num.replica.fetchers`. Default: Kafka's 1. */
  readonly replicaFetchers?: number
  /** Default: by the number of brokers. */
  readonly heapMegabytes?: number
  /** PEM file with key and certificate if clients connect with TLS. Left out: they connect without. */
  readonly keystorePath?: string
  readonly javaPath: string
  readonly jarsPath: string
}

/** A started broker. */
export type KafkaProcess = {
  readonly brokerId: number
  readonly child: WatchedChild
  /** True if the log says that the broker is up. */
  hasStarted(): boolean
  /** Why the broker exited, as far as its log says. */
  explain(): BrokerFailure
  /** The heap after the last garbage collection; null before the first. */
  readHeap(): HeapReading | null
  /** How often the broker shrank an ISR since the previous call; null if its log cannot be read. */
  countShrinks(): number | null
}

/**
 * Writes a broker's configuration and formats its data folder, after removing what an earlier attempt left there. It uses
 * Kafka's own tool, because the features and the metadata version depend on the release.
 *
 * @param onStarted gets the process id of the tool, which must not outlive the host either
 * @throws BrokerStartFailure with what the tool wrote
 */
export async function formatBroker(
  config: BrokerConfig,
  signal: AbortSignal,
  onStarted: (pid: number) => void,
): Promise<void> {
  const paths = brokerPaths(config)
  await rm(paths.own, { recursive: true, force: true })
  await mkdir(paths.data, { recursive: true })
  await mkdir(paths.temporary, { recursive: true })
  await writeFile(
    paths.properties,
    writeServerProperties({
      brokerId: config.brokerId,
      ports: config.ports,
      dataPath: paths.data,
      quotaWindowSeconds: config.quotaWindowSeconds,
      ...(config.replicaFetchers === undefined ? {} : { replicaFetchers: config.replicaFetchers }),
      ...(config.keystorePath === undefined ? {} : { keystorePath: config.keystorePath }),
    }),
  )
  const command = ['kafka.tools.StorageTool', 'format', '-t', config.clusterId, '-c', paths.properties]
  const args = [...jvmArguments(config, formatHeapMegabytes, false), '-cp', classPath(config), ...command]
  await new Promise<void>((resolve, reject) => {
    const options = { env: childEnvironment(), timeout: formatTimeoutMs, signal }
    const tool = execFile(config.javaPath, args, options, (error, stdout, stderr) => {
      if (error === null) resolve()
      else if (signal.aborted) reject(error)
      else reject(new BrokerStartFailure(config.brokerId, 'could not be prepared', explainBrokerLog(stderr + stdout)))
    })
    if (tool.pid !== undefined) onStarted(tool.pid)
  })
}

/**
 * Starts a broker in a session of its own, so that Ctrl-C in the host's terminal does not end it before the clean-up.
 *
 * @throws Error if Java cannot be started
 */
export async function startBroker(config: BrokerConfig): Promise<KafkaProcess> {
  const paths = brokerPaths(config)
  const heapMegabytes = config.heapMegabytes ?? heapMegabytesByBrokers[config.ports.length - 1] ?? 320
  const log = openSync(paths.log, 'a')
  try {
    const args = [
      ...jvmArguments(config, heapMegabytes, true),
      '-cp',
      classPath(config),
      'kafka.Kafka',
      paths.properties,
    ]
    const child = await watchChild(
      spawn(config.javaPath, args, { detached: true, stdio: ['ignore', log, log], env: childEnvironment() }),
    )
    return {
      brokerId: config.brokerId,
      child,
      hasStarted: () => saysStarted(readLogTail(paths.log)),
      explain: () => explainBrokerLog(readLogTail(paths.log)),
      readHeap: createHeapReader(paths.heap),
      countShrinks: createShrinkCounter(paths.log),
    }
  } finally {
    closeSync(log)
  }
}

function jvmArguments(config: BrokerConfig, heapMegabytes: number, logsHeap: boolean): readonly string[] {
  const paths = brokerPaths(config)
  return [
    '-Xms64m',
    `-Xmx${heapMegabytes}m`,
    // The collector without threads of its own, because heaps are small and there are often two cores only.
    '-XX:+UseSerialGC',
    // Only the first compiler (C1). With it, a broker carries 25 MB/s within two seconds on two busy cores. The
    // optimising compiler would first use 6 to 10 s of CPU time, which is longer than a run may wait.
    '-XX:TieredStopAtLevel=1',
    '-XX:+ExitOnOutOfMemoryError',
    ...(logsHeap ? [`-Xlog:gc:file=${paths.heap}:uptime:filecount=0`] : []),
    // The JVM writes only to the cluster's folder, which is removed: no /tmp/hsperfdata, no native libraries elsewhere.
    '-XX:-UsePerfData',
    `-XX:ErrorFile=${join(paths.temporary, 'jvm-error.log')}`,
    `-Djava.io.tmpdir=${paths.temporary}`,
    '-Djava.awt.headless=true',
    '-Dfile.encoding=UTF-8',
    '-Dorg.slf4j.simpleLogger.showDateTime=true',
    '-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd HH:mm:ss.SSS',
  ]
}

function classPath(config: BrokerConfig): string {
  return join(config.jarsPath, '*')
}

function brokerPaths({ folderPath, brokerId }: BrokerConfig) {
  const own = join(folderPath, `broker-${brokerId}`)
  return {
    own,
    data: join(own, 'data'),
    temporary: join(own, 'temporary'),
    properties: join(own, 'server.properties'),
    log: join(own, 'broker.log'),
    heap: join(own, 'heap.log'),
  }
}
