/**
 * The lease of a run: a file that lists what must not outlive the run, so that the next host can clean up after a host
 * that was killed.
 */
import { z } from 'zod'
import { epochMs, identifier } from './primitives.ts'

/** A process. It is identified by id and start time, because another process may have the id by now. */
const leasedProcess = z.strictObject({ pid: z.int().min(1), startTime: z.string().min(1) })
export type LeasedProcess = z.output<typeof leasedProcess>

/** The lease file. It contains no secret. */
export const leaseFile = z.strictObject({
  schemaVersion: z.literal(1),
  runId: identifier,
  createdAtEpochMs: epochMs,
  /** The host that owns the lease. No other host cleans up after the run while this process is alive. */
  host: leasedProcess,
  processes: z.array(leasedProcess),
  /** Folders inside the state folder. */
  directories: z.array(z.string().min(1)),
  topics: z.array(z.string().min(1)),
  groups: z.array(z.string().min(1)),
  /** The cluster of the topics and groups; null if they are on an embedded cluster, which is deleted as a whole. */
  cluster: z
    .strictObject({
      bootstrapServers: z.array(z.string()),
      /** True if cleaning up needs TLS files or secrets, which the next host does not have. */
      needsSecrets: z.boolean(),
    })
    .nullable(),
})
export type LeaseFile = z.output<typeof leaseFile>
