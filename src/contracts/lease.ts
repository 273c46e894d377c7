/**
 * The lease of a run: the file that lists what must not outlive it, so that the next host can clean up after one that
 * was killed.
 */
import { z } from 'zod'
import { epochMs, identifier } from './primitives.ts'

/** A process by its id and start time: the id alone may be another's by now. */
const leasedProcess = z.strictObject({ pid: z.int().min(1), startTime: z.string().min(1) })
export type LeasedProcess = z.output<typeof leasedProcess>

/** The file. Holds no secret. */
export const leaseFile = z.strictObject({
  schemaVersion: z.literal(1),
  runId: identifier,
  createdAtEpochMs: epochMs,
  /** The host that holds the lease: while it lives nobody else touches the run. */
  host: leasedProcess,
  processes: z.array(leasedProcess),
  /** Folders inside the state folder. */
  directories: z.array(z.string().min(1)),
  topics: z.array(z.string().min(1)),
  groups: z.array(z.string().min(1)),
  /** Where topics and groups are; null where they go with an embedded cluster. */
  cluster: z
    .strictObject({
      bootstrapServers: z.array(z.string()),
      /** True where TLS files or secrets are needed that a sweep does not have. */
      needsSecrets: z.boolean(),
    })
    .nullable(),
})
export type LeaseFile = z.output<typeof leaseFile>
