/** Calls and events of readings of running clusters. */
import { z } from 'zod'
import type { IpcCalls, IpcEvents } from './ipc-shape.ts'
import { readingListEntry, readingRequest } from './kept-reading.ts'
import { identifier } from './primitives.ts'

const nothing = z.strictObject({})
const readingCall = z.strictObject({ readingId: identifier })

/** Events of the reading that goes on. */
export const readingEvents = {
  /** What was read so far and what it cost, as a sentence. */
  'reading.progress': z.strictObject({ readingId: identifier, sentence: z.string() }),
} as const satisfies IpcEvents

/** Calls about readings. An observation is made of one by `observations.make`. */
export const readingCalls = {
  /** Reads a cluster to the end, or until it is stopped. Nothing on the cluster is changed. */
  'readings.take': { input: readingRequest, output: readingCall },
  /** Goes on with a reading that was stopped or broke off. */
  'readings.resume': { input: readingCall, output: readingCall },
  /** Ends the reading that goes on; what it has is kept. */
  'readings.stop': { input: nothing, output: nothing },
  'readings.list': { input: nothing, output: z.array(readingListEntry) },
} as const satisfies IpcCalls
