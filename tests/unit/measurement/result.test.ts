import { describe, expect, it } from 'vitest'
import { result as resultSchema } from '../../../src/contracts/result.ts'
import type { Sample } from '../../../src/contracts/sample.ts'
import { computeResult } from '../../../src/measurement/result.ts'
import { type RunShape, recordBytes, simulateRun, wireBytesPerRecord } from './simulated-run.ts'

function resultOf(shape: RunShape) {
  const { plan, samples } = simulateRun(shape)
  return computeResult(plan, samples)
}

/** Around 1,000 records a second, by a window's luck more or less. */
function uneven(second: number, spread: number): number {
  const luck = [0.1, -0.8, 0.5, 0.9, -0.3, -1, -0.9, 0.8, 1, 0.4, -0.7, -0.2]
  return 1000 + Math.round(spread * (luck[Math.floor(second / 11) % luck.length] ?? 0))
}

/** Two producers, held at 600 of 1,000 records a second each, in bursts of 3,000. */
const underQuota: RunShape = { quotaPerSec: 600, burstPerSec: 3000, groups: 3 }

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
      /^The brokers throttled the producers in \d+ % of the seconds, by up to 900 ms\.$/,
    )
    expect(result.ackedRatio).toBeCloseTo(0.6)
    expect(result.throttle.maxMs).toBe(900)
  })

  it('closes its accounting: what was due and not acknowledged is unsent or of unknown fate', () => {
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
      sentence: 'The offered load was met: 100 % of what was offered was acknowledged, and consumers kept up.',
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
      passPerSec: (second) => uneven(second, 400),
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

  it('is not settled while what is owed to the cluster creeps up', () => {
    const result = resultOf({ passPerSec: () => 996 })
    expect(result.ackedRatio).toBeGreaterThan(0.995)
    expect(result.steadyWindow.doubt).toBe('not-settled')
    expect(result.diagnosis.limiter).not.toBe('nothing')
  })
})

