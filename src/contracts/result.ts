/**
 * A result: what a run got, computed from its samples alone.
 */
import { z } from 'zod'
import { histogramText } from './encoded-histogram.ts'
import { figureIntervals, figures } from './figures.ts'
import { limiters } from './limiters.ts'
import { count, fraction, nonNegative } from './primitives.ts'
import { prometheusFigureNames } from './sample.ts'

/** Percentiles of one latency, in microseconds, from the merged histogram. */
export const latencySummary = z.strictObject({
  /** Records that it is about: where one in k is timed, each counts for k. */
  count,
  meanUs: nonNegative,
  p50Us: nonNegative,
  p90Us: nonNegative,
  p95Us: nonNegative,
  p99Us: nonNegative,
  p999Us: nonNegative,
  maxUs: nonNegative,
  /** The merged histogram itself (compressed V2, base64). */
  histogram: histogramText,
})
export type LatencySummary = z.output<typeof latencySummary>

/** Latencies over the steady windows (over the whole run where there are none); null where nothing was recorded. */
export const latency = z.strictObject({
  service: latencySummary.nullable(),
  response: latencySummary.nullable(),
  scheduleDelay: latencySummary.nullable(),
  endToEnd: latencySummary.nullable(),
})

/** The accounting of one consumer group, over the whole run, drain included. */
export const groupAccounting = z.strictObject({
  groupId: z.string().min(1),
  /** consumed = acked - lost + duplicates + writtenThoughUnknown. */
  consumedRecords: count,
  lostRecords: count,
  duplicateRecords: count,
  /** Records of unknown fate that turned out to be written. */
  writtenThoughUnknownRecords: count,
  /** Acked records that were still unread when the run ended: not lost, not waited for. */
  unreadRecords: count,
})

/** Where every record went. offered = accepted + unsent; accepted = acked + unknown + rejected. */
export const accounting = z.strictObject({
  offeredRecords: count,
  acceptedRecords: count,
  /** Due but never handed over when the load stopped. */
  unsentRecords: count,
  ackedRecords: count,
  unknownRecords: count,
  rejectedRecords: count,
  queueFullRetries: count,
  groups: z.array(groupAccounting),
  /** True when both sums and every group's sum close to the record. */
  isClosed: z.boolean(),
  /** What does not add up, where it does not. */
  gaps: z.array(z.string()),
})
export type Accounting = z.output<typeof accounting>

/** What held the rate. */
export const limiter = z.enum(limiters)

/** What stopped the rate from being higher, with the evidence. */
export const diagnosis = z.strictObject({
  limiter,
  /** One sentence for people. */
  sentence: z.string().min(1),
  evidence: z.array(z.strictObject({ label: z.string().min(1), value: z.string().min(1) })),
})
export type Diagnosis = z.output<typeof diagnosis>

/** The part of a run that counts. */
export const steadyWindow = z.strictObject({
  /** First second that counts. */
  fromSecond: count,
  /** First second after it. */
  toSecond: count,
  /** Whole quota windows in between. */
  windows: count,
  /** Why there is no steady window, or what makes it doubtful; null where it is sound. */
  doubt: z.enum(['too-short', 'too-noisy', 'not-settled']).nullable(),
})
export type SteadyWindow = z.output<typeof steadyWindow>

/** How a group that began to read late caught up. */
export const catchUp = z.strictObject({
  groupId: z.string().min(1),
  /** Time after the start of the load at which it was to begin. */
  startDelayMs: nonNegative,
  /** Acknowledged and unread when it began. */
  backlogRecords: count,
  /** From its first record until no more was unread than was written in a second; null where it did not get there. */
  tookMs: nonNegative.nullable(),
  /** Read while it caught up, what was written meanwhile included; null where it never read. */
  recordsPerSec: nonNegative.nullable(),
  payloadBytesPerSec: nonNegative.nullable(),
})
export type CatchUp = z.output<typeof catchUp>

