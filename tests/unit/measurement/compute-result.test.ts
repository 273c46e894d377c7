import { describe, expect, it } from 'vitest'
import { result as resultSchema } from '../../../src/contracts/result.ts'
import type { RunPlan } from '../../../src/contracts/run-plan.ts'
import type { ProducerSample, Sample } from '../../../src/contracts/sample.ts'
import { computeResult } from '../../../src/measurement/compute-result.ts'
import { resultOf, underQuota, uneven } from './simulated-result.ts'
import { recordBytes, simulateRun, wireBytesPerRecord } from './simulated-run.ts'

describe('a result under a quota', () => {
  it('measures the quota over whole windows although the flow is a sawtooth', () => {
    const result = resultOf(underQuota)
    const recordsPerSec = 2 * 600
    expect(result.steady?.recordsPerSec).toEqual({ mean: recordsPerSec, low: recordsPerSec, high: recordsPerSec })
    expect(result.steady?.ingressPayloadBytesPerSec.mean).toBeCloseTo(recordsPerSec * recordBytes)
    expect(result.steady?.ingressWireBytesPerSec.mean).toBeCloseTo(recordsPerSec * wireBytesPerRecord)
    expect(result.steady?.egressWireBytesPerSec.mean).toBeCloseTo(3 * recordsPerSec * wireBytesPerRecord)
  })

  it('counts eight windows of eleven seconds after two of burn-in', () => {
    const result = resultOf(underQuota)
    expect(result.steadyWindow).toEqual({ fromSecond: 22, toSecond: 110, windows: 8, doubt: null })
  })

  it('blames the throttle', () => {
    const result = resultOf(underQuota)
    expect(result.diagnosis.limiter).toBe('broker-throttle')
    expect(result.diagnosis.sentence).toMatch(
      /^The brokers throttled the producers in \d+ % of the counted seconds, by up to 900 ms\.$/,
    )
    expect(result.ackedRatio).toBeCloseTo(0.6)
    expect(result.throttle.maxMs).toBe(900)
  })

  it('accounts for every record: what was due and not acknowledged is unsent or of unknown fate', () => {
    const result = resultOf(underQuota)
    expect(result.accounting.gaps).toEqual([])
    expect(result.accounting.isClosed).toBe(true)
    expect(result.accounting.offeredRecords).toBe(2 * 1000 * 110)
  })

  it('is a result by its schema', () => {
    const result = resultOf(underQuota)
    expect(resultSchema.parse(result)).toEqual(result)
  })
})

describe('a result below the limit', () => {
  it('says that the load was met', () => {
    const result = resultOf({ groups: 2 })
    expect(result.diagnosis).toMatchObject({
      limiter: 'nothing',
      sentence: 'The offered load was met: 100 % of it was acknowledged, and consumers kept up.',
    })
    expect(result.ackedRatio).toBe(1)
    expect(result.steadyWindow.doubt).toBeNull()
  })

  it('has requests, batches, skew, latency and client cost', () => {
    const result = resultOf({ groups: 2 })
    expect(result.requestsPerSec).toBe(2 * Math.ceil(1000 / 16))
    expect(result.recordsPerBatch).toBe(16)
    expect(result.partitionSkew).toBeCloseTo(1)
    expect(resultOf({ hotPartitionShare: 0.7 }).partitionSkew).toBeCloseTo(2.8)
    expect(result.latency.service).toMatchObject({ count: 2 * 88 * 10, p50Us: 3001 })
    expect(result.latency.endToEnd?.count).toBe(2 * 88 * 10)
    expect(result.client.maxWorkerCpuCores).toBeCloseTo(0.3)
    expect(result.client.eventLoopLagMaxMs).toBe(5)
    expect(result.client.hostCpuMean).toBeCloseTo(0.4)
  })

  it('keeps the drain out of the rates', () => {
    expect(resultOf({ drainSeconds: 60 }).wholeRun).toEqual(resultOf({ drainSeconds: 0 }).wholeRun)
  })
})

/** Figures that only some runs have: the plan must ask for them, or the clients or brokers must report them. */
const figuresOfSomeRuns = [
  ...['resent', 'transactions', 'framing', 'compression', 'catchUps', 'brokers', 'prometheus', 'connections'],
] as const

/** A run of compressed, transactional producers on brokers that are observed, with a reader that starts late. */
function richRun(): { plan: RunPlan; samples: Sample[] } {
  const { plan, samples } = simulateRun({ groups: 1 })
  const reported = ({ ackedRecords, acceptedRecords }: ProducerSample): Partial<ProducerSample> => ({
    // One record of each hundred is sent twice.
    batches: { count: ackedRecords / 100, records: acceptedRecords * 1.01, bytes: ackedRecords * 500 },
    transactions: { committed: 5, commitMs: 40, aborted: 0, markers: 20, abortedRecords: 0 },
  })
  return {
    plan: {
      ...plan,
      producers: plan.producers.map((each) => ({ ...each, compression: 'lz4', compressionRatio: 0.5 })),
      consumerGroups: plan.consumerGroups.map((each) => ({ ...each, startDelayMs: 10_000 })),
      connections: { held: 100, attemptsPerSec: 10 },
      prometheusUrl: 'http://127.0.0.1:9090/metrics',
    },
    samples: samples.map((sample) => ({
      ...sample,
      producers: sample.producers.map((producer) => ({ ...producer, ...reported(producer) })),
      consumers: sample.consumers.map((each) => (sample.second < 10 ? { ...each, records: 0, payloadBytes: 0 } : each)),
      brokers: [{ brokerId: 1, cpuCores: 1.5, residentBytes: 4e9, logBytes: 0 }],
      prometheus: { figures: { cpuCores: 2 }, error: null },
      connections: { open: 100, attempts: 10, failedAttempts: 0, attemptHistogram: null, errors: {} },
    })),
  }
}

