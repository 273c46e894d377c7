/**
 * One broker of an embedded cluster: a JVM of its own, its folder, its log.
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
 * Heap of each broker, by the number of brokers. Measured at 6 MB/s in and 18 out over three: 190 to 250 MB of memory
 * each in all, so that five stay within 1.3 GB.
 */
const heapMegabytesByBrokers: readonly number[] = [512, 384, 384, 320, 320]

const formatHeapMegabytes = 128
const formatTimeoutMs = 60_000

/** What a broker is made of. */
export type BrokerOrder = {
  readonly brokerId: number
  /** Ports of all brokers of the cluster. */
  readonly ports: readonly BrokerPorts[]
  readonly clusterId: string
  /** The cluster's folder. */
  readonly folderPath: string
  readonly quotaWindowSeconds: number
  /** Kafka's `num.replica.fetchers`. Left out: its own 1. */
  readonly replicaFetchers?: number
  /** Left out: by the number of brokers. */
  readonly heapMegabytes?: number
  /** Key and certificate in PEM for clients that come by TLS. Left out: they come as they are. */
  readonly keystorePath?: string
  readonly javaPath: string
  readonly jarsPath: string
}

/** A started broker. */
export type KafkaProcess = {
  readonly brokerId: number
  readonly child: WatchedChild
  /** Whether its log says that it is up. */
  hasStarted(): boolean
  /** Why it ended, as far as its log tells. */
  explain(): BrokerFailure
  /** Its heap after the last collection; null before the first. */
  readHeap(): HeapReading | null
  /** In-sync sets that it made smaller since this was asked before; null where its log cannot be read. */
  countShrinks(): number | null
}

/**
 * Writes a broker's configuration and formats its data folder with Kafka's own tool, as features and metadata version
 * depend on the release. What an attempt before left in the folder goes.
 *
 * @param onStarted gets the id of the tool's process: it must not outlive its host either
 * @throws BrokerStartFailure with the tool's last words
 */
export async function formatBroker(
  order: BrokerOrder,
  signal: AbortSignal,
  onStarted: (pid: number) => void,
): Promise<void> {
  const paths = brokerPaths(order)
  await rm(paths.own, { recursive: true, force: true })
  await mkdir(paths.data, { recursive: true })
  await mkdir(paths.temporary, { recursive: true })
  await writeFile(
    paths.properties,
    writeServerProperties({
      brokerId: order.brokerId,
      ports: order.ports,
      dataPath: paths.data,
      quotaWindowSeconds: order.quotaWindowSeconds,
      ...(order.replicaFetchers === undefined ? {} : { replicaFetchers: order.replicaFetchers }),
      ...(order.keystorePath === undefined ? {} : { keystorePath: order.keystorePath }),
    }),
  )
  const command = ['kafka.tools.StorageTool', 'format', '-t', order.clusterId, '-c', paths.properties]
  const args = [...jvmArguments(order, formatHeapMegabytes, false), '-cp', classPath(order), ...command]
  await new Promise<void>((resolve, reject) => {
    const options = { env: childEnvironment(), timeout: formatTimeoutMs, signal }
    const tool = execFile(order.javaPath, args, options, (error, stdout, stderr) => {
      if (error === null) resolve()
      else if (signal.aborted) reject(error)
      else reject(new BrokerStartFailure(order.brokerId, 'could not be prepared', explainBrokerLog(stderr + stdout)))
    })
    if (tool.pid !== undefined) onStarted(tool.pid)
  })
}

/**
 * Starts a broker in a session of its own: a Ctrl-C in the host's terminal must not end it before its run.
 *
 * @throws Error where Java cannot be started
 */
export async function startBroker(order: BrokerOrder): Promise<KafkaProcess> {
  const paths = brokerPaths(order)
  const heapMegabytes = order.heapMegabytes ?? heapMegabytesByBrokers[order.ports.length - 1] ?? 320
  const log = openSync(paths.log, 'a')
  try {
    const args = [...jvmArguments(order, heapMegabytes, true), '-cp', classPath(order), 'kafka.Kafka', paths.properties]
    const child = await watchChild(
      spawn(order.javaPath, args, { detached: true, stdio: ['ignore', log, log], env: childEnvironment() }),
    )
    return {
      brokerId: order.brokerId,
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

function jvmArguments(order: BrokerOrder, heapMegabytes: number, logsHeap: boolean): readonly string[] {
  const paths = brokerPaths(order)
  return [
    '-Xms64m',
    `-Xmx${heapMegabytes}m`,
    // Small heaps on two cores: the collector without threads of its own.
    '-XX:+UseSerialGC',
    // The first compiler alone. On two busy cores a broker so carries 25 MB/s from its second second on, where the
    // optimising compiler first takes 6 to 10 s of CPU away from it: longer than a run may wait.
    '-XX:TieredStopAtLevel=1',
    '-XX:+ExitOnOutOfMemoryError',
    ...(logsHeap ? [`-Xlog:gc:file=${paths.heap}:uptime:filecount=0`] : []),
    // Everything a JVM writes stays in the cluster's folder, and so goes with it: no /tmp/hsperfdata, no native libraries.
    '-XX:-UsePerfData',
    `-XX:ErrorFile=${join(paths.temporary, 'jvm-error.log')}`,
    `-Djava.io.tmpdir=${paths.temporary}`,
    '-Djava.awt.headless=true',
    '-Dfile.encoding=UTF-8',
    '-Dorg.slf4j.simpleLogger.showDateTime=true',
    '-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd HH:mm:ss.SSS',
  ]
}

function classPath(order: BrokerOrder): string {
  return join(order.jarsPath, '*')
}

function brokerPaths({ folderPath, brokerId }: BrokerOrder) {
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
