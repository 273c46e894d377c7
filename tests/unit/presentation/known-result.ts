/** What a known run measured. Figures are made, not measured. */
import { build, encodeIntoCompressedBase64 } from 'hdr-histogram-js'
import type { LatencySummary, Result } from '../../../src/contracts/result.ts'

export const interval = (mean: number): { low: number; mean: number; high: number } => ({
  low: mean * 0.993,
  mean,
  high: mean * 1.007,
})

function encodedHistogramOf(valuesUs: readonly number[]): string {
  const histogram = build({ useWebAssembly: false, bitBucketSize: 64, numberOfSignificantValueDigits: 3 })
  for (const value of valuesUs) histogram.recordValue(value)
  return encodeIntoCompressedBase64(histogram)
}

function latencyOf(medianUs: number): LatencySummary {
  return {
    count: 16_896_000,
    meanUs: medianUs * 1.3,
    p50Us: medianUs,
    p90Us: medianUs * 2.2,
    p95Us: medianUs * 3.1,
    p99Us: medianUs * 7,
    p999Us: medianUs * 21,
    maxUs: medianUs * 80,
    histogram: encodedHistogramOf([medianUs, medianUs * 2]),
  }
}

export const knownResult: Result = {
  schemaVersion: 1,
  steady: {
    ingressWireBytesPerSec: interval(99_100_000),
    ingressPayloadBytesPerSec: interval(97_400_000),
    egressWireBytesPerSec: interval(297_300_000),
    egressPayloadBytesPerSec: interval(292_200_000),
    recordsPerSec: interval(190_234),
  },
  steadyWindow: { fromSecond: 22, toSecond: 110, windows: 8, doubt: null },
  wholeRun: {
    ingressWireBytesPerSec: 101_300_000,
    ingressPayloadBytesPerSec: 99_600_000,
    egressWireBytesPerSec: 302_900_000,
    egressPayloadBytesPerSec: 297_700_000,
    recordsPerSec: 194_531,
  },
  ackedRatio: 0.793,
  latency: {
    service: latencyOf(4_200),
    response: latencyOf(61_000),
    scheduleDelay: latencyOf(900),
    endToEnd: latencyOf(96_000),
  },
  accounting: {
    offeredRecords: 26_400_000,
    acceptedRecords: 21_400_000,
    unsentRecords: 5_000_000,
    ackedRecords: 21_399_000,
    unknownRecords: 600,
    rejectedRecords: 400,
    queueFullRetries: 12_345,
    groups: ['a', 'b', 'c'].map((name) => ({
      groupId: `headroom-known-${name}`,
      consumedRecords: 21_399_112,
      lostRecords: 0,
      duplicateRecords: 12,
      writtenThoughUnknownRecords: 100,
      unreadRecords: 0,
    })),
    isClosed: true,
    gaps: [],
  },
  diagnosis: {
    limiter: 'broker-throttle',
    sentence: 'The brokers throttled the producers: their quota held the rate.',
    evidence: [
      { label: 'throttle time', value: 'up to 1,240 ms' },
      { label: 'seconds throttled', value: '97 %' },
    ],
  },
  throttle: { maxMs: 1_240, producerSecondsFraction: 0.97, consumerSecondsFraction: 0.02 },
  requestsPerSec: 7_450,
  recordsPerBatch: 30.2,
  partitionSkew: 1.04,
  client: { maxWorkerCpuCores: 0.71, eventLoopLagMaxMs: 18, hostCpuMean: 0.63 },
}
