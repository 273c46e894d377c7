import { describe, expect, it } from 'vitest'
import { embeddedBrokers, likelyEmbeddedBrokers, unlimitedBrokers } from '../../../src/planning/embedded-brokers.ts'
import { dedicated, smallScenario } from '../capacity/known-files.ts'

const replicas = (replicationFactor: number, deployment = {}) =>
  smallScenario({ topic: { replicationFactor }, deployment })
/** As many brokers as the deployment's size. */
const oneBrokerAUnit = {
  ...dedicated,
  limitSets: dedicated.limitSets.map((set) => ({ ...set, brokersPerUnit: 1 })),
}

describe('an embedded cluster', () => {
  it.each([
    [1, 1],
    [2, 3],
    [3, 3],
    [4, 4],
    [5, 5],
  ])('for %d replicas has %d brokers', (factor, brokers) => {
    expect(embeddedBrokers(replicas(factor))).toBe(brokers)
  })

  it('is refused for more than five replicas, and has five in a preview', () => {
    expect(() => embeddedBrokers(replicas(6))).toThrow('at most 5 brokers; the scenario needs 6 replicas')
    expect(likelyEmbeddedBrokers(replicas(6), oneBrokerAUnit, false)).toBe(5)
  })

  it('depends on the topic with the most replicas', () => {
    const { workload, ...rest } = replicas(1)
    const topics = [...workload.topics, ...replicas(4).workload.topics]
    expect(embeddedBrokers({ ...rest, workload: { ...workload, topics } })).toBe(4)
  })

  it('without quotas has the brokers of the deployment, at most five, and enough for its replicas', () => {
    const unlimited = (factor: number, size: number) => unlimitedBrokers(replicas(factor, { size }), oneBrokerAUnit)
    expect([unlimited(1, 1), unlimited(1, 4), unlimited(1, 20), unlimited(3, 1)]).toEqual([1, 4, 5, 3])
    const likely = (isUnlimited: boolean) =>
      likelyEmbeddedBrokers(replicas(1, { size: 4 }), oneBrokerAUnit, isUnlimited)
    expect([likely(true), likely(false)]).toEqual([4, 1])
  })

  it('depends on the replicas only if the model has no limits for the deployment’s date', () => {
    expect(unlimitedBrokers(replicas(1, { size: 4, asOf: '2001-01' }), oneBrokerAUnit)).toBe(1)
  })
})
