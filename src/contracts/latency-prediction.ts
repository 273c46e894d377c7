/**
 * The predicted latency of a workload whose load is low.
 */
import { z } from 'zod'
import { band, fraction, nonNegative } from './primitives.ts'

/** The median time in ms from the send of a record to its acknowledgement, and what it is made of. */
export const produceLatency = z.strictObject({
  medianMs: band,
  /** Name of the producer entry that sends the median record. The parts below are those of its records. */
  producer: z.string(),
  /** Time that a record waits until its batch is sent. */
  batchWaitMs: nonNegative,
  /** Round trips: between client and broker and, with acks=all, between brokers if the scenario gives one. */
  roundTripMs: band,
  /** Time that clients and brokers need for a request, replicas and flushes included. */
  handlingMs: band,
  /**
   * The chance, 0 to 1, that the load fills at most half of each limit, which the band assumes. Left out: the limits are
   * not given by laws with bands, or the prediction is of an earlier version.
   */
  lowLoadChance: fraction.optional(),
})
export type ProduceLatency = z.output<typeof produceLatency>

/** The predicted latency. `produce` is null if it cannot be predicted. */
export const predictedLatency = z.strictObject({
  produce: produceLatency.nullable(),
  /** How it was computed, or why it is not predicted. */
  reason: z.string().min(1),
})
export type PredictedLatency = z.output<typeof predictedLatency>
