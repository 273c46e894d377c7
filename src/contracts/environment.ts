/**
 * The environment of a measurement.
 */
import { z } from 'zod'
import { epochMs } from './primitives.ts'

/** The loop over records that a kind of client uses. Both report the same figures; the native one costs less CPU time. */
export const clientLoop = z.strictObject({
  /** `native`: the load engine in C. `reference`: the loop in JavaScript, on node-rdkafka. */
  kind: z.enum(['native', 'reference']),
  /** Why the reference loop is used; null for the native one. */
  reason: z.string().nullable(),
})
export type ClientLoop = z.output<typeof clientLoop>

/** The environment of a measurement: versions and machine. */
export const environment = z.strictObject({
  headroomVersion: z.string(),
  runnerVersion: z.string(),
  nodeVersion: z.string(),
  librdkafkaVersion: z.string(),
  librdkafkaFeatures: z.array(z.string()),
  /** Left out: by versions that had the reference loop only, and for clients that are not Headroom's. */
  loops: z.strictObject({ producers: clientLoop, consumers: clientLoop }).optional(),
  /** Version of the embedded brokers; null for a cluster that does not report its version. */
  kafkaVersion: z.string().nullable(),
  /**
   * Time at which the embedded cluster was started. Runs with the same time used the same cluster. Left out: the user's
   * own cluster.
   */
  clusterStartedAtEpochMs: epochMs.optional(),
  platform: z.string(),
  cpuModel: z.string(),
  cpuCores: z.int().min(1),
  memoryBytes: z.number().min(0),
  /**
   * Id of the machine's current boot. All runner hosts on one machine have the same id until it restarts; hosts on
   * other machines have other ids. Left out: the operating system does not report it.
   */
  bootId: z.string().min(1).max(64).optional(),
})
export type Environment = z.output<typeof environment>

/** Returns for each runner host the number of hosts on its machine, itself included; 1 if the boot id is unknown. */
export function hostsOnMachine(environments: readonly (Environment | null)[]): number[] {
  const bootIds = environments.map((each) => each?.bootId ?? null)
  return bootIds.map((bootId) => (bootId === null ? 1 : bootIds.filter((other) => other === bootId).length))
}
