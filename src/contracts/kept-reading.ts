/**
 * Readings of clusters in the workspace: what was asked, and their parts as they came.
 */
import { z } from 'zod'
import { connection } from './connection.ts'
import { displayName, epochMs, identifier } from './primitives.ts'
import { readingBounds } from './reading-part.ts'

/** A request to read a running cluster. Secrets are found by their names. */
export const readingRequest = z.strictObject({ connection, bounds: readingBounds })
export type ReadingRequest = z.output<typeof readingRequest>

/** A reading that was begun. */
export const keptReading = z.strictObject({
  id: identifier,
  createdAtEpochMs: epochMs,
  request: readingRequest,
})
export type KeptReading = z.output<typeof keptReading>

/** A reading in a list. */
export const readingListEntry = z.strictObject({
  id: identifier,
  /** Name of the connection. */
  name: displayName,
  createdAtEpochMs: epochMs,
  /** False if it was stopped or broke off: then it can be resumed. */
  isComplete: z.boolean(),
})
export type ReadingListEntry = z.output<typeof readingListEntry>
