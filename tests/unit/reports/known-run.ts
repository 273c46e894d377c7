/**
 * A known run for tests: two CKUs of 2020, held by a quota of 100 MB/s, 110 s long. Figures are made, not measured.
 */
import { build, encodeIntoCompressedBase64 } from 'hdr-histogram-js'
import type { Prediction } from '../../../src/contracts/prediction.ts'
import type { LatencySummary, Result } from '../../../src/contracts/result.ts'
import type { RunRecord } from '../../../src/contracts/run-record.ts'
import type { Sample } from '../../../src/contracts/sample.ts'

const whitePaper = {
  title: 'Benchmark Your Dedicated Apache Kafka Cluster on Confluent Cloud',
  url: 'https://www.confluent.io/white-paper/',
  date: '2020-04',
  grade: 'P',
} as const

const derived = { title: 'Derived here', date: '2026-11', grade: 'D' } as const

const band = (likely: number): { low: number; likely: number; high: number } => ({
  low: likely * 0.95,
  likely,
  high: likely * 1.06,
})

const interval = (mean: number): { low: number; mean: number; high: number } => ({
  low: mean * 0.993,
  mean,
  high: mean * 1.007,
})

export const knownPrediction: Prediction = {
  schemaVersion: 1,
  scenarioName: 'Benchmark of 2020',
  deployment: {
    offering: 'confluent-dedicated',
    offeringName: 'Confluent Cloud Dedicated',
    size: 2,
    unitName: 'CKUs',
    limitsAsOf: '2020-04',
    capacityScale: 1,
  },
  isFeasible: true,
  refusals: [],
  offered: {
    ingressWireBytesPerSec: 125_000_000,
    ingressPayloadBytesPerSec: 122_880_000,
    egressWireBytesPerSec: 375_000_000,
    egressPayloadBytesPerSec: 368_640_000,
    recordsPerSec: 240_000,
  },
  achievable: {
    ingressWireBytesPerSec: band(100_000_000),
    ingressPayloadBytesPerSec: band(98_304_000),
    egressWireBytesPerSec: band(300_000_000),
    egressPayloadBytesPerSec: band(294_912_000),
    recordsPerSec: band(192_000),
  },
  expected: {
    ingressWireBytesPerSec: band(100_000_000),
    ingressPayloadBytesPerSec: band(98_304_000),
    egressWireBytesPerSec: band(300_000_000),
    egressPayloadBytesPerSec: band(294_912_000),
    recordsPerSec: band(192_000),
  },
  capacity: {
    ingressWireBytesPerSec: 100_000_000,
    ingressPayloadBytesPerSec: 98_304_000,
    egressWireBytesPerSec: 300_000_000,
    egressPayloadBytesPerSec: 294_912_000,
    recordsPerSec: 192_000,
  },
  headroom: 0.8,
  binding: [{ id: 'ingress', dimension: 'ingress', layer: 'cluster' }],
  constraints: [
    {
      id: 'partitions',
      dimension: 'partitions',
      layer: 'cluster',
      kind: 'fixed',
      capacity: 6_000,
      demand: 108,
      utilisation: 0.018,
      unit: 'partitions',
      formula: '108 partitions / (3,000 x 2 CKUs) = 1.8 %',
      source: whitePaper,
    },
    {
      id: 'egress',
      dimension: 'egress',
      layer: 'cluster',
      kind: 'guideline',
      capacity: 310_000_000,
      demand: 375_000_000,
      utilisation: 1.2097,
      unit: 'bytes/s',
      formula: '375 MB/s / 310 MB/s = 121 %',
      source: whitePaper,
    },
    {
      id: 'ingress',
      dimension: 'ingress',
      layer: 'cluster',
      kind: 'guideline',
      capacity: 100_000_000,
      demand: 125_000_000,
      utilisation: 1.25,
      unit: 'bytes/s',
      formula: '125 MB/s / (50 MB/s x 2 CKUs) = 125 %',
      source: whitePaper,
    },
    {
      id: 'partition-ingress:orders',
      dimension: 'partition-ingress',
      layer: 'partition',
      kind: 'fixed',
      capacity: 5_000_000,
      demand: 1_157_407,
      utilisation: 0.2315,
      unit: 'bytes/s',
      formula: '125 MB/s / 108 partitions / 5 MB/s = 23 %',
      source: whitePaper,
    },
    {
      id: 'connections',
      dimension: 'connections',
      layer: 'cluster',
      kind: 'fixed',
      capacity: 2_000,
      demand: 14,
      utilisation: 0.007,
      unit: 'connections',
      formula: '14 connections / (1,000 x 2 CKUs) = 0.7 %',
      source: whitePaper,
    },
    {
      id: 'producer-pipeline',
      dimension: 'producer-pipeline',
      layer: 'client',
      kind: 'physical',
      capacity: 260_000_000,
      demand: 125_000_000,
      utilisation: 0.4808,
      unit: 'bytes/s',
      formula: '4 clients x 6 brokers x 16,384 bytes / 1.5 ms = 260 MB/s',
      source: derived,
    },
  ],
  band: [
    {
      id: 'request-framing',
      lowFactor: 0.95,
      likelyFactor: 1,
      highFactor: 1.06,
      reason: 'Measured bytes hold request headers, which the prediction does not count.',
      isAssumption: true,
    },
  ],
  assumptions: [
    { id: 'round-trip', field: 'workload.roundTripMs', text: 'The round trip to the brokers is assumed to be 1.5 ms.' },
  ],
  smallest: { size: 4, dimension: 'ingress', targetUtilisation: 0.8 },
  minimumPartitions: [{ topic: 'orders', partitions: 25, formula: '125 MB/s / 5 MB/s = 25' }],
  requestsPerSec: 7_600,
  advice: [{ id: 'grow', text: 'Buy 4 CKUs to keep every dimension under 80 %.' }],
}

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

