import { describe, expect, it } from 'vitest'
import { brokerCpuCores } from '../../../src/measurement/broker-cost.ts'
import { simulateRun } from './simulated-run.ts'

describe('what embedded brokers cost', () => {
  const { plan, samples } = simulateRun({ durationSeconds: 20, burnInSeconds: 4, windowSeconds: 2 })

  it('is the mean of each after the burn-in, in the order of their numbers', () => {
    const seen = samples.map((sample) => ({
      ...sample,
      brokers: [3, 1].map((brokerId) => ({
        brokerId,
        cpuCores: sample.second < 4 ? 9 : brokerId / 2,
        residentBytes: 1,
      })),
    }))
    expect(brokerCpuCores(plan, seen)).toEqual([0.5, 1.5])
  })

  it('is nothing where brokers cannot be seen', () => {
    expect(brokerCpuCores(plan, samples)).toEqual([])
  })
})
