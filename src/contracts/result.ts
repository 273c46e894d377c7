/**
 * A result: the figures of a run, computed from its samples alone.
 */
import { z } from 'zod'
import { histogramText } from './encoded-histogram.ts'
import { figureIntervals, figures } from './figures.ts'
import { limiters } from './limiters.ts'
import { count, fraction, nonNegative, positiveCount } from './primitives.ts'
import { prometheusFigureNames } from './sample.ts'

/** Percentiles of one latency, in microseconds, from the merged histogram. */
export const latencySummary = z.strictObject({
  /** Number of records that the summary represents. If one record in k is timed, each timed record counts for k. */
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

/** Latencies over the steady windows, or over the whole run if there are none; null if nothing was recorded. */
export const latency = z.strictObject({
  service: latencySummary.nullable(),
  response: latencySummary.nullable(),
  scheduleDelay: latencySummary.nullable(),
  endToEnd: latencySummary.nullable(),
})

/** The accounting of one consumer group over the whole run, including the drain. */
export const groupAccounting = z.strictObject({
  groupId: z.string().min(1),
  /** consumed = acked - aborted - lost - unread + duplicates + writtenThoughUnknown. */
  consumedRecords: count,
  lostRecords: count,
  duplicateRecords: count,
  /** Records of unknown fate that turned out to be written. */
  writtenThoughUnknownRecords: count,
  /**
   * Acknowledged records that were still unread when the run ended. They are not lost; the run did not wait for them.
   */
  unreadRecords: count,
})

/** The fate of every record. offered = accepted + unsent; accepted = acked + unknown + rejected. */
export const accounting = z.strictObject({
  offeredRecords: count,
  acceptedRecords: count,
  /** Due but never handed over when the load stopped. */
  unsentRecords: count,
  ackedRecords: count,
  /** The acknowledged records of transactions that were aborted. No reader gets them. Left out: there are none. */
  abortedRecords: positiveCount.optional(),
  unknownRecords: count,
  rejectedRecords: count,
  queueFullRetries: count,
  groups: z.array(groupAccounting),
  /** True if both sums and the sum of every group agree to the record. */
  isClosed: z.boolean(),
  /** The sums that do not agree, as sentences. */
  gaps: z.array(z.string()),
})
export type Accounting = z.output<typeof accounting>

/** The limiter of the rate. */
export const limiter = z.enum(limiters)

/** The diagnosis: what limited the rate, with the evidence. */
export const diagnosis = z.strictObject({
  limiter,
  /** The diagnosis in one sentence for the user. */
  sentence: z.string().min(1),
  evidence: z.array(z.strictObject({ label: z.string().min(1), value: z.string().min(1) })),
})
export type Diagnosis = z.output<typeof diagnosis>

/** The part of a run that is judged. */
export const steadyWindow = z.strictObject({
  /** First second that counts. */
  fromSecond: count,
  /** First second after it. */
  toSecond: count,
  /** Whole quota windows in between. */
  windows: count,
  /** Reason why there is no steady window or why it is doubtful; null if it is sound. */
  doubt: z.enum(['too-short', 'too-noisy', 'not-settled']).nullable(),
})
export type SteadyWindow = z.output<typeof steadyWindow>

/** The catch-up of a group that began to read late. */
export const catchUp = z.strictObject({
  groupId: z.string().min(1),
  /** Planned time of its start, after the start of the load. */
  startDelayMs: nonNegative,
  /** Records that were acknowledged and unread when it began. */
  backlogRecords: count,
  /** From its first record until its lag was at most the records written in one second; null if it did not catch up. */
  tookMs: nonNegative.nullable(),
  /** Rate of reading while it caught up, including records written during that time; null if it read nothing. */
  recordsPerSec: nonNegative.nullable(),
  payloadBytesPerSec: nonNegative.nullable(),
})
export type CatchUp = z.output<typeof catchUp>

/** Result of the connections that a run holds and opens in addition to its clients', over the load. */
export const connectionResult = z.strictObject({
  /** Planned connections to hold, and planned attempts per second. */
  wantedHeld: count,
  wantedAttemptsPerSec: nonNegative,
  /** Open connections at the end of each second of the load: mean and minimum. */
  openMean: nonNegative,
  openLeast: count,
  /** Connection attempts per second that succeeded. */
  takenAttemptsPerSec: nonNegative,
  failedAttempts: count,
  /** From the attempt to the broker's first response. */
  attemptLatency: latencySummary.nullable(),
  /** Number of failures by a short name, over the whole run. */
  errors: z.record(z.string(), count),
})
export type ConnectionResult = z.output<typeof connectionResult>

/** Resource use of one embedded broker's process over the load. */
export const brokerCost = z.strictObject({
  brokerId: count,
  cpuCoresMean: nonNegative,
  cpuCoresMax: nonNegative,
  residentBytesMax: nonNegative,
  /** Maximum of the live heap after a collection, and of the heap's size; null if no collection was seen. */
  heapUsedBytesMax: nonNegative.nullable(),
  heapBytesMax: nonNegative.nullable(),
  /** Bytes passed by system calls, to and from sockets and files; null if the system does not report them. */
  readBytesPerSec: nonNegative.nullable(),
  writtenBytesPerSec: nonNegative.nullable(),
  diskReadBytesPerSec: nonNegative.nullable(),
  diskWrittenBytesPerSec: nonNegative.nullable(),
})
export type BrokerCost = z.output<typeof brokerCost>

/** Figures from a Prometheus endpoint over the load. */
export const prometheusResult = z.strictObject({
  readings: count,
  failedReadings: count,
  /** Message of the last failure; null without one. */
  lastError: z.string().nullable(),
  /** Mean and maximum of each figure that the endpoint has. */
  figures: z.partialRecord(z.enum(prometheusFigureNames), z.strictObject({ mean: nonNegative, max: nonNegative })),
})
export type PrometheusResult = z.output<typeof prometheusResult>

/** Records that producers sent again, over the whole run with the drain. Each repetition is counted. */
export const resent = z.strictObject({
  records: count,
  wireBytes: nonNegative,
})
export type Resent = z.output<typeof resent>

/** Transactions of producers that ended during the load. */
export const transactionsResult = z.strictObject({
  committed: count,
  aborted: count,
  committedPerSec: nonNegative,
  /** One in each partition of each transaction, aborted ones too. */
  markersPerSec: nonNegative,
  /** Mean time of a commit, during which its producer sends no record; null if none was committed. */
  commitMeanMs: nonNegative.nullable(),
})

/** The result of a run. */
export const result = z.strictObject({
  schemaVersion: z.literal(1),
  /** Over the steady window, with intervals by batch means over quota windows; null without a steady window. */
  steady: figureIntervals.nullable(),
  steadyWindow,
  /** Over the whole load, burn-in included. */
  wholeRun: figures,
  /** acked / offered over the steady window; without one, over the whole load. */
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
  /** Not part of any other figure. Left out: written by an older version, or the clients do not report it. */
  resent: resent.optional(),
  /** Left out: no producer has transactions. */
  transactions: transactionsResult.optional(),
  /**
   * Share of the wire bytes that is requests and responses around record batches, over the steady windows or, without
   * them, over the load. Left out: written by an older version, or the clients do not report their batches.
   */
  framing: z.strictObject({ ingressShare: fraction, egressShare: fraction }).optional(),
  /** Compression of the records. Left out: written by an older version, or the plan states no ratio. */
  compression: z
    .strictObject({
      /**
       * Compressed / uncompressed bytes of all records in batches, without the batches' headers of 61 bytes; null if
       * nothing was sent.
       */
      measuredRatio: nonNegative.nullable(),
      /** The same ratio as stated by the workload. */
      statedRatio: fraction,
    })
    .optional(),
  /** Groups that began to read late, in the plan's order. Left out: there are none. */
  catchUps: z.array(catchUp).optional(),
  /** Brokers of an embedded cluster. Left out: none, or written by an older version. */
  brokers: z.array(brokerCost).optional(),
  /** Left out: the plan names no endpoint. */
  prometheus: prometheusResult.optional(),
  /** Left out: the plan has no additional connections. */
  connections: connectionResult.optional(),
  /** Hottest partition's share of acknowledged records x number of partitions: 1 is even; null if nothing was acked. */
  partitionSkew: nonNegative.nullable(),
  /** Resource use of the clients over the load. */
  client: z.strictObject({
    maxWorkerCpuCores: nonNegative,
    eventLoopLagMaxMs: nonNegative,
    hostCpuMean: fraction.nullable(),
  }),
})
export type Result = z.output<typeof result>