describe('figures that only some runs have', () => {
  it('are left out of a run without them', () => {
    const keys = Object.keys(resultOf({ groups: 1 }))
    expect(figuresOfSomeRuns.filter((figure) => keys.includes(figure))).toEqual([])
  })

  it('are in the result of a run that has them, which follows the schema', () => {
    const { plan, samples } = richRun()
    const result = computeResult(plan, samples)
    expect(resultSchema.parse(result)).toEqual(result)
    expect(figuresOfSomeRuns.filter((figure) => !(figure in result))).toEqual([])
    expect(result).toMatchObject({
      brokers: [{ brokerId: 1, cpuCoresMean: 1.5 }],
      catchUps: [{ groupId: 'g0', startDelayMs: 10_000 }],
      connections: { openMean: 100, wantedHeld: 100 },
      prometheus: { readings: 110, failedReadings: 0, figures: { cpuCores: { mean: 2, max: 2 } } },
      // Two producers: five transactions a second each.
      transactions: { committedPerSec: 10, commitMeanMs: 8 },
    })
    expect(result.resent?.records).toBeCloseTo(0.01 * 2 * 1000 * 110)
    const labels = result.diagnosis.evidence.map(({ label }) => label)
    expect(labels).toContain('Sent again over the whole run (not part of any rate)')
    expect(labels).not.toContain('Latency histograms that could not be read')
  })

  it('include latency histograms that could not be read, among the evidence', () => {
    const { plan, samples } = simulateRun({})
    const damaged = samples.map((sample) => ({
      ...sample,
      producers: sample.producers.map((each) => ({ ...each, serviceHistogram: 'no histogram' })),
    }))
    expect(computeResult(plan, damaged).diagnosis.evidence).toContainEqual({
      label: 'Latency histograms that could not be read',
      // Of two producers, in 88 s of steady windows.
      value: '176',
    })
  })
})

describe('a doubtful steady state', () => {
  it('is too short with fewer than eight windows', () => {
    const result = resultOf({ durationSeconds: 109 })
    expect(result.steadyWindow).toMatchObject({ windows: 7, doubt: 'too-short' })
    expect(result.steady?.recordsPerSec.mean).toBe(2000)
  })

  it('has no interval with fewer than two windows, and then speaks of the whole load', () => {
    const result = resultOf({ durationSeconds: 40 })
    expect(result.steadyWindow).toEqual({ fromSecond: 22, toSecond: 33, windows: 1, doubt: 'too-short' })
    expect(result.steady).toBeNull()
    expect(result.wholeRun.recordsPerSec).toBe(2000)
    expect(result.latency.service?.count).toBe(2 * 40 * 10)
  })

  it('is not settled while the rate falls', () => {
    const result = resultOf({ offeredPerSec: 2000, passPerSec: (second) => 1500 - 2 * second })
    expect(result.steadyWindow.doubt).toBe('not-settled')
  })

  it('begins later where a longer run settles late', () => {
    const result = resultOf({
      offeredPerSec: 2000,
      durationSeconds: 22 + 20 * 11,
      passPerSec: (second) => 1000 - Math.max(0, 66 - second) * 8,
    })
    expect(result.steadyWindow.doubt).toBeNull()
    expect(result.steadyWindow.fromSecond).toBeGreaterThan(22)
    expect(result.steady?.recordsPerSec.mean).toBeGreaterThan(1960)
  })

  it('is too noisy where windows differ a lot', () => {
    const result = resultOf({
      offeredPerSec: 2000,
      passPerSec: uneven(1000, 400),
    })
    expect(result.steadyWindow.doubt).toBe('too-noisy')
  })

  it('is not settled while the service time of a met load rises', () => {
    const result = resultOf({ serviceUs: (second) => 1000 + second * 1000 })
    expect(result.diagnosis.limiter).toBe('nothing')
    expect(result.steadyWindow.doubt).toBe('not-settled')
  })

  it('bears a rising service time past the limit, where an open load piles up without end', () => {
    const result = resultOf({ ...underQuota, serviceUs: (second) => 1000 + second * 50_000 })
    expect(result.steadyWindow.doubt).toBeNull()
  })

  it('is not settled while the unacknowledged records creep up', () => {
    const result = resultOf({ passPerSec: () => 996 })
    expect(result.ackedRatio).toBeGreaterThan(0.995)
    expect(result.steadyWindow.doubt).toBe('not-settled')
    expect(result.diagnosis.limiter).not.toBe('nothing')
  })
})