/** A rate that swings as a quota lets it: full for some seconds of each window, then held. */
function swing(second: number): number {
  if (second < 8) return 1.25
  return second % 11 < 8 ? 1.09 : 0.75
}

export function knownSamples(seconds: number): Sample[] {
  return Array.from({ length: seconds }, (_, second) => {
    const wireBytes = Math.round(100_000_000 * swing(second) + 400_000 * Math.sin(second))
    return {
      second,
      startedAtEpochMs: 1_790_000_000_000 + second * 1_000,
      durationMs: 1_000,
      producers: [
        {
          producerId: 'p-0',
          offeredRecords: 240_000,
          acceptedRecords: 195_000,
          ackedRecords: Math.round(wireBytes / 520.8),
          rejectedRecords: 0,
          unknownRecords: 0,
          backlogRecords: second * 100,
          outstandingRecords: 900,
          queueFullRetries: 3,
          ackedPayloadBytes: Math.round(wireBytes * 0.983),
          wireBytes,
          requests: 7_400,
          ackedRecordsByPartition: { '0': 1_000, '1': 1_010 },
          throttleMs: second < 8 ? 0 : 1_000,
          roundTripMedianUs: 1_500,
          internalLatencyP99Us: 9_000,
          recordsPerBatch: 30,
          serviceHistogram: null,
          responseHistogram: null,
          scheduleDelayHistogram: null,
          errors: {},
        },
      ],
      consumers: ['a', 'b', 'c'].map((name) => ({
        groupId: `headroom-known-${name}`,
        records: Math.round(wireBytes / 520.8),
        duplicateRecords: 0,
        payloadBytes: Math.round(wireBytes * 0.983),
        wireBytes,
        lagRecords: 40,
        throttleMs: 0,
        rebalances: 1,
        endToEndHistogram: null,
        negativeLatencies: 0,
        errors: {},
      })),
      workers: [
        { workerId: 'w-0', role: 'producer', cpuCores: 0.7, eventLoopLagMaxMs: 12, residentBytes: 120_000_000 },
      ],
      brokers: [{ brokerId: 1, cpuCores: 0.4, residentBytes: 900_000_000 }],
      hostCpu: 0.62,
    }
  })
}

