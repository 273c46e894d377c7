/**
 * What an embedded cluster is to those who use it.
 */
import type { BrokerSample } from '../../contracts/sample.ts'
import type { Target } from '../../contracts/target.ts'
import type { WatchedResource } from './watchdog.ts'

/** A target that this folder can make. */
export type EmbeddedTarget = Extract<Target, { readonly kind: 'embedded:kafka' | 'embedded:simulated' }>

/** How a cluster is started, and whom it tells. */
export type EmbeddedClusterOptions = {
  /** The run's id: names the folder of the cluster's data. */
  readonly runId: string
  /** Folder for what runs leave on disk while they last; made where it is missing. */
  readonly stateDirectory: string
  /** Free disk that the run needs, in bytes; never taken as less than 1 GB. */
  readonly neededDiskBytes?: number
  /** What happens, and how far it is (0 to 1; null where that is not known). */
  readonly onProgress: (message: string, fraction: number | null) => void
  /** Something now exists that must not outlive the run: for the lease file. Told before anything is done with it. */
  readonly onResource: (resource: WatchedResource) => void
  /** Gives the start up; everything begun is undone and ABORTED is thrown. */
  readonly signal?: AbortSignal
}

/** A running embedded cluster. */
export type EmbeddedCluster = {
  /** `host:port` of every broker, the first broker's first. */
  readonly bootstrapServers: readonly string[]
  /** Certificate in PEM that clients trust where they connect with TLS; null where they do not. */
  readonly caFile: string | null
  /** Release of Apache Kafka; null for simulated brokers. */
  readonly kafkaVersion: string | null
  /** When it was up. */
  readonly startedAtEpochMs: number
  /**
   * What each broker's process cost since the call before, or since it was started; empty where that cannot be had
   * (no /proc; simulated brokers, which share one process).
   */
  sampleBrokers(): readonly BrokerSample[]
  /**
   * Calls the listener for every broker that ends though nobody stopped it, also for those that ended before.
   *
   * @param listener gets the broker's id and one sentence: how it ended, and the last thing its log says
   */
  onBrokerExit(listener: (brokerId: number, detail: string) => void): void
  /**
   * Ends all processes (SIGTERM, then SIGKILL) and removes the data. Takes seconds at most; safe to be called again.
   *
   * @throws RUN_FAILED or FILE_UNWRITABLE where something is left, naming it
   */
  stop(): Promise<void>
}
