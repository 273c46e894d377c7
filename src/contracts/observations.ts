/**
 * What a run observed of its load: every second of it, or what its tools printed.
 */
import { z } from 'zod'
import { importedClient, importedFile, knownFigures, knownIntervals } from './imported-run.ts'
import { count } from './primitives.ts'

/** What tools printed, in Headroom's words and units. What they do not print is null. */
export const outputs = z.strictObject({
  kind: z.literal('outputs'),
  /** Empty until the tools have ended. */
  files: z.array(importedFile),
  /** One entry a repeat of the benchmark, each with its clients; one where it was run once, none before its end. */
  repeats: z.array(z.strictObject({ parts: z.array(importedClient).min(1), figures: knownFigures })),
  /** Sums over the clients; the mean over repeats where there are several, or over whole quota windows. */
  figures: knownFigures,
  /** By Student's t over repeats, or by batch means over quota windows; null where there are too few. */
  intervals: knownIntervals.nullable(),
  /**
   * Whole quota windows after the burn-in that the figures are means of; 0: they are the tools' own totals. Null: not
   * known, as of files that were imported.
   */
  windows: count.nullable(),
  /** Of the tools and their Java, as "Apache Kafka 4.3.1 on Java 17.0.15"; null where not known. */
  toolVersion: z.string().min(1).nullable(),
})
export type Outputs = z.output<typeof outputs>

/** `samples`: every second, kept beside the record, from which its result is computed. */
export const observations = z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('samples') }), outputs])
export type Observations = z.output<typeof observations>

/** Of tools that have printed nothing yet. */
export const noOutputs: Outputs = {
  kind: 'outputs',
  files: [],
  repeats: [],
  figures: {
    ingressWireBytesPerSec: null,
    ingressPayloadBytesPerSec: null,
    egressWireBytesPerSec: null,
    egressPayloadBytesPerSec: null,
    recordsPerSec: null,
  },
  intervals: null,
  windows: null,
  toolVersion: null,
}
