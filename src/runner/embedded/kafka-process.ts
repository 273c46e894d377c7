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
import { archivedClasses } from './class-archive.ts'
import { createHeapReader, type HeapReading } from './heap-log.ts'
import { type BrokerPorts, writeServerProperties } from './server-properties.ts'
import { createShrinkCounter } from './shrink-log.ts'

/**
 * Heap of each broker by the number of brokers; the first entry is for one broker. With three brokers at 6 MB/s in and
 * 18 MB/s out, each process used 190 to 250 MB of memory (measured), so five brokers stay within 1.3 GB.
 */
const heapMegabytesByBrokers: readonly number[] = [512, 384, 384, 320, 320]

const formatHeapMegabytes = 128
/** Time limit of the tool that formats a folder. Three at once took over 60 s on two cores at a load average of 28. */
const formatTimeoutMs = 110_000

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
  /** Default: `heapMegabytesByBrokers`. */
  readonly heapMegabytes?: number
  /** PEM file with key and certificate; undefined if clients connect without TLS. */
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
  /** Reads from the log why the broker exited. */
  explain(): BrokerFailure
  /** Size of the heap after the last garbage collection; null before the first one. */
  readHeap(): HeapReading | null
  /** How often the broker shrank an ISR since the previous call; null if its log cannot be read. */
  countShrinks(): number | null
}

/**
 * Writes a broker's configuration and formats its data folder, after removing the files of an earlier attempt. Kafka's
 * own tool formats the folder, because features and metadata version depend on the release.
 *
 * @param onStarted receives the process id of the tool, which must not outlive the host either
 * @throws BrokerStartFailure with the output of the tool
 */
export async function formatBroker(
  config: BrokerConfig,
  signal: AbortSignal,
  onStarted: (pid: number) => void,
): Promise<void> {
  const paths = brokerPaths(config)
  await rm(paths.folder, { recursive: true, force: true })
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
      else {
        const detail = `could not be prepared${error.killed === true ? ` within ${formatTimeoutMs / 1000} s` : ''}`
        reject(new BrokerStartFailure(config.brokerId, detail, explainBrokerLog(stderr + stdout)))
      }
    })
    if (tool.pid !== undefined) onStarted(tool.pid)
  })
}

/**
 * Starts a broker in a session of its own. Otherwise Ctrl-C in the host's terminal would end it before the clean-up has begun.
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
    // This collector needs no threads of its own, which suits small heaps and machines with two cores.
    '-XX:+UseSerialGC',
    // Only the first compiler (C1) is used. With it, a broker reaches 25 MB/s within two seconds on two busy cores. The
    // optimising compiler would first use 6 to 10 s of CPU time, which is longer than a run can wait.
    '-XX:TieredStopAtLevel=1',
    '-XX:+ExitOnOutOfMemoryError',
    ...(logsHeap ? [`-Xlog:gc:file=${paths.heap}:uptime:filecount=0`] : []),
    // Without these options the JVM would write files outside the cluster's folder, and nothing would remove them.
    '-XX:-UsePerfData',
    `-XX:ErrorFile=${join(paths.temporary, 'jvm-error.log')}`,
    `-Djava.io.tmpdir=${paths.temporary}`,
    '-Djava.awt.headless=true',
    '-Dfile.encoding=UTF-8',
    '-Dorg.slf4j.simpleLogger.showDateTime=true',
    '-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd HH:mm:ss.SSS',
    ...archivedClasses(config.jarsPath),
  ]
}

function classPath(config: BrokerConfig): string {
  return join(config.jarsPath, '*')
}

function brokerPaths({ folderPath, brokerId }: BrokerConfig) {
  const folder = join(folderPath, `broker-${brokerId}`)
  return {
    folder,
    data: join(folder, 'data'),
    temporary: join(folder, 'temporary'),
    properties: join(folder, 'server.properties'),
    log: join(folder, 'broker.log'),
    heap: join(folder, 'heap.log'),
  }
}
