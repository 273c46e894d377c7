/**
 * The result file of the OpenMessaging Benchmark. It lists only the fields that Headroom uses. Forks add and omit others.
 */
import { z } from 'zod'
import { nonNegative, positive } from './primitives.ts'

const series = z.array(nonNegative)
/** An aggregated latency. If nothing was recorded, the benchmark writes NaN as the text "NaN". */
const aggregate = z.union([nonNegative, z.literal('NaN')]).nullish()

/** Latencies are in ms, publish delays in µs. Rates are in messages/s, with one entry per sample period. */
export const openMessagingResult = z.looseObject({
  workload: z.string(),
  driver: z.string(),
  messageSize: nonNegative.nullish(),
  publishRate: series.min(1),
  consumeRate: series,
  publishErrorRate: series.nullish(),
  /** Only in Redpanda's fork, in place of `publishErrorRate`: messages per period. */
  publishFailed: series.nullish(),
  /** Duration of the sample period in ms. Only in Redpanda's fork; it is 10 s in the others. */
  sampleRateMillis: positive.nullish(),
  aggregatedPublishLatencyAvg: aggregate,
  aggregatedPublishLatency50pct: aggregate,
  aggregatedPublishLatency95pct: aggregate,
  aggregatedPublishLatency99pct: aggregate,
  aggregatedPublishLatency999pct: aggregate,
  aggregatedPublishLatencyMax: aggregate,
  aggregatedPublishDelayLatencyAvg: aggregate,
  aggregatedPublishDelayLatency50pct: aggregate,
  aggregatedPublishDelayLatency95pct: aggregate,
  aggregatedPublishDelayLatency99pct: aggregate,
  aggregatedPublishDelayLatency999pct: aggregate,
  aggregatedPublishDelayLatencyMax: aggregate,
  aggregatedEndToEndLatencyAvg: aggregate,
  aggregatedEndToEndLatency50pct: aggregate,
  aggregatedEndToEndLatency95pct: aggregate,
  aggregatedEndToEndLatency99pct: aggregate,
  aggregatedEndToEndLatency999pct: aggregate,
  aggregatedEndToEndLatencyMax: aggregate,
})
export type OpenMessagingResult = z.output<typeof openMessagingResult>