export const knownRecord: RunRecord = {
  kind: 'headroom.run',
  schemaVersion: 1,
  id: 'known-run',
  createdAtEpochMs: 1_789_999_990_000,
  startedAtEpochMs: 1_790_000_000_000,
  endedAtEpochMs: 1_790_000_120_000,
  status: 'complete',
  endReason: 'plan-complete',
  endDetail: null,
  scenario: {
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name: 'Benchmark of 2020',
    notes: 'The 2-CKU benchmark of the white paper.',
    workload: {
      clientFamily: 'java',
      topics: [{ name: 'orders', count: 1, partitions: 108, replicationFactor: 3 }],
      producers: [
        {
          name: 'loaders',
          topic: 'orders',
          clients: 4,
          peakRecordsPerSec: 240_000,
          recordValueBytes: 512,
          recordKeyBytes: 0,
          keys: { kind: 'none' },
          acks: 'all',
          isIdempotent: false,
          lingerMs: 10,
          batchBytes: 16_384,
          maxInFlight: 5,
          compression: 'none',
          compressionRatio: 1,
        },
      ],
      consumerGroups: [
        {
          name: 'readers',
          topic: 'orders',
          count: 3,
          members: 2,
          fetchMinBytes: 1,
          fetchMaxWaitMs: 500,
          startStaggerMs: 0,
        },
      ],
      connections: { attemptsPerSec: 0 },
    },
    deployment: { offering: 'confluent-dedicated', size: 2, asOf: '2020-04' },
  },
  offering: {
    kind: 'headroom.offering',
    schemaVersion: 1,
    id: 'confluent-dedicated',
    name: 'Confluent Cloud Dedicated',
    vendor: 'Confluent',
    model: 'service-limits',
    unitName: { singular: 'CKU', plural: 'CKUs' },
    assumedBrokersPerUnit: 3,
    limitSets: [
      {
        asOf: '2020-04',
        sizes: { min: 1, max: 24, source: whitePaper },
        limits: [{ dimension: 'ingress', unit: 'bytes/s', perUnit: 50_000_000, kind: 'guideline', source: whitePaper }],
        interaction: { lossWhenOthersFull: 0.2, source: derived },
      },
    ],
    evidence: { scenarios: {}, points: [] },
  },
  target: {
    kind: 'embedded:kafka',
    label: 'embedded Apache Kafka 4.3.1, 3 brokers, declared capacity',
    enforces: ['ingress', 'egress'],
    isDeclaredCapacity: true,
    scale: 1,
    brokers: 3,
    quotas: { producerBytesPerSec: 33_333_333, consumerBytesPerSec: 100_000_000 },
  },
  prediction: knownPrediction,
  plan: {
    schemaVersion: 1,
    runId: 'known-run',
    topics: [
      {
        name: 'headroom-known-run-orders',
        partitions: 108,
        replicationFactor: 3,
        configs: { 'retention.ms': '600000' },
      },
    ],
    producers: [0, 1, 2, 3].map((number) => ({
      id: `p-${number}`,
      topic: 'headroom-known-run-orders',
      clientId: `headroom-known-run-p-${number}`,
      recordsPerSec: 60_000,
      recordValueBytes: 512,
      recordKeyBytes: 0,
      partitioning: { kind: 'turns', recordsPerTurn: 31 },
      acks: 'all',
      isIdempotent: false,
      lingerMs: 10,
      batchBytes: 16_384,
      maxInFlight: 5,
      compression: 'none',
      randomBytesRatio: 1,
      startDelayMs: 0,
    })),
    consumerGroups: ['a', 'b', 'c'].map((name) => ({
      groupId: `headroom-known-${name}`,
      topic: 'headroom-known-run-orders',
      clientId: `headroom-known-run-${name}`,
      members: 2,
      fetchMinBytes: 1,
      fetchMaxWaitMs: 500,
      startStaggerMs: 0,
    })),
    schedule: { kind: 'constant' },
    burnInMs: 22_000,
    quotaWindowMs: 11_000,
    durationMs: 110_000,
    drainMs: 10_000,
    seed: 7,
  },
  environment: {
    headroomVersion: '0.1.0',
    runnerVersion: '0.1.0',
    nodeVersion: '24.4.0',
    librdkafkaVersion: '2.11.1',
    librdkafkaFeatures: ['ssl', 'sasl_scram', 'zstd', 'lz4'],
    kafkaVersion: '4.3.1',
    platform: 'linux x64',
    cpuModel: 'a laptop',
    cpuCores: 8,
    memoryBytes: 16_000_000_000,
  },
  preflight: {
    checks: [{ id: 'brokers', label: 'Brokers', state: 'passed', detail: '3 of 3 answer', remedy: null }],
    isPassed: true,
  },
  cleanUp: { deletedTopics: ['headroom-known-run-orders'], deletedGroups: ['headroom-known-a'], leftovers: [] },
  result: knownResult,
  overlay: {
    verdict: 'confirmed',
    reasonCode: 'broker-quota',
    reason: 'Confirmed: measured 99.1 MB/s (98.4–99.8), predicted 100 (95–106), held by the broker’s quota.',
    limitReached: true,
    comparisons: [
      {
        figure: 'ingressWireBytesPerSec',
        predicted: band(100_000_000),
        measured: interval(99_100_000),
        relativeError: -0.009,
        position: 'inside',
      },
      {
        figure: 'egressWireBytesPerSec',
        predicted: band(300_000_000),
        measured: interval(297_300_000),
        relativeError: -0.009,
        position: 'inside',
      },
    ],
    marks: ['declared capacity'],
    requestProfileRatio: 0.98,
  },
}
