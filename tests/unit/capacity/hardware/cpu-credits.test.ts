import { describe, expect, it } from 'vitest'
import { predict } from '../../../../src/capacity/predict.ts'
import { lawsOfHosts, shippedOffering, smallScenario } from '../known-files.ts'

const hosts = lawsOfHosts()
const msk = shippedOffering('aws-msk-standard')

function cpuOf(offering: typeof hosts, tier: string, deployment = {}) {
  const scenario = smallScenario({
    deployment: { offering: offering.id, tier, size: 3, asOf: '2026-11', ...deployment },
  })
  const prediction = predict(scenario, offering)
  return { ...prediction, cpu: prediction.constraints.find(({ dimension }) => dimension === 'cpu') }
}

describe('a host on CPU credits', () => {
  it.each([
    [msk, 'kafka.t3.small', 0.4, 2],
    [hosts, 't3.large', 0.6, 2],
    [hosts, 't3.xlarge', 1.6, 4],
    [hosts, 't3.2xlarge', 3.2, 8],
  ])('sustains the baseline of its processors: %#', (offering, tier, sustained, all) => {
    const { cpu } = cpuOf(offering, tier)
    expect(cpu?.capacity).toBe(sustained)
    expect(cpu?.capacityFormula).toMatch(new RegExp(`^${sustained} cores sustained \\(${all} on CPU credits\\) of `))
  })

  it('bursts to all of them for as long as full credits last: a day x 0.4 / (2 - 0.4) = 6 h', () => {
    const { assumptions, bursts } = cpuOf(msk, 'kafka.t3.small')
    const credits = assumptions.find(({ id }) => id === 'cpu-credits')?.text
    expect(credits).toContain('sustains 0.4 of its 2 cores')
    expect(credits).toContain('= 6 h')
    // Bursts of a prediction are rates in bytes/s.
    expect(bursts?.map(({ dimension }) => dimension)).not.toContain('cpu')
  })

  it('reaches more in a short load', () => {
    const rate = { peakRecordsPerSec: 5_000_000, lingerMs: 0, batchBytes: 600, clients: 100 }
    const expectedOf = (isShort: boolean) => {
      const scenario = smallScenario({
        producer: rate,
        deployment: { offering: msk.id, tier: 'kafka.t3.small', size: 3, asOf: '2026-11', isShort },
      })
      return predict(scenario, msk).expected.recordsPerSec.likely
    }
    expect(expectedOf(true)).toBeGreaterThan(1.5 * expectedOf(false))
  })

  it('is every other host with all of its processors', () => {
    expect(cpuOf(hosts, 'm5.large').cpu?.capacityFormula).toBe('2 cores of m5.large')
    expect(cpuOf(hosts, 'm5.large').assumptions.map(({ id }) => id)).not.toContain('cpu-credits')
  })
})
