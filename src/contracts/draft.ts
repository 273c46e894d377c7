/**
 * The draft of the window: the scenario and everything that the fields contain. It is saved, so the window can be
 * closed without asking the user.
 */
import { z } from 'zod'
import { scenario } from './scenario.ts'

/** A draft as the workspace keeps it. Only the window reads it. Drafts of other versions are ignored. */
export const draft = z.strictObject({
  kind: z.literal('headroom.draft'),
  schemaVersion: z.literal(1),
  /** The last valid scenario. */
  scenario,
  /** Texts of fields that were not accepted, by the place of the field, each with its problem. */
  refused: z.record(z.string(), z.strictObject({ text: z.string(), problem: z.string() })),
  /** Rates of producers that were typed in bytes/s, by the place of the field. */
  byteRates: z.record(z.string(), z.number()),
  /** File of the scenario; null if it has none. */
  filePath: z.string().nullable(),
  /** True if the scenario differs from its file or example. */
  isChanged: z.boolean(),
  /** The scenario before the first recommendation that was applied. Left out: none was applied. */
  beforeApplied: scenario.optional(),
})
