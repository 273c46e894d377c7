/**
 * A known run for tests: two CKUs of 2020, held by a quota of 100 MB/s, 110 s long. Figures are made, not measured.
 */
import type { MeasuredRecord } from '../../../src/contracts/run-record.ts'
import type { Sample } from '../../../src/contracts/sample.ts'
import { band, derived, knownPrediction, whitePaper } from './known-prediction.ts'
import { interval, knownResult } from './known-result.ts'

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

export const knownRecord: MeasuredRecord = {
  kind: 'headroom.run',
  schemaVersion: 1,
  origin: 'measured',
  driver: 'node-rdkafka',
  id: 'known-run',
  createdAtEpochMs: 1_789_999_990_000,
  startedAtEpochMs: 1_790_000_000_000,
  endedAtEpochMs: 1_790_000_120_000,
  status: 'complete',
  endReason: 'plan-complete',
  endDetail: null,
  name: null,
  label: null,
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
  observations: { kind: 'samples' },
  result: knownResult,
  notes: [],
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
