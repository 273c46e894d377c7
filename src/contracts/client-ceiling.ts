/**
 * What the load's own client can offer on a machine, probed against simulated brokers: beyond it a run measures the
 * client, not the cluster.
 */
import { z } from 'zod'
import { epochMs, fraction, positive, positiveCount } from './primitives.ts'

/** What one load process offered, as fast as it could, with one kind of record and the settings of a plan's producer. */
export const clientProbe = z.strictObject({
  measuredAtEpochMs: epochMs,
  /** Key and value of a record, before compression. */
  recordBytes: positiveCount,
  /** Acknowledged, by one load process. */
  recordsPerSec: positive,
  /** CPU time of the load process for a record, in microseconds. */
  cpuUsPerRecord: positive,
  /** Cores that the load process kept busy. */
  cpuCores: positive,
  /** Share of all cores that others (the simulated brokers among them) had in use; null where it cannot be had. */
  otherCpu: fraction.nullable(),
})
export type ClientProbe = z.output<typeof clientProbe>

/** A probe beside what a plan wants of it. */
export const clientCeiling = z.strictObject({
  probe: clientProbe,
  /** Load processes that the plan's producers are spread over. */
  processes: positiveCount,
  /** What this machine can offer with so many processes and its cores. */
  recordsPerSec: positive,
  payloadBytesPerSec: positive,
  /** What the plan offers at its highest. */
  wantedRecordsPerSec: positive,
  wantedPayloadBytesPerSec: positive,
  isEnough: z.boolean(),
  /** All of it for people: "This machine can offer about 120 MB/s of …; the plan wants 30 MB/s." */
  sentence: z.string().min(1),
})
export type ClientCeiling = z.output<typeof clientCeiling>

/** File in a runner's state folder that keeps probes, so that not every run begins with one. */
export const clientProbeFileName = 'client-probes.json'

/** Probes of that file, by what they were made with. */
export const clientProbeFile = z.strictObject({
  kind: z.literal('headroom.client-probes'),
  schemaVersion: z.literal(1),
  probes: z.array(
    z.strictObject({
      /** Machine, record and settings, as `probeKey` writes them. */
      key: z.string().min(1),
      nodeVersion: z.string(),
      librdkafkaVersion: z.string(),
      probe: clientProbe,
    }),
  ),
})
export type ClientProbeFile = z.output<typeof clientProbeFile>
