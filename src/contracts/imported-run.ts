/**
 * An imported run: what another tool measured, in Headroom's words and units.
 *
 * It stands in the same store as a run that Headroom measured and is told apart by `origin`. What a tool's output does
 * not say is null here, never guessed. Rates are bytes and records a second; tools that print "MB" and mean MiB are
 * converted.
 */
import { z } from 'zod'
import { figureIntervals, figures } from './figures.ts'
import { frozenOffering } from './offering.ts'
import { prediction } from './prediction.ts'
import { count, displayName, epochMs, identifier, nonNegative, positive, positiveCount } from './primitives.ts'
import { runPlan } from './run-plan.ts'
import { recordedScenario } from './scenario.ts'
import { targetDescription } from './target.ts'
import { overlay } from './verdict.ts'

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

/** Everything about one imported run. Fields that a measured run has too mean the same. */
export const importedRun = z.strictObject({
  kind: z.literal('headroom.run'),
  schemaVersion: z.literal(1),
  origin: z.literal('imported'),
  id: identifier,
  /** When it was imported. */
  createdAtEpochMs: epochMs,
  /** `partial` where an output ends before the tool's own summary. */
  status: z.enum(['complete', 'partial']),
  name: displayName,
  /** One line for people: "imported from kafka-producer-perf-test". */
  label: z.string().min(1),
  files: z.array(importedFile).min(1),
  /** One entry a repeat of the benchmark, each with its clients; one where it was run once. */
  repeats: z.array(z.strictObject({ parts: z.array(importedPart).min(1), figures: knownFigures })).min(1),
  /** Sums over the clients; the mean over repeats where there are several. */
  figures: knownFigures,
  /** By Student's t over repeats; null where there are too few. */
  intervals: knownIntervals.nullable(),
  /** Where Headroom ran the tools itself, by a run plan; left out where files were imported. */
  driven: z
    .strictObject({
      plan: runPlan,
      target: targetDescription,
      /** Of the tools and their Java, as "Apache Kafka 4.3.1 on Java 17.0.15". */
      toolVersion: z.string().min(1),
      /** Whole quota windows after the burn-in that the figures are means of; 0: they are the tools' own totals. */
      windows: count,
    })
    .optional(),
  /** What must be known to read the figures: sentences. */
  notes: z.array(z.string()),
  /** The scenario it was laid on, with its frozen offering and prediction; null where none was named. */
  scenario: recordedScenario.nullable(),
  offering: frozenOffering.nullable(),
  prediction: prediction.nullable(),
  overlay: overlay.nullable(),
})
export type ImportedRun = z.output<typeof importedRun>
