import { describe, expect, it } from 'vitest'
import type { PrometheusSample, Sample } from '../../../src/contracts/sample.ts'
import { brokerSignsOver } from '../../../src/measurement/broker-signs.ts'
import { computeResult } from '../../../src/measurement/compute-result.ts'
import { type RunShape, simulateRun } from './simulated-run.ts'

/** Two producers that pass 480 of 1,000 records per second each, so 30 requests per second each, with queues full. */
const held: RunShape = { passPerSec: () => 480, queueRecords: 2000, roundTripUs: 32_000 }

/** The samples, read every other second from an endpoint. A produce request takes so many ms at the brokers. */
function withMetrics(samples: readonly Sample[], produceMs: number, further: PrometheusSample['figures'] = {}) {
  const figures = { produceTimeMsPerSec: 60 * produceMs, produceRequestsPerSec: 60, ...further }
  return samples.map((sample): Sample => {
    const producers = sample.producers.map((producer) => ({ ...producer, brokerConnections: 1 }))
    return { ...sample, producers, ...(sample.second % 2 === 0 ? { prometheus: { figures, error: null } } : {}) }
  })
}

function diagnosed(shape: RunShape, produceMs: number, further: PrometheusSample['figures'] = {}) {
  const { plan, samples } = simulateRun(shape)
  return computeResult(plan, withMetrics(samples, produceMs, further)).diagnosis
}

describe('the signs of brokers', () => {
  it('are the share of the time in which a connection has a request at its broker, and the time of a request', () => {
    const { samples } = simulateRun(held)
    const load = withMetrics(samples.slice(10, 60), 25, { handlerIdleRatio: 0.5 })
    const signs = brokerSignsOver(load, 32_000)
    expect(signs).toMatchObject({ produceMs: 25, handlerIdleRatio: 0.5, networkThreadIdleRatio: null })
    expect(signs?.connectionShare).toBeCloseTo(0.75)
  })

  it('count each connection that a client ever used, so that the share is rather too low', () => {
    const { samples } = simulateRun(held)
    const load = withMetrics(samples.slice(10, 60), 25).map((sample, index) => ({
      ...sample,
      producers: sample.producers.map((producer) => ({ ...producer, brokerConnections: index === 7 ? 3 : 1 })),
    }))
    expect(brokerSignsOver(load, 32_000)?.connectionShare).toBeCloseTo(0.25)
  })

  it('take no request to be at a broker for longer than its round trip, however slow those of other clients are', () => {
    const { samples } = simulateRun(held)
    const load = withMetrics(samples.slice(10, 60), 900)
    expect(brokerSignsOver(load, 5_000)?.connectionShare).toBeCloseTo(0.15)
    expect(brokerSignsOver(load, null)?.connectionShare).toBeNull()
    expect(diagnosed({ ...held, roundTripUs: 5_000 }, 900).limiter).toBe('client')
  })

  it('are not known without readings, or if the clients do not count their connections', () => {
    const { samples } = simulateRun(held)
    expect(brokerSignsOver(samples, 32_000)).toBeNull()
    const failed = samples.map((sample) => ({ ...sample, prometheus: { figures: {}, error: 'no response' } }))
    expect(brokerSignsOver(failed, 32_000)).toBeNull()
    const old = withMetrics(samples, 25).map((sample) => ({
      ...sample,
      producers: sample.producers.map(({ brokerConnections: _, ...producer }) => producer),
    }))
    expect(brokerSignsOver(old, 32_000)?.connectionShare).toBeNull()
  })
})

describe('a diagnosis with the metrics of brokers', () => {
  it('finds brokers that worked on the requests of the run nearly all the time', () => {
    const { limiter, sentence, evidence } = diagnosed(held, 31)
    expect(limiter).toBe('brokers')
    expect(sentence).toBe(
      'The brokers were the limit: a connection had a request at its broker for 93 % of the time, each for 31 ms.',
    )
    expect(evidence).toContainEqual({ label: 'Produce request at the brokers (mean)', value: '31 ms' })
    expect(evidence).toContainEqual({ label: 'Time with a request at the broker, per connection', value: '93 %' })
  })

  it('finds them also if other programs keep the machine of the clients busy', () => {
    expect(diagnosed({ ...held, hostCpu: 1 }, 31).limiter).toBe('brokers')
  })

  it('finds a client whose worker is full, whatever the brokers report', () => {
    expect(diagnosed({ ...held, producerCpuCores: 0.97 }, 31, { handlerIdleRatio: 0.01 }).limiter).toBe('client')
  })

  it('finds a client that does not hand over its records, whatever the brokers report', () => {
    expect(diagnosed({ clientPerSec: 480 }, 31, { handlerIdleRatio: 0.01 }).limiter).toBe('client')
  })

  it('does not blame brokers that are fast: client and network stay what they were', () => {
    expect(diagnosed({ ...held, roundTripUs: 8_000 }, 5).limiter).toBe('client')
    expect(diagnosed({ ...held, roundTripUs: 180_000 }, 5).limiter).toBe('network')
  })
})
