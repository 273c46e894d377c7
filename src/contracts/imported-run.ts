/**
 * What a benchmark tool measured, in Headroom's words and units: its clients, their latencies and their course.
 *
 * What a tool's output does not say is null here, never guessed. Rates are bytes and records a second; tools that print
 * "MB" and mean MiB are converted.
 */
import { z } from 'zod'
import { figureIntervals, figures } from './figures.ts'
import { count, displayName, nonNegative, positive, positiveCount } from './primitives.ts'

/** Tools whose output can be imported, by the names that people know them by. */
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
  /** Its name, with the folder where files of several folders were given. */
  name: displayName,
  bytes: count,
  /** Hexadecimal: which file exactly. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type ImportedFile = z.output<typeof importedFile>

/** Percentiles as a tool printed them. Without the histogram they can be neither merged nor averaged. */
export const importedLatency = z.strictObject({
  /**
   * From where to where, as in a measured run: `service` is sent to acknowledged, `schedule-delay` intended to sent,
   * `end-to-end` sent to received. `batch` is service of whole batches.
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

/** A stretch of a client's run that the tool printed a line about. */
export const importedWindow = z.strictObject({
  durationMs: positive,
  recordsPerSec: nonNegative,
  payloadBytesPerSec: nonNegative.nullable(),
})
export type ImportedWindow = z.output<typeof importedWindow>

/** Longer series are left out, with a note. */
export const mostImportedWindows = 20_000

/** What one client of a benchmark measured: one producer or one consumer process. */
export const importedPart = z.strictObject({
  tool: importedTool,
  role: z.enum(['producer', 'consumer']),
  /** `name` of its file. */
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
  windows: z.array(importedWindow).max(mostImportedWindows),
  /** True where the output ends before the tool's own summary. */
  isCutOff: z.boolean(),
  /** What its figures stand on, where that is not plain: sentences. */
  notes: z.array(z.string()),
})
export type ImportedPart = z.output<typeof importedPart>

/** A value for each figure that is known. */
export const knownFigures = z.strictObject({
  ingressWireBytesPerSec: figures.shape.ingressWireBytesPerSec.nullable(),
  ingressPayloadBytesPerSec: figures.shape.ingressPayloadBytesPerSec.nullable(),
  egressWireBytesPerSec: figures.shape.egressWireBytesPerSec.nullable(),
  egressPayloadBytesPerSec: figures.shape.egressPayloadBytesPerSec.nullable(),
  recordsPerSec: figures.shape.recordsPerSec.nullable(),
})
export type KnownFigures = z.output<typeof knownFigures>

/** An interval for each figure that has one. */
export const knownIntervals = z.strictObject({
  ingressWireBytesPerSec: figureIntervals.shape.ingressWireBytesPerSec.nullable(),
  ingressPayloadBytesPerSec: figureIntervals.shape.ingressPayloadBytesPerSec.nullable(),
  egressWireBytesPerSec: figureIntervals.shape.egressWireBytesPerSec.nullable(),
  egressPayloadBytesPerSec: figureIntervals.shape.egressPayloadBytesPerSec.nullable(),
  recordsPerSec: figureIntervals.shape.recordsPerSec.nullable(),
})
export type KnownIntervals = z.output<typeof knownIntervals>
