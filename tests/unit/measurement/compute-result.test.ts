import { describe, expect, it } from 'vitest'
import { result as resultSchema } from '../../../src/contracts/result.ts'
import { resultOf, underQuota, uneven } from './simulated-result.ts'
import { recordBytes, wireBytesPerRecord } from './simulated-run.ts'

describe('a result under a quota', () => {
  const result = resultOf(underQuota)

  it('measures the quota over whole windows although the flow is a sawtooth', () => {
    const recordsPerSec = 2 * 600
    expect(result.steady?.recordsPerSec).toEqual({ mean: recordsPerSec, low: recordsPerSec, high: recordsPerSec })
    expect(result.steady?.ingressPayloadBytesPerSec.mean).toBeCloseTo(recordsPerSec * recordBytes)
    expect(result.steady?.ingressWireBytesPerSec.mean).toBeCloseTo(recordsPerSec * wireBytesPerRecord)
    expect(result.steady?.egressWireBytesPerSec.mean).toBeCloseTo(3 * recordsPerSec * wireBytesPerRecord)
  })

  it('counts eight windows of eleven seconds after two of burn-in', () => {
    expect(result.steadyWindow).toEqual({ fromSecond: 22, toSecond: 110, windows: 8, doubt: null })
  })

  it('blames the throttle', () => {
    expect(result.diagnosis.limiter).toBe('broker-throttle')
    expect(result.diagnosis.sentence).toMatch(
      /^The brokers throttled the producers in \d+ % of the counted seconds, by up to 900 ms\.$/,
    )
    expect(result.ackedRatio).toBeCloseTo(0.6)
    expect(result.throttle.maxMs).toBe(900)
  })

  it('accounts for every record: what was due and not acknowledged is unsent or of unknown fate', () => {
    expect(result.accounting.gaps).toEqual([])
    expect(result.accounting.isClosed).toBe(true)
    expect(result.accounting.offeredRecords).toBe(2 * 1000 * 110)
  })

  it('is a result by its schema', () => {
    expect(resultSchema.parse(result)).toEqual(result)
  })
})

describe('a result below the limit', () => {
  const result = resultOf({ groups: 2 })

  it('says that the load was met', () => {
    expect(result.diagnosis).toMatchObject({
      limiter: 'nothing',
      sentence: 'The offered load was met: 100 % of it was acknowledged, and consumers kept up.',
    })
    expect(result.ackedRatio).toBe(1)
    expect(result.steadyWindow.doubt).toBeNull()
  })

  it('has requests, batches, skew, latency and client cost', () => {
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
