/**
 * What measured.
 */
import { z } from 'zod'
import { epochMs } from './primitives.ts'

/** What measured: versions and machine. */
export const environment = z.strictObject({
  headroomVersion: z.string(),
  runnerVersion: z.string(),
  nodeVersion: z.string(),
  librdkafkaVersion: z.string(),
  librdkafkaFeatures: z.array(z.string()),
  /** Version of an embedded broker; null for a cluster that does not tell. */
  kafkaVersion: z.string().nullable(),
  /** When the embedded cluster was up: runs with the same time had the same one. Left out: a cluster of the user's. */
  clusterStartedAtEpochMs: epochMs.optional(),
  platform: z.string(),
  cpuModel: z.string(),
  cpuCores: z.int().min(1),
  memoryBytes: z.number().min(0),
  /** The same for all hosts of one machine until it is started again, and for no others. Left out: it does not tell. */
  bootId: z.string().min(1).max(64).optional(),
})
export type Environment = z.output<typeof environment>

/** Hosts on the machine of each, itself included; 1 where its machine does not tell. */
export function hostsOnMachine(environments: readonly (Environment | null)[]): number[] {
  const bootIds = environments.map((each) => each?.bootId ?? null)
  return bootIds.map((own) => (own === null ? 1 : bootIds.filter((other) => other === own).length))
}
