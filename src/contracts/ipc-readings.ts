/** Calls and events of readings of running clusters. */
import { z } from 'zod'
import type { IpcCalls, IpcEvents } from './ipc-shape.ts'
import { readingListEntry, readingRequest } from './kept-reading.ts'
import { identifier, nonNegative } from './primitives.ts'

const nothing = z.strictObject({})
const readingCall = z.strictObject({ readingId: identifier })

/** How far the reading that goes on is. */
const readingProgress = z.strictObject({
  readingId: identifier,
  /** What was read so far and what it cost, as a sentence. */
  sentence: z.string(),
  /** Time since this attempt began. */
  elapsedMs: nonNegative,
  /** Time between the first and the last look at the offsets; history and samples may take longer. */
  spanMs: nonNegative,
})
export type ReadingProgress = z.output<typeof readingProgress>

/** Events of the reading that goes on. */
export const readingEvents = {
  'reading.progress': readingProgress,
  /** It ended: complete, stopped or broken off. */
  'reading.ended': readingCall,
} as const satisfies IpcEvents

/** Calls about readings. An observation is made of one by `observations.make`. */
export const readingCalls = {
  /** Reads a cluster to the end, or until it is stopped. Nothing on the cluster is changed. */
  'readings.take': { input: readingRequest, output: readingCall },
  /** Goes on with a reading that was stopped or broke off. */
  'readings.resume': { input: readingCall, output: readingCall },
  /** Ends the reading that goes on; what it has is kept. */
  'readings.stop': { input: nothing, output: nothing },
  /** The reading that goes on, for a page that missed its start; null if there is none. */
  'readings.live': { input: nothing, output: z.strictObject({ reading: readingProgress.nullable() }) },
  'readings.list': { input: nothing, output: z.array(readingListEntry) },
} as const satisfies IpcCalls
