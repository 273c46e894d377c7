/**
 * Readings of clusters in the workspace: their requests and list entries.
 */
import { z } from 'zod'
import { connection } from './connection.ts'
import { displayName, epochMs, identifier } from './primitives.ts'
import { readingBounds } from './reading-part.ts'

/** A request to read a running cluster. The connection refers to secrets by name. */
export const readingRequest = z.strictObject({ connection, bounds: readingBounds })
export type ReadingRequest = z.output<typeof readingRequest>

/** A reading that was started, without its parts. */
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
  /** False if the reading was stopped or broke off. It can be resumed then. */
  isComplete: z.boolean(),
})
export type ReadingListEntry = z.output<typeof readingListEntry>
