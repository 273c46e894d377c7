/** Calls and events of readings of running clusters. */
import { z } from 'zod'
import type { IpcCalls, IpcEvents } from './ipc-shape.ts'
import { readingListEntry, readingRequest } from './kept-reading.ts'
import { identifier, nonNegative } from './primitives.ts'

const nothing = z.strictObject({})
const readingCall = z.strictObject({ readingId: identifier })

/** Progress of the active reading. */
const readingProgress = z.strictObject({
  readingId: identifier,
  /** One sentence on what was read so far and the load that it put on the cluster. */
  sentence: z.string(),
  /** Time since the start of this attempt. */
  elapsedMs: nonNegative,
  /** Time between the first and the last snapshot of the offsets. History and samples may take longer. */
  spanMs: nonNegative,
})
export type ReadingProgress = z.output<typeof readingProgress>

/** Events of the active reading. */
export const readingEvents = {
  'reading.progress': readingProgress,
  /** The reading ended: it is complete, was stopped or broke off. */
  'reading.ended': readingCall,
} as const satisfies IpcEvents

/** Calls about readings. `observations.make` turns a reading into an observation. */
export const readingCalls = {
  /** Reads a cluster and resolves when the reading is complete or was stopped. Changes nothing on the cluster. */
  'readings.take': { input: readingRequest, output: readingCall },
  /** Continues a reading that was stopped or broke off. */
  'readings.resume': { input: readingCall, output: readingCall },
  /** Stops the active reading. What was read is kept. */
  'readings.stop': { input: nothing, output: nothing },
  /** Returns the active reading, for a page that missed its start; null if none is active. */
  'readings.live': { input: nothing, output: z.strictObject({ reading: readingProgress.nullable() }) },
  'readings.list': { input: nothing, output: z.array(readingListEntry) },
} as const satisfies IpcCalls
