import { describe, expect, test } from 'vitest'
import { type ConsumerSample, type ProducerSample, sample } from '../../../src/contracts/sample.ts'
import { createLatencyRecorder, summariseHistogram } from '../../../src/measurement/histogram.ts'
import { mergeReports } from '../../../src/runner/host/merge-samples.ts'
import type { WorkerReport } from '../../../src/runner/host/worker-messages.ts'

function histogramOf(...valuesUs: number[]): string | null {
  const recorder = createLatencyRecorder()
  for (const value of valuesUs) recorder.recordUs(value)
  return recorder.takeEncoded()
}

function producer(change: Partial<ProducerSample> = {}): ProducerSample {
  return {
    producerId: 'writers-1',
    offeredRecords: 10,
    acceptedRecords: 9,
    ackedRecords: 8,
    rejectedRecords: 0,
    unknownRecords: 0,
    backlogRecords: 1,
    outstandingRecords: 1,
    queueFullRetries: 0,
    ackedPayloadBytes: 8_000,
    wireBytes: 8_500,
    requests: 2,
    ackedRecordsByPartition: { 0: 8 },
    throttleMs: 0,
    roundTripMedianUs: 500,
    internalLatencyP99Us: 700,
    recordsPerBatch: 4,
    serviceHistogram: histogramOf(100, 200),
    responseHistogram: histogramOf(300),
    scheduleDelayHistogram: null,
    errors: {},
    ...change,
  }
}

function consumer(change: Partial<ConsumerSample> = {}): ConsumerSample {
  return {
    groupId: 'readers-1',
    records: 8,
    duplicateRecords: 0,
    payloadBytes: 8_000,
    wireBytes: 8_400,
    lagRecords: 0,
    throttleMs: 0,
    rebalances: 1,
    endToEndHistogram: null,
    negativeLatencies: 0,
    errors: {},
    ...change,
  }
}

function report(workerId: string, second: number, change: Partial<WorkerReport> = {}): WorkerReport {
  return {
    second,
    startedAtEpochMs: 1_000_000 + second * 1_000,
    durationMs: 1_000,
    producers: [],
    consumers: [],
    worker: { workerId, role: 'producer', cpuCores: 0.5, eventLoopLagMaxMs: 3, residentBytes: 1e8 },
    ...change,
  }
}

const host = { second: 3, previousEndMs: 1_003_000, brokers: [], hostCpu: 0.4 }

describe('merging the reports of a second', () => {
  test('puts all workers side by side in one valid sample', () => {
    const merged = mergeReports(host, [
      report('producers-1', 3, { producers: [producer()] }),
      report('consumers-1', 3, { consumers: [consumer()] }),
    ])
    expect(sample.parse(merged)).toEqual(merged)
    expect(merged.workers.map(({ workerId }) => workerId)).toEqual(['producers-1', 'consumers-1'])
    expect([merged.second, merged.startedAtEpochMs, merged.durationMs]).toEqual([3, 1_003_000, 1_000])
  })

  test('merges two reports of a late worker: sums of counters, gauges of the later, merged histograms', () => {
    const early = producer({ errors: { ERR__TRANSPORT: 1 }, throttleMs: 90 })
    const late = producer({
      backlogRecords: 5,
      outstandingRecords: 7,
      ackedRecordsByPartition: { 0: 1, 4: 2 },
      serviceHistogram: histogramOf(9_000),
      errors: { ERR__TRANSPORT: 2 },
      roundTripMedianUs: null,
    })
    const merged = mergeReports(host, [
      report('producers-1', 3, { producers: [late] }),
      report('producers-1', 2, { producers: [early] }),
    ])
    const [only, ...others] = merged.producers
    expect(others).toEqual([])
    expect(only).toMatchObject({
      offeredRecords: 20,
      ackedRecords: 16,
      backlogRecords: 5,
      outstandingRecords: 7,
      ackedRecordsByPartition: { 0: 9, 4: 2 },
      throttleMs: 90,
      roundTripMedianUs: 500,
      errors: { ERR__TRANSPORT: 3 },
    })
    const service = summariseHistogram(only?.serviceHistogram ?? null)
    expect([service?.count, service?.p50Us]).toEqual([3, 200])
    expect(service?.maxUs).toBeGreaterThanOrEqual(9_000)
  })

  test('has the duration that the reports in time have', () => {
    const merged = mergeReports(host, [
      report('producers-1', 3),
      report('consumers-1', 3, { startedAtEpochMs: 1_001_000, durationMs: 3_000 }),
    ])
    expect([merged.startedAtEpochMs, merged.durationMs]).toEqual([1_003_000, 1_000])
  })

  test('covers the time of all its reports that no earlier sample covers', () => {
    const reports = [report('producers-1', 2), report('producers-1', 3), report('consumers-1', 3)]
    const timeAfter = (previousEndMs: number) => {
      const { startedAtEpochMs, durationMs } = mergeReports({ ...host, previousEndMs }, reports)
      return [startedAtEpochMs, durationMs]
    }
    expect(timeAfter(1_002_000)).toEqual([1_002_000, 2_000])
    expect(timeAfter(1_003_000)).toEqual([1_003_000, 1_000])
    expect(timeAfter(1_002_400)).toEqual([1_002_400, 1_600])
  })

  test('keeps a known lag if the later report has none', () => {
    const merged = mergeReports(host, [
      report('consumers-1', 2, { consumers: [consumer({ lagRecords: 12, rebalances: 1 })] }),
      report('consumers-1', 3, { consumers: [consumer({ lagRecords: null, rebalances: 2 })] }),
    ])
    expect(merged.consumers).toMatchObject([{ records: 16, lagRecords: 12, rebalances: 2 }])
  })
})
