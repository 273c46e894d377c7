import { describe, expect, it } from 'vitest'
import { compareOfferings } from '../../../../src/capacity/compare-offerings.ts'
import {
  comparedCells,
  compareSentences,
  gatherOfferings,
  growthNote,
} from '../../../../src/presentation/sizing/compared-offerings.ts'
import { shippedOffering, smallScenario } from '../../capacity/known-files.ts'

const offerings = ['aws-msk-express', 'confluent-cloud-dedicated', 'aws-msk-serverless'].map(shippedOffering)
const scenario = smallScenario({ topic: { partitions: 60 }, producer: { peakRecordsPerSec: 80_000, lingerMs: 50 } })

describe('the rows of a comparison', () => {
  const prices = [{ offering: 'confluent-cloud-dedicated', perUnitPerHour: 2, currency: 'USD' }]
  const rows = gatherOfferings(compareOfferings(scenario, offerings, { prices }))

  it('gather the tiers of an offering, cheapest first', () => {
    const express = rows.fitting.find(({ best }) => best.offering === 'aws-msk-express')
    const costs = express?.tiers.map(({ cost }) => cost?.perHour ?? Number.NaN) ?? []
    expect(costs.length).toBeGreaterThan(2)
    expect(costs).toEqual([...costs].sort((one, other) => one - other))
    expect(express?.best.cost?.perHour).toBe(costs[0])
  })

  it('are summed up in one sentence, and the cheapest is named if prices can be compared', () => {
    const { sentence, reason } = compareSentences(rows, 0.8)
    expect(sentence).toBe('3 of 3 offerings carry it with every limit at or below 80 %.')
    const costs = rows.fitting.flatMap(({ best }) => best.cost?.perHour ?? [])
    expect(reason).toMatch(/^Of the 2 with a price, .* costs least: /)
    expect(reason).toContain(`, ${Math.min(...costs)} USD an hour.`)
    const unpriced = gatherOfferings(compareOfferings(scenario, offerings.slice(1)))
    expect(compareSentences(unpriced, 0.8)).toEqual({
      sentence: '2 of 2 offerings carry it with every limit at or below 80 %.',
      reason: '',
    })
  })

  it('say why the factor and the fullest limit do not multiply to 100 %', () => {
    const [row] = compareOfferings(scenario, [shippedOffering('confluent-cloud-dedicated')])
    if (row === undefined) throw new Error('no row')
    const partitions = { id: 'partitions', dimension: 'partitions' as const, utilisation: 0.69 }
    const requests = { id: 'requests', dimension: 'requests' as const, utilisation: 0.53 }
    const cpu = { id: 'cpu', dimension: 'cpu' as const, utilisation: 0.78 }
    expect(growthNote({ ...row, headroom: 7.11, fullest: partitions })).toBe('does not grow with the load')
    expect(growthNote({ ...row, headroom: 2.11, fullest: requests })).toBe('grows more slowly than the load')
    expect(growthNote({ ...row, headroom: 1.1, fullest: cpu })).toBe('grows faster than the load')
    expect(growthNote({ ...row, headroom: 1 / 0.53, fullest: requests })).toBe('')
    const binding = [{ id: 'ingress', dimension: 'ingress' as const, layer: 'cluster' as const }]
    const best = { ...row, headroom: 7.11, fullest: partitions, binding }
    const cells = comparedCells({ best, tiers: [best] })
    expect(JSON.stringify(cells.headroom.content)).toContain('then ingress')
    expect(JSON.stringify(cells.fullest.content)).toContain('does not grow with the load')
  })

  it('name a reason once if it refuses several tiers', () => {
    const tooLarge = smallScenario({ topic: { partitions: 200_000 }, producer: { peakRecordsPerSec: 80_000_000 } })
    const { fitting, refusing } = gatherOfferings(compareOfferings(tooLarge, offerings))
    expect(fitting).toEqual([])
    expect(refusing.map(({ offering }) => offering).sort()).toEqual(offerings.map(({ id }) => id).sort())
    for (const { reasons } of refusing) expect(new Set(reasons.map(({ text }) => text)).size).toBe(reasons.length)
    expect(compareSentences({ fitting, refusing }, 0.8).sentence).toMatch(/^None of 3 offerings carries it/)
  })
})
