/**
 * The draft of the window: the scenario with all that stands in the fields, so that closing never asks.
 */
import { z } from 'zod'
import { scenario } from './scenario.ts'

/** A draft as the workspace keeps it. Only the window reads it; one of another version is no draft. */
export const draft = z.strictObject({
  kind: z.literal('headroom.draft'),
  schemaVersion: z.literal(1),
  /** The last scenario that could be. */
  scenario,
  /** By place: texts that could not be taken, each with why. */
  refused: z.record(z.string(), z.strictObject({ text: z.string(), problem: z.string() })),
  /** By place of a producer's rate: bytes/s, where it was given in bytes. */
  byteRates: z.record(z.string(), z.number()),
  /** File of the scenario; null for one without. */
  filePath: z.string().nullable(),
  /** True where the scenario differs from its file or example. */
  isChanged: z.boolean(),
})
