/**
 * Types that are common to all kinds of embedded clusters.
 */
import type { BrokerSample } from '../../contracts/sample.ts'
import type { Target } from '../../contracts/target.ts'
import type { WatchedResource } from './watchdog.ts'

/** A target that runs on this machine. */
export type EmbeddedTarget = Extract<Target, { readonly kind: 'embedded:kafka' | 'embedded:simulated' }>

/** Options of a start. */
export type EmbeddedClusterOptions = {
  /** Name of the run's folder. A subfolder of it holds the data of the cluster. */
  readonly runId: string
  /** Parent of the run's folder. It is created if it does not exist. */
  readonly stateDirectory: string
  /** Free disk space that the run needs; values below 1 GB count as 1 GB. */
  readonly neededDiskBytes?: number
  /** @param fraction 0 to 1; null if it is unknown */
  readonly onProgress: (message: string, fraction: number | null) => void
  /**
   * Called with each process and folder that must not outlive the host, before it is used. The lease file lists them.
   */
  readonly onResource: (resource: WatchedResource) => void
  /** If aborted during the start, everything that was started is removed and ABORTED is thrown. */
  readonly signal?: AbortSignal
}

/** A running embedded cluster. */
export type EmbeddedCluster = {
  /** `host:port` of every broker, in order of broker id. */
  readonly bootstrapServers: readonly string[]
  /** Path of the PEM certificate that clients must trust; null if they connect without TLS. */
  readonly caFile: string | null
  /** Version of Apache Kafka; null for simulated brokers. */
  readonly kafkaVersion: string | null
  /** Time at which all brokers were up. */
  readonly startedAtEpochMs: number
  /**
   * Measures what each broker's process used since the previous call, or since its start. Empty on systems without
   * /proc and for simulated brokers, which share one process.
   */
  sampleBrokers(): readonly BrokerSample[]
  /**
   * Calls the listener for every broker that exits before `stop` is called, and for brokers that have exited already.
   *
   * @param listener receives the broker's id and a sentence about how it exited and what its log says
   */
  onBrokerExit(listener: (brokerId: number, detail: string) => void): void
  /**
   * Ends all processes (SIGTERM, then SIGKILL) and removes the data. Takes a few seconds at most. Can be repeated.
   *
   * @throws AppError RUN_FAILED or FILE_UNWRITABLE naming what could not be removed
   */
  stop(): Promise<void>
}
