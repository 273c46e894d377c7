import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import type { Scenario } from '../../../src/contracts/scenario.ts'
import { dedicated, shippedOffering, smallScenario } from './known-files.ts'

const hosts = shippedOffering('apache-kafka-on-hosts')
const deployment = { offering: 'apache-kafka-on-hosts', size: 3, tier: 'm5.large', asOf: '2020-01' } as const
const given = smallScenario({ deployment, topic: { replicationFactor: 3 } })
const at = (factor: number, scenario: Scenario = given) => predict(scaleScenario(scenario, factor), hosts)

describe('the chance that hosts carry the offered load', () => {
  it('never rises with the load, and falls from nearly 1 to nearly 0', () => {
    const loads = Array.from({ length: 60 }, (_, index) => 0.001 * 1.3 ** index)
    const found = loads.map((factor) => at(factor).chanceMet ?? Number.NaN)
    for (const [index, chance] of found.entries()) expect(chance).toBeLessThanOrEqual(found[index - 1] ?? 1)
    expect(found[0]).toBeGreaterThan(0.95)
    expect(found.at(-1)).toBeLessThan(0.05)
  })

  it('is the least of the chances of its laws', () => {
    const { chanceMet, laws = [] } = at(2)
    expect(laws.length).toBeGreaterThan(1)
    expect(chanceMet).toBe(Math.min(...laws.map((law) => law.chanceMet)))
  })

  it('is one half where the load is the median of what the binding law carries', () => {
    const [binding] = at(1).laws ?? []
    const median = (binding?.headroom ?? 0) * (binding?.medianFactor ?? 0)
    expect(at(median).laws?.find(({ law }) => law === binding?.law)?.chanceMet).toBeCloseTo(0.5, 1)
  })

  it('is below 1 for a load that is likely carried, if the low end of the band is lower', () => {
    const { chanceMet, expected, offered, headroom } = at(at(1).headroom / 2)
    expect(headroom).toBeCloseTo(2, 1)
    expect(expected.ingressWireBytesPerSec.likely).toBe(offered.ingressWireBytesPerSec)
    expect(expected.ingressWireBytesPerSec.low).toBeLessThan(offered.ingressWireBytesPerSec)
    expect(chanceMet).toBeLessThan(0.95)
  })

  it('has bands that hold the likely value', () => {
    for (const factor of [0.1, 1, 10, 100]) {
      const { achievable } = at(factor)
      for (const { low, likely, high } of Object.values(achievable)) {
        expect(low).toBeLessThanOrEqual(likely)
        expect(high).toBeGreaterThanOrEqual(likely)
      }
    }
  })

  it('names the law that leaves most doubt first, and what widens it', () => {
    const { laws = [] } = predict(smallScenario({ deployment, topic: { partitions: 50_000 } }), hosts)
    expect(laws.map(({ chanceMet }) => chanceMet)).toEqual(
      laws.map(({ chanceMet }) => chanceMet).sort((one, other) => one - other),
    )
    for (const { widenedBy, reason } of laws) {
      expect(widenedBy[0]?.quantity).toBe('partitions')
      expect(reason).toContain('octaves of partitions: 50,000 here')
    }
  })

  it('is not there where limits are declared', () => {
    const { chanceMet, laws } = predict(smallScenario({}), dedicated)
    expect([chanceMet, laws]).toEqual([null, []])
  })

  it('is null if the deployment refuses the workload', () => {
    const { isFeasible, chanceMet } = predict(smallScenario({ deployment: { ...deployment, asOf: '2019-01' } }), hosts)
    expect([isFeasible, chanceMet]).toEqual([false, 0])
  })

  it('takes a ceiling of a client that the scenario gives as a fact', () => {
    const capped = smallScenario({ deployment, producer: { mostRecordsPerSec: 5_000, peakRecordsPerSec: 10_000 } })
    expect(predict(capped, hosts).chanceMet).toBe(0)
    expect(predict(capped, hosts).laws?.map(({ law }) => law)).not.toContain('producer-client')
  })
})