describe('a diagnosis', () => {
  it('finds a starved client by its processor', () => {
    const { diagnosis } = resultOf({ clientPerSec: 500, producerCpuCores: 0.97 })
    expect(diagnosis.limiter).toBe('client')
    expect(diagnosis.sentence).toBe(
      'The load generator was the limit: its busiest producer worker used 0.97 of a processor core.',
    )
  })

  it('names the agent whose worker or machine is the limit', () => {
    const { plan, samples } = simulateRun({ clientPerSec: 500, producerCpuCores: 0.97 })
    const onAgents = samples.map((sample) => ({
      ...sample,
      workers: sample.workers.map((worker) => ({ ...worker, workerId: `10.0.0.5:7443/${worker.workerId}` })),
      hosts: [
        { host: '10.0.0.5:7443', cpu: 0.2 },
        { host: '10.0.0.6:7443', cpu: 0.99 },
      ],
    }))
    expect(computeResult(plan, onAgents).diagnosis.sentence).toContain('(agent 10.0.0.5:7443) used 0.97')
    const idle = onAgents.map((sample) => ({ ...sample, workers: [] }))
    const { diagnosis, client } = computeResult(plan, idle)
    expect(diagnosis.sentence).toContain('the processors of its machine (agent 10.0.0.6:7443) were 99 % busy')
    expect(client.hostCpuMean).toBeCloseTo(0.99)
  })

  it('finds a client that cannot hand over in time although its processor is idle', () => {
    expect(resultOf({ clientPerSec: 500 }).diagnosis).toMatchObject({
      limiter: 'client',
      sentence: 'The load generator was the limit: it handed over 50 % of the records that were due.',
    })
  })

  it('finds a machine without a free processor', () => {
    expect(resultOf({ passPerSec: () => 500, hostCpu: 0.99 }).diagnosis.limiter).toBe('client')
  })

  it('tells a broker limit from a busy client by the throttle', () => {
    expect(resultOf({ ...underQuota, producerCpuCores: 0.97 }).diagnosis.limiter).toBe('broker-throttle')
  })

  it('finds a full send queue that no throttle explains', () => {
    const { diagnosis } = resultOf({ passPerSec: () => 500, queueRecords: 2000 })
    expect(diagnosis).toMatchObject({
      limiter: 'client',
      sentence: 'The load generator was the limit: its send queue was full although no broker throttled it.',
    })
  })

  it('finds a hot partition', () => {
    const { diagnosis } = resultOf({ passPerSec: () => 500, queueRecords: 2000, hotPartitionShare: 0.7 })
    expect(diagnosis).toMatchObject({
      limiter: 'hot-partition',
      sentence: 'One partition took 2.8 times an even share of the records and held the rest.',
    })
  })

  it('finds long round trips', () => {
    const { diagnosis } = resultOf({ passPerSec: () => 500, queueRecords: 2000, roundTripUs: 180_000 })
    expect(diagnosis).toMatchObject({
      limiter: 'network',
      sentence: 'Requests took 180 ms to be answered, without any throttle.',
    })
  })

  it('finds broker errors', () => {
    const { diagnosis, accounting } = resultOf({ rejectedPerSec: 100 })
    expect(diagnosis.limiter).toBe('broker-errors')
    expect(diagnosis.sentence).toMatch(/ERR__MSG_TIMED_OUT/)
    expect(accounting).toMatchObject({ rejectedRecords: 2 * 100 * 110, isClosed: true })
  })

  it('finds partitions below min ISR, also where everything was taken in the end', () => {
    const isDown = (second: number) => second >= 60 && second < 70
    const { plan, samples } = simulateRun({ passPerSec: (second) => (isDown(second) ? 0 : 3000) })
    const state = { isAnswered: true, partitions: 4, belowMinIsrPartitions: 3, isLeaderMissing: false }
    const told = samples.map((sample) => (isDown(sample.second) ? { ...sample, partitionState: state } : sample))
    const { diagnosis, ackedRatio } = computeResult(plan, told)
    expect(ackedRatio).toBe(1)
    expect(diagnosis.limiter).toBe('below-min-isr')
    expect(diagnosis.sentence).toBe(
      '3 of 4 partitions were below min ISR: fewer copies were in sync than min.insync.replicas asks for, so the brokers refused writes, and these stood still in 10 of 88 s.',
    )
    expect(diagnosis.evidence).toContainEqual({ label: 'Seconds with partitions below min ISR', value: '10' })
    const healthy = told.map(({ partitionState: _, ...sample }) => sample)
    expect(computeResult(plan, healthy).diagnosis.limiter).toBe('nothing')
  })

  it('does not blame the client for the full queue before brokers that are silent', () => {
    const { plan, samples } = simulateRun({ passPerSec: (second) => (second < 60 ? 1000 : 0), queueRecords: 2000 })
    const { diagnosis } = computeResult(plan, samples)
    expect(diagnosis).toMatchObject({
      limiter: 'broker-errors',
      sentence:
        'The brokers acknowledged nothing in 50 of 88 s, without any throttle, although records were on their way.',
    })
    const unanswered = { isAnswered: false, partitions: 4, belowMinIsrPartitions: 0, isLeaderMissing: false }
    const asked = samples.map((sample) => (sample.second < 65 ? sample : { ...sample, partitionState: unanswered }))
    expect(computeResult(plan, asked).diagnosis.sentence).toMatch(/on their way: no broker answered\.$/)
  })

  it('finds consumers that fall behind while the writing is met', () => {
    const { diagnosis } = resultOf({ readPerSec: 1500 })
    expect(diagnosis.limiter).toBe('consumer')
    expect(diagnosis.sentence).toBe(
      'The consumers did not keep up, without any throttle. They read 75 % of what was written.',
    )
  })

  it('admits that it does not know', () => {
    expect(resultOf({ passPerSec: () => 500 }).diagnosis.limiter).toBe('unknown')
  })

  it('counts a throttle for as long as the broker said, although it is silent meanwhile', () => {
    const { plan, samples } = simulateRun({ groups: 0 })
    const once = samples.map((sample) => ({
      ...sample,
      producers: sample.producers.map((producer) => ({ ...producer, throttleMs: sample.second % 11 === 0 ? 5000 : 0 })),
    }))
    expect(computeResult(plan, once).throttle.producerSecondsFraction).toBeCloseTo(5 / 11)
  })
})

