import { describe, expect, it } from 'vitest'
import { computeResult } from '../../../src/measurement/compute-result.ts'
import { resultOf, underQuota } from './simulated-result.ts'
import { simulateRun } from './simulated-run.ts'

describe('a diagnosis', () => {
  it('finds a starved client by its CPU', () => {
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

  it('finds a client that cannot hand over in time although its CPU is idle', () => {
    expect(resultOf({ clientPerSec: 500 }).diagnosis).toMatchObject({
      limiter: 'client',
      sentence: 'The load generator was the limit: it handed over 50 % of the records that were due.',
    })
  })

  it('finds a machine without free CPU', () => {
    expect(resultOf({ passPerSec: () => 500, hostCpu: 0.99 }).diagnosis.limiter).toBe('client')
  })

  it('distinguishes a broker limit from a busy client by the throttle', () => {
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
      sentence: 'Responses took 180 ms to arrive, without any throttle.',
    })
  })

  it('finds broker errors', () => {
    const { diagnosis, accounting } = resultOf({ rejectedPerSec: 100 })
    expect(diagnosis.limiter).toBe('broker-errors')
    expect(diagnosis.sentence).toMatch(/ERR__MSG_TIMED_OUT/)
    expect(accounting).toMatchObject({ rejectedRecords: 2 * 100 * 110, isClosed: true })
  })

  it('finds partitions below min ISR, also if everything was accepted in the end', () => {
    const isDown = (second: number) => second >= 60 && second < 70
    const { plan, samples } = simulateRun({ passPerSec: (second) => (isDown(second) ? 0 : 3000) })
    const state = { isAnswered: true, partitions: 4, belowMinIsrPartitions: 3, isLeaderMissing: false }
    const told = samples.map((sample) => (isDown(sample.second) ? { ...sample, partitionState: state } : sample))
    const { diagnosis, ackedRatio } = computeResult(plan, told)
    expect(ackedRatio).toBe(1)
    expect(diagnosis.limiter).toBe('below-min-isr')
    expect(diagnosis.sentence).toBe(
      '3 of 4 partitions were below min ISR: fewer replicas were in sync than min.insync.replicas requires, so the brokers refused writes in 10 of 88 s.',
    )
    expect(diagnosis.evidence).toContainEqual({ label: 'Seconds with partitions below min ISR', value: '10' })
    const healthy = told.map(({ partitionState: _, ...sample }) => sample)
    expect(computeResult(plan, healthy).diagnosis.limiter).toBe('nothing')
  })

  it('finds silent brokers before a full send queue', () => {
    const { plan, samples } = simulateRun({ passPerSec: (second) => (second < 60 ? 1000 : 0), queueRecords: 2000 })
    const { diagnosis } = computeResult(plan, samples)
    expect(diagnosis).toMatchObject({
      limiter: 'broker-errors',
      sentence:
        'The brokers acknowledged nothing in 50 of 88 s, without any throttle, although records were on their way.',
    })
    const noState = { isAnswered: true, partitions: 4, belowMinIsrPartitions: 0, isLeaderMissing: false }
    const gone = { ...noState, isTopicMissing: true as const }
    const deleted = samples.map((sample) => (sample.second < 65 ? sample : { ...sample, partitionState: gone }))
    const { sentence, evidence } = computeResult(plan, deleted).diagnosis
    expect(sentence).toMatch(/on their way: a topic of the run no longer existed\.$/)
    expect(evidence.map(({ label }) => label)).toContain('Seconds without a topic of the run')
    const unanswered = { ...noState, isAnswered: false }
    const asked = samples.map((sample) => (sample.second < 65 ? sample : { ...sample, partitionState: unanswered }))
    expect(computeResult(plan, asked).diagnosis.sentence).toMatch(/on their way: no broker answered\.$/)
  })

  it('finds consumers that fall behind while the offered load is written', () => {
    const { diagnosis } = resultOf({ readPerSec: 1500 })
    expect(diagnosis.limiter).toBe('consumer')
    expect(diagnosis.sentence).toBe(
      'The consumers did not keep up, without any throttle. They read 75 % of what was written.',
    )
  })

  it('does not take records on their way for consumers that fall behind, in a load without a whole window', () => {
    const { plan, samples } = simulateRun({ durationSeconds: 12, readPerSec: 3000 })
    const lateBy = (ms: number) =>
      samples.map((sample) => ({
        ...sample,
        consumers: sample.consumers.map((group) =>
          sample.second > 0 || group.records === 0
            ? group
            : { ...group, records: group.records - Math.min(group.records, 2 * ms), lagRecords: 2 * ms },
        ),
      }))
    expect(computeResult(plan, lateBy(400)).diagnosis).toMatchObject({
      limiter: 'nothing',
      sentence: 'The offered load was met: 100 % of it was acknowledged, and consumers kept up.',
    })
    expect(resultOf({ durationSeconds: 12, readPerSec: 1600 }).diagnosis.sentence).toBe(
      'The consumers did not keep up, without any throttle. They read 80 % of what was written.',
    )
  })

  it('finds one group of three that falls behind by less than a hundredth', () => {
    const { plan, samples } = simulateRun({ groups: 3 })
    const missed = 18
    const behind = samples.map((sample) => ({
      ...sample,
      consumers: sample.consumers.map((group) =>
        group.groupId !== 'g0' || group.records === 0
          ? group
          : { ...group, records: group.records - missed, lagRecords: missed * (sample.second + 1) },
      ),
    }))
    const { diagnosis } = computeResult(plan, behind)
    expect(diagnosis.limiter).toBe('consumer')
    expect(diagnosis.sentence).toContain('They read 99.1 % of what was written.')
  })

  it('admits that it does not know', () => {
    expect(resultOf({ passPerSec: () => 500 }).diagnosis.limiter).toBe('unknown')
  })

  it('counts a throttle for as long as the broker announced, although it sends nothing meanwhile', () => {
    const { plan, samples } = simulateRun({ groups: 0 })
    const once = samples.map((sample) => ({
      ...sample,
      producers: sample.producers.map((producer) => ({ ...producer, throttleMs: sample.second % 11 === 0 ? 5000 : 0 })),
    }))
    expect(computeResult(plan, once).throttle.producerSecondsFraction).toBeCloseTo(5 / 11)
  })
})
