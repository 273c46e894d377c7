/**
 * What measured.
 */
import { z } from 'zod'

/** What measured: versions and machine. */
export const environment = z.strictObject({
  headroomVersion: z.string(),
  runnerVersion: z.string(),
  nodeVersion: z.string(),
  librdkafkaVersion: z.string(),
  librdkafkaFeatures: z.array(z.string()),
  /** Version of an embedded broker; null for a cluster that does not tell. */
  kafkaVersion: z.string().nullable(),
  platform: z.string(),
  cpuModel: z.string(),
  cpuCores: z.int().min(1),
  memoryBytes: z.number().min(0),
})
export type Environment = z.output<typeof environment>
