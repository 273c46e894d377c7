/**
 * The seconds of a run as the window draws them: columns, so that an hour of many partitions crosses in one piece.
 */
import { z } from 'zod'
import { count } from './primitives.ts'
import { livePoint } from './validation-progress.ts'

/** Numbers as they cross to the window: one piece, checked as a whole. */
const numbers = z.custom<Float64Array>((value) => value instanceof Float64Array)

/** One second of a timeline. */
const timelineSecond = livePoint.pick({
  second: true,
  offeredWireBytesPerSec: true,
  ingressWireBytesPerSec: true,
  egressWireBytesPerSec: true,
})

/** Records that partitions acknowledged, second by second. */
export const partitionSeconds = z.strictObject({
  /** Partitions that the run wrote to. */
  partitions: count,
  /** Numbers of the seconds, rising; the columns below have one value for each. */
  seconds: numbers,
  /** The busiest ones, the hottest first: not all where there are very many. */
  busiest: z.array(
    z.strictObject({
      topic: z.string(),
      partition: count,
      /** Acknowledged records a second. */
      recordsPerSec: numbers,
    }),
  ),
  /** Mean of all partitions over the run, in records a second: what an even share would be. */
  evenRecordsPerSec: z.number(),
})
export type PartitionSeconds = z.output<typeof partitionSeconds>

/** What is drawn of a recorded run. */
export const runSeconds = z.strictObject({ points: z.array(timelineSecond), partitions: partitionSeconds })
export type RunSeconds = z.output<typeof runSeconds>