describe('a run that was cut', () => {
  it('gives a result with what it has, and calls nothing lost', () => {
    const result = resultOf({ ...underQuota, cutAtSecond: 60, readPerSec: 1100 })
    expect(result.steadyWindow).toMatchObject({ windows: 3, doubt: 'too-short' })
    expect(result.steady?.recordsPerSec.mean).toBe(1200)
    expect(result.accounting.isClosed).toBe(true)
    expect(result.accounting.groups.every((group) => group.lostRecords === 0 && group.unreadRecords > 0)).toBe(true)
  })

  it('does not thin its rates with the seconds after the load was stopped', () => {
    const { plan, samples } = simulateRun({ cutAtSecond: 60 })
    const idle = samples.slice(0, 5).map((sample, index) => ({
      ...sample,
      second: 60 + index,
      startedAtEpochMs: sample.startedAtEpochMs + 60_000,
      producers: sample.producers.map((producer) => ({
        ...producer,
        offeredRecords: 0,
        acceptedRecords: 0,
        ackedRecords: 0,
        ackedPayloadBytes: 0,
        wireBytes: 0,
      })),
      consumers: [],
    }))
    expect(computeResult(plan, [...samples, ...idle]).wholeRun.recordsPerSec).toBe(2000)
  })

  it('gives a result for no samples at all', () => {
    const { plan } = simulateRun({})
    const result = computeResult(plan, [])
    expect(result.steady).toBeNull()
    expect(result.diagnosis).toMatchObject({ limiter: 'unknown', sentence: 'No load was offered.' })
    expect(resultSchema.parse(result)).toEqual(result)
  })

  it('bears one lost second in a window, names it and leaves the accounting open', () => {
    const { plan, samples } = simulateRun({})
    const result = computeResult(
      plan,
      samples.filter((sample) => sample.second !== 40),
    )
    expect(result.steadyWindow.windows).toBe(8)
    expect(result.steady?.recordsPerSec.mean).toBe(2000)
    expect(result.accounting.isClosed).toBe(false)
    expect(result.accounting.gaps[0]).toBe('No sample of second 40: what happened then is not counted.')
  })

  it('takes a hole for a pause where the next sample holds what happened in it', () => {
    const { plan, samples } = simulateRun({ offeredPerSec: 1000 })
    const paused = samples.flatMap((sample) => {
      if (sample.second === 40 || sample.second === 41) return []
      if (sample.second !== 42) return [sample]
      const threefold = sample.producers.map((producer) => ({
        ...producer,
        offeredRecords: 3 * producer.offeredRecords,
        acceptedRecords: 3 * producer.acceptedRecords,
        ackedRecords: 3 * producer.ackedRecords,
      }))
      const consumers = sample.consumers.map((group) => ({ ...group, records: 3 * group.records }))
      return [{ ...sample, producers: threefold, consumers }]
    })
    const result = computeResult(plan, paused)
    expect(result.accounting).toMatchObject({ isClosed: true, gaps: [] })
    expect(result.wholeRun.recordsPerSec).toBe(2000)
  })

  it('leaves out a window that lost more', () => {
    const { plan, samples } = simulateRun({})
    const result = computeResult(
      plan,
      samples.filter((sample) => sample.second < 40 || sample.second > 44),
    )
    expect(result.steadyWindow).toMatchObject({ windows: 7, doubt: 'too-short' })
  })

  it('takes a late sample for late and not for a lost second', () => {
    const { plan, samples } = simulateRun({})
    const late = samples.flatMap((sample) => {
      if (sample.second === 40) return []
      const isLate = sample.second === 41
      return isLate ? [{ ...sample, startedAtEpochMs: sample.startedAtEpochMs - 1000, durationMs: 2000 }] : [sample]
    })
    const gaps = computeResult(plan, late).accounting.gaps
    expect(gaps.some((gap) => gap.startsWith('No sample'))).toBe(false)
  })

  it('measures real time where one worker after another was held up a little', () => {
    const { plan, samples } = simulateRun({})
    // As a host merges them: the time is that of the report that began last.
    const jittered = samples.map((sample) => {
      const delayMs = sample.second % 4 === 0 ? 450 : 0
      return {
        ...sample,
        startedAtEpochMs: sample.startedAtEpochMs + delayMs,
        durationMs: sample.durationMs - delayMs,
      }
    })
    expect(computeResult(plan, jittered).steady?.recordsPerSec.mean).toBeCloseTo(2000, -1)
    expect(computeResult(plan, jittered).steadyWindow.doubt).toBeNull()
  })

  it('counts two samples with one number as two seconds where one begins after the other', () => {
    const { plan, samples } = simulateRun({})
    const numbered = samples.map((sample) => (sample.second === 41 ? { ...sample, second: 40 } : sample))
    const result = computeResult(plan, numbered)
    expect(result.steady?.recordsPerSec).toMatchObject({ mean: 2000 })
    expect(result.accounting).toMatchObject({ isClosed: true, gaps: [] })
  })

  it('counts a second once that one worker reported in time and another one late', () => {
    const { plan, samples } = simulateRun({})
    const [before, stalled] = [samples[40], samples[41]]
    if (before === undefined || stalled === undefined) throw new Error('two seconds expected')
    const doubled = (sample: Sample): Sample => ({
      ...sample,
      producers: [...before.producers.slice(1), ...sample.producers],
    })
    const late = samples.map((sample) => {
      if (sample.second === 40) return { ...sample, producers: sample.producers.slice(0, 1) }
      return sample.second === 41 ? doubled(sample) : sample
    })
    expect(computeResult(plan, late).steady?.recordsPerSec).toMatchObject({ mean: 2000 })
    expect(computeResult(plan, late).wholeRun).toEqual(computeResult(plan, samples).wholeRun)
  })
})
