/**
 * Results of other benchmark tools, converted to Headroom's terms and units: their clients, latencies and progress.
 *
 * Values are copied, or computed from printed ones. A value for which neither is possible is null. Rates are in bytes/s and
 * records/s. Values that a tool labels MB but computes as MiB are converted as MiB.
 */
import { z } from 'zod'
import { figureIntervals, figures } from './figures.ts'
import { count, displayName, nonNegative, positive, positiveCount } from './primitives.ts'

/** Tools whose output can be imported, by their usual names. `CSV`: a CSV table of any other tool. */
export const importedTools = [
  'kafka-producer-perf-test',
  'kafka-consumer-perf-test',
  'kafka-share-consumer-perf-test',
  'rdkafka_performance',
  'OpenMessaging Benchmark',
  'Trogdor',
  'sangrenel',
  'CSV',
] as const
const importedTool = z.enum(importedTools)

/** One file that was read. */
export const importedFile = z.strictObject({
  /** File name, with its folder if the files came from several folders. */
  name: displayName,
  bytes: count,
  /** SHA-256 of the content in hexadecimal. It identifies the file. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type ImportedFile = z.output<typeof importedFile>

/**
 * Latencies as a tool printed them. Percentiles can be neither merged nor averaged, because the histogram is missing.
 */
export const importedLatency = z.strictObject({
  /**
   * What was timed, as in a measured run. `service`: send to acknowledgement. `schedule-delay`: intended send to
   * actual send. `end-to-end`: send to receipt. `batch`: send to acknowledgement of a whole batch.
   */
  kind: z.enum(['service', 'schedule-delay', 'end-to-end', 'batch']),
  meanUs: nonNegative.nullable(),
  p50Us: nonNegative.nullable(),
  p95Us: nonNegative.nullable(),
  p99Us: nonNegative.nullable(),
  p999Us: nonNegative.nullable(),
  maxUs: nonNegative.nullable(),
})
export type ImportedLatency = z.output<typeof importedLatency>

/** One reporting interval: a period for which the tool printed a line of progress. */
export const importedWindow = z.strictObject({
  durationMs: positive,
  recordsPerSec: nonNegative,
  payloadBytesPerSec: nonNegative.nullable(),
})
export type ImportedWindow = z.output<typeof importedWindow>

/** The maximum number of reporting intervals per client. If there are more, none is imported and a note says so. */
export const maxImportedWindows = 20_000

/** Measurements of one client of a benchmark, a producer or a consumer process. */
export const importedClient = z.strictObject({
  tool: importedTool,
  role: z.enum(['producer', 'consumer']),
  /** `importedFile.name` of the file that it was read from. */
  file: displayName,
  /** The line that its figures come from, counted from 1. */
  line: positiveCount,
  records: count.nullable(),
  payloadBytes: nonNegative.nullable(),
  durationMs: positive.nullable(),
  recordsPerSec: nonNegative.nullable(),
  payloadBytesPerSec: nonNegative.nullable(),
  wireBytesPerSec: nonNegative.nullable(),
  latencies: z.array(importedLatency),
  windows: z.array(importedWindow).max(maxImportedWindows),
  /** True if the output ends before the tool's final summary. */
  isCutOff: z.boolean(),
  /** Full sentences that explain derived figures. */
  notes: z.array(z.string()),
})
export type ImportedClient = z.output<typeof importedClient>

/** Ingress and egress, each in wire and payload bytes/s, and records/s; null if not known. */
export const knownFigures = z.strictObject({
  ingressWireBytesPerSec: figures.shape.ingressWireBytesPerSec.nullable(),
  ingressPayloadBytesPerSec: figures.shape.ingressPayloadBytesPerSec.nullable(),
  egressWireBytesPerSec: figures.shape.egressWireBytesPerSec.nullable(),
  egressPayloadBytesPerSec: figures.shape.egressPayloadBytesPerSec.nullable(),
  recordsPerSec: figures.shape.recordsPerSec.nullable(),
})
export type KnownFigures = z.output<typeof knownFigures>

/** Confidence intervals of `knownFigures`; null if there is none. */
export const knownIntervals = z.strictObject({
  ingressWireBytesPerSec: figureIntervals.shape.ingressWireBytesPerSec.nullable(),
  ingressPayloadBytesPerSec: figureIntervals.shape.ingressPayloadBytesPerSec.nullable(),
  egressWireBytesPerSec: figureIntervals.shape.egressWireBytesPerSec.nullable(),
  egressPayloadBytesPerSec: figureIntervals.shape.egressPayloadBytesPerSec.nullable(),
  recordsPerSec: figureIntervals.shape.recordsPerSec.nullable(),
})
export type KnownIntervals = z.output<typeof knownIntervals>
