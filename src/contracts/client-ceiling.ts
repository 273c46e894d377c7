/**
 * The maximum rate that the load's own clients can offer on a machine, probed against simulated brokers. Above it, a
 * run measures the client, not the cluster.
 */
import { z } from 'zod'
import { clientLoop } from './environment.ts'
import { epochMs, fraction, positive, positiveCount } from './primitives.ts'

/** The rate that one load process reached, with one kind of record and the settings of a plan's producer. */
export const clientProbe = z.strictObject({
  measuredAtEpochMs: epochMs,
  /** Size of key and value of a record, before compression. */
  recordBytes: positiveCount,
  /** Rate of acknowledged records of one load process. */
  recordsPerSec: positive,
  /** CPU time of the load process per record, in microseconds. */
  cpuUsPerRecord: positive,
  /** Cores that the load process kept busy. */
  cpuCores: positive,
  /** Share of all cores that other processes used, the simulated brokers among them; null if not known. */
  otherCpu: fraction.nullable(),
})
export type ClientProbe = z.output<typeof clientProbe>

/** A probe, compared with the rates of a plan. */
export const clientCeiling = z.strictObject({
  probe: clientProbe,
  /** Number of load processes that the plan's producers are spread over. */
  processes: positiveCount,
  /** The rate that this machine can offer with this number of processes, given its cores. */
  recordsPerSec: positive,
  payloadBytesPerSec: positive,
  /** The highest rate of the plan. */
  wantedRecordsPerSec: positive,
  wantedPayloadBytesPerSec: positive,
  isEnough: z.boolean(),
  /**
   * The comparison in one sentence for the user: "This machine can offer about 120 MB/s of …; the plan wants 30 MB/s."
   */
  sentence: z.string().min(1),
})
export type ClientCeiling = z.output<typeof clientCeiling>

/** Name of the file in a runner's state folder that stores probes, so that not every run needs a new one. */
export const clientProbeFileName = 'client-probes.json'

/** The content of that file. */
export const clientProbeFile = z.strictObject({
  kind: z.literal('headroom.client-probes'),
  schemaVersion: z.literal(1),
  probes: z.array(
    z.strictObject({
      /** Machine, record and settings, as `probeKey` writes them. */
      key: z.string().min(1),
      nodeVersion: z.string(),
      librdkafkaVersion: z.string(),
      /** The loop that sent. Left out: by versions that had the reference loop only. */
      producerLoop: clientLoop.shape.kind.optional(),
      probe: clientProbe,
    }),
  ),
})
export type ClientProbeFile = z.output<typeof clientProbeFile>
