/**
 * The observations of a run: samples of every second, or the outputs of tools.
 */
import { z } from 'zod'
import { importedClient, importedFile, knownFigures, knownIntervals } from './imported-run.ts'
import { count } from './primitives.ts'

/** Outputs of tools in Headroom's terms and units. A value that the tools do not print is null. */
export const outputs = z.strictObject({
  kind: z.literal('outputs'),
  /** Files of output that were read; empty until the tools have ended. */
  files: z.array(importedFile),
  /** One entry per repetition of the benchmark, each with its clients; empty until the tools have ended. */
  repeats: z.array(z.strictObject({ parts: z.array(importedClient).min(1), figures: knownFigures })),
  /** Sums over the clients. Several repetitions: their mean. One run: the mean over whole quota windows, if any. */
  figures: knownFigures,
  /** By Student's t over repetitions, or by batch means over quota windows; null if there are too few. */
  intervals: knownIntervals.nullable(),
  /**
   * Number of whole quota windows after the burn-in that the figures are means of. 0: the figures are the tools' own
   * totals. Null: not known, as for imported files.
   */
  windows: count.nullable(),
  /** Version of the tools and their Java, as "Apache Kafka 4.3.1 on Java 17.0.15"; null if not known. */
  toolVersion: z.string().min(1).nullable(),
})
export type Outputs = z.output<typeof outputs>

/**
 * The observations of a run. With `samples`, the samples are stored beside the record and the result is computed from
 * them.
 */
export const observations = z.discriminatedUnion('kind', [z.strictObject({ kind: z.literal('samples') }), outputs])
export type Observations = z.output<typeof observations>

/** The outputs of a run whose tools have printed nothing yet. */
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
