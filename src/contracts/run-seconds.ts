/**
 * The seconds of a run as the window draws them. They are columns of numbers, so that an hour with many partitions fits
 * into one message.
 */
import { z } from 'zod'
import { count } from './primitives.ts'
import { livePoint } from './validation-progress.ts'

/** A column of numbers. Only the type of the array is checked, not every number. */
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
  /** Numbers of the seconds, rising; each column below has one value per second. */
  seconds: numbers,
  /** The busiest partitions, the hottest first. Not all are listed if there are very many. */
  busiest: z.array(
    z.strictObject({
      topic: z.string(),
      partition: count,
      /** Acknowledged records per second. */
      recordsPerSec: numbers,
    }),
  ),
  /** Mean over all partitions and seconds: the rate of each partition if all were equal. */
  evenRecordsPerSec: z.number(),
})
export type PartitionSeconds = z.output<typeof partitionSeconds>

/** The parts of a recorded run that are drawn. */
export const runSeconds = z.strictObject({ points: z.array(timelineSecond), partitions: partitionSeconds })
export type RunSeconds = z.output<typeof runSeconds>
