/**
 * Starts an embedded cluster, whose brokers run on this machine and are removed after use.
 */
import { AppError } from '../../contracts/app-error.ts'
import type { EmbeddedCluster, EmbeddedClusterOptions, EmbeddedTarget } from './cluster-types.ts'
import { startKafkaCluster } from './kafka-cluster.ts'
import { startSimulatedCluster } from './simulated-cluster.ts'

export type { EmbeddedCluster, EmbeddedClusterOptions, EmbeddedTarget } from './cluster-types.ts'

/**
 * Starts the cluster of a target. When it resolves, every broker responds at its port and the quotas are in force.
 *
 * @throws AppError JAVA_MISSING, RUNNER_NOT_READY, PORT_TAKEN, DISK_FULL, FILE_UNWRITABLE, RUNNER_TIMEOUT, RUN_FAILED
 * or ABORTED. Everything that was started has been removed by then.
 */
export async function startEmbeddedCluster(
  target: EmbeddedTarget,
  options: EmbeddedClusterOptions,
): Promise<EmbeddedCluster> {
  if (options.signal?.aborted) throw new AppError('ABORTED', 'The start of the embedded cluster was cancelled.')
  return target.kind === 'embedded:kafka' ? startKafkaCluster(target, options) : startSimulatedCluster(target, options)
}
