/**
 * The result file of the OpenMessaging Benchmark, as far as it is read. Its forks add and leave out fields.
 */
import { z } from 'zod'
import { nonNegative, positive } from './primitives.ts'

const series = z.array(nonNegative)
/** Java writes NaN as a text where nothing was recorded. */
const aggregate = z.union([nonNegative, z.literal('NaN')]).nullish()

/** Latencies are ms, publish delay is µs, rates are messages a second, one entry a sample period. */
export const openMessagingResult = z.looseObject({
  workload: z.string(),
  driver: z.string(),
  messageSize: nonNegative.nullish(),
  publishRate: series.min(1),
  consumeRate: series,
  publishErrorRate: series.nullish(),
  /** Only in Redpanda's fork, in place of the rate: messages of each period. */
  publishFailed: series.nullish(),
  /** Only in Redpanda's fork; 10 s elsewhere. */
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