/** Connections as a load of their own, over the load. */
export const connectionResult = z.strictObject({
  /** Connections that the plan holds, and the new ones a second that it wants. */
  wantedHeld: count,
  wantedAttemptsPerSec: nonNegative,
  /** Open at the ends of the load's seconds: the mean and the fewest. */
  openMean: nonNegative,
  openLeast: count,
  /** New connections that brokers took, a second. */
  takenAttemptsPerSec: nonNegative,
  failedAttempts: count,
  /** From the attempt to the broker's first answer. */
  attemptLatency: latencySummary.nullable(),
  /** Failures by a short name, over the whole run. */
  errors: z.record(z.string(), count),
})
export type ConnectionResult = z.output<typeof connectionResult>

/** What one embedded broker's process cost over the load. */
export const brokerCost = z.strictObject({
  brokerId: count,
  cpuCoresMean: nonNegative,
  cpuCoresMax: nonNegative,
  residentBytesMax: nonNegative,
  /** Largest live heap after a collection, and the largest heap; null where none was seen. */
  heapUsedBytesMax: nonNegative.nullable(),
  heapBytesMax: nonNegative.nullable(),
  /** By system calls, sockets and files together; null where the system does not tell. */
  readBytesPerSec: nonNegative.nullable(),
  writtenBytesPerSec: nonNegative.nullable(),
  diskReadBytesPerSec: nonNegative.nullable(),
  diskWrittenBytesPerSec: nonNegative.nullable(),
})
export type BrokerCost = z.output<typeof brokerCost>

/** What a Prometheus endpoint told over the load. */
export const prometheusResult = z.strictObject({
  readings: count,
  failedReadings: count,
  /** Of the last failure; null without one. */
  lastError: z.string().nullable(),
  /** Mean and largest of each figure that it has. */
  figures: z.partialRecord(z.enum(prometheusFigureNames), z.strictObject({ mean: nonNegative, max: nonNegative })),
})
export type PrometheusResult = z.output<typeof prometheusResult>

/** What producers sent more than once, over the whole run, drain included; each further time counts. */
export const resent = z.strictObject({
  records: count,
  wireBytes: nonNegative,
})
export type Resent = z.output<typeof resent>

/** What a run got. */
export const result = z.strictObject({
  schemaVersion: z.literal(1),
  /** Over the steady windows, interval by batch means over quota windows; null where there are none. */
  steady: figureIntervals.nullable(),
  steadyWindow,
  /** Over the whole load, burn-in included. */
  wholeRun: figures,
  /** acked / offered over the steady windows (the whole load where there are none). */
  ackedRatio: fraction,
  latency,
  accounting,
  diagnosis,
  throttle: z.strictObject({
    /** Largest throttle time that a broker reported. */
    maxMs: nonNegative,
    /** Share of the load's seconds in which a producer was throttled. */
    producerSecondsFraction: fraction,
    consumerSecondsFraction: fraction,
  }),
  requestsPerSec: nonNegative,
  recordsPerBatch: nonNegative.nullable(),
  /** In no figure of the result. Left out: by a version that did not tell of it, or the clients do not. */
  resent: resent.optional(),
  /** What compression made of the records. Left out: by a version that did not measure it, or its plan does not tell. */
  compression: z
    .strictObject({
      /**
       * Compressed / uncompressed bytes of all records in batches, their headers of 61 bytes left out; null where
       * nothing was sent.
       */
      measuredRatio: nonNegative.nullable(),
      /** The same as the workload states it. */
      statedRatio: fraction,
    })
    .optional(),
  /** Groups that began to read late, in the plan's order. Left out: there are none. */
  catchUps: z.array(catchUp).optional(),
  /** Processes of an embedded cluster. Left out: there are none, or a version that did not sum them up. */
  brokers: z.array(brokerCost).optional(),
  /** Left out: the plan names no endpoint. */
  prometheus: prometheusResult.optional(),
  /** Left out: the plan asks for none. */
  connections: connectionResult.optional(),
  /** Hottest partition's share of acknowledged records x number of partitions: 1 is even; null where nothing was acked. */
  partitionSkew: nonNegative.nullable(),
  /** Client cost over the load. */
  client: z.strictObject({
    maxWorkerCpuCores: nonNegative,
    eventLoopLagMaxMs: nonNegative,
    hostCpuMean: fraction.nullable(),
  }),
})
export type Result = z.output<typeof result>
