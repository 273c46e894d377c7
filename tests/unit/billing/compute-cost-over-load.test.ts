import { describe, expect, it } from 'vitest'
import { withBills } from '../../../src/billing/compare-costs.ts'
import { costOverLoad } from '../../../src/billing/compute-cost-over-load.ts'
import { compareOfferings } from '../../../src/capacity/compare-offerings.ts'
import { scaleScenario } from '../../../src/capacity/scale-scenario.ts'
import type { Charge, PriceSheet } from '../../../src/contracts/prices.ts'
import { gatherOfferings } from '../../../src/presentation/sizing/compared-offerings.ts'
import { mib, offeringNamed, scenarioOf } from './billed-scenarios.ts'
import { publishedPrices, today } from './shipped-prices.ts'

/** A sheet in which everything is free but these charges. */
function sheetOf(offering: string, charges: readonly Charge[]): PriceSheet {
  const source = { title: 'made up', date: '2026-11-01', grade: 'D' } as const
  const free: Charge[] = [
    { for: 'units', per: 'unit-hour', amount: 0, source: 'made-up' },
    { for: 'ingress', per: 'GiB', amount: 0, source: 'made-up' },
    { for: 'egress', per: 'GiB', amount: 0, source: 'made-up' },
    { for: 'storage', per: 'GiB-month', copies: 'one', amount: 0, source: 'made-up' },
  ]
  const rest = free.filter((each) => !charges.some((charge) => charge.for === each.for))
  return {
    kind: 'headroom.prices',
    schemaVersion: 1,
    name: offering,
    checkedOn: '2026-11-01',
    sources: { 'made-up': source },
    lists: [{ offering, region: null, currency: 'USD', charges: [...charges, ...rest], notIncluded: [] }],
  }
}

const deployment = { offering: 'google-managed-kafka', size: 3, zones: 'single' } as const
const scenario = scenarioOf({ deployment, bytesPerSec: mib, partitions: 100 })
const offerings = ['google-managed-kafka', 'aws-msk-serverless'].map(offeringNamed)
const factors = [0.25, 0.5, 1, 2, 4]
const perByte = sheetOf('aws-msk-serverless', [{ for: 'ingress', per: 'GiB', amount: 0.1, source: 'made-up' }])
const flat = sheetOf('google-managed-kafka', [{ for: 'base', per: 'month', amount: 300, source: 'made-up' }])

function costs(published: readonly PriceSheet[], at: readonly number[] = factors) {
  const question = { sheets: { published, own: [] }, choice: { today }, targetUtilisation: 0.8, factors: at }
  return costOverLoad(scenario, offerings, question)
}

describe('costs over the load', () => {
  it('cross where the bytes of one cost as much as the fee of the other', () => {
    const { crossings } = costs([perByte, flat])
    // 300 USD / 0.1 USD a GiB = 3,000 GiB a month.
    const bytesPerSec = (3000 * 2 ** 30) / (730 * 3600)
    expect(crossings).toHaveLength(1)
    expect(crossings[0]).toMatchObject({ cheaperAbove: 'google-managed-kafka', cheaperBelow: 'aws-msk-serverless' })
    expect(crossings[0]?.ingressBytesPerSec).toBeCloseTo(bytesPerSec, -2)
  })

  it('have the size and the bill of each load', () => {
    const [google, serverless] = costs([perByte, flat]).lines
    expect(google?.points.map(({ totalPerMonth }) => totalPerMonth)).toEqual([300, 300, 300, 300, 300])
    expect(google?.points.map(({ size }) => size ?? 0)).toEqual(
      [...(google?.points.map(({ size }) => size ?? 0) ?? [])].sort((a, b) => a - b),
    )
    const [quarter, , whole] = serverless?.points ?? []
    const grown = (whole?.ingressBytesPerSec ?? 0) / (quarter?.ingressBytesPerSec ?? 1)
    expect((whole?.totalPerMonth ?? 0) / (quarter?.totalPerMonth ?? 1)).toBeCloseTo(grown, 6)
    expect(grown).toBeGreaterThan(3.5)
  })

  it('have a point before and after each load above which a larger size is needed', () => {
    const perUnit = sheetOf('google-managed-kafka', [{ for: 'units', per: 'unit-hour', amount: 1, source: 'made-up' }])
    const [google] = costs([perByte, perUnit], [10, 100]).lines
    const [first] = google?.steps ?? []
    if (first === undefined) throw new Error('The size grows between ten and a hundred times the load.')
    const { below, above } = first
    expect(above.size).toBeGreaterThan(below.size ?? 0)
    expect(above.factor - below.factor).toBeLessThan((100 - 10) / 1000)
    expect(below.totalPerMonth).toBeCloseTo((below.size ?? 0) * 730, 6)
    expect(above.totalPerMonth).toBeCloseTo((above.size ?? 0) * 730, 6)
  })

  it('say where the prices of each offering come from', () => {
    const choice = { today, region: 'us-east-1' }
    const question = { sheets: publishedPrices, choice, targetUtilisation: 0.8, factors: [1, 2] }
    const [express, standard] = costOverLoad(
      scenarioOf({ deployment, bytesPerSec: mib }),
      ['aws-msk-express', 'confluent-cloud-standard'].map(offeringNamed),
      question,
    ).lines
    expect(express).toMatchObject({ region: 'us-east-1', currency: 'USD', pricesFrom: '2026-08-20', needsCheck: false })
    expect([express?.hasPriceRanges, standard?.hasPriceRanges]).toEqual([false, true])
    expect(express?.notIncluded).toContain('MSK Connect, MSK Replicator')
    expect(standard).toMatchObject({ region: null, pricesTo: '2026-11-22', needsCheck: true, hasOldPrices: false })
  })

  it('compare the high end of a range of prices, as a comparison sorts', () => {
    const ranged = sheetOf('google-managed-kafka', [
      { for: 'base', per: 'month', amount: 100, upTo: 300, source: 'made-up' },
    ])
    const { crossings, lines } = costs([perByte, ranged])
    expect(lines[0]?.points.map(({ totalPerMonth }) => totalPerMonth)).toEqual([300, 300, 300, 300, 300])
    expect(crossings).toEqual(costs([perByte, flat]).crossings)
  })

  it('name no crossing with an offering that lacks a price', () => {
    const unknown = sheetOf('google-managed-kafka', [
      { for: 'base', per: 'month', amount: 300, source: 'made-up' },
      { for: 'egress', per: 'GiB', amount: null, unknownBecause: 'It is not published.' },
    ])
    const { lines, crossings } = costs([perByte, unknown])
    expect([crossings, lines.map(({ isComplete }) => isComplete)]).toEqual([[], [false, true]])
  })
})

describe('costs of hosts over the load', () => {
  const onHosts = { offering: 'apache-kafka-on-hosts', tier: 'm5.xlarge', size: 3 } as const
  const heavy = scenarioOf({ deployment: onHosts, bytesPerSec: 60 * mib, groups: 2, partitions: 96 })
  const hosts = offeringNamed('apache-kafka-on-hosts')
  const tiers = (hosts.tiers ?? []).filter(({ id }) => /^m5\.(x|2x|4x)large$/.test(id))
  const few = { ...hosts, tiers }
  const question = { sheets: publishedPrices, choice: { today, region: 'us-east-1' }, targetUtilisation: 0.8 }
  const loads = [0.05, 0.25, 1, 4]

  it('are those of the tier that a comparison names, and none where that is not nearly sure to meet the load', () => {
    const [line] = costOverLoad(heavy, [few], { ...question, factors: loads }).lines
    const named = loads.map((factor) => {
      const scaled = scaleScenario(heavy, factor)
      const compared = compareOfferings(scaled, [few], { targetUtilisation: 0.8 })
      const gathered = gatherOfferings(withBills(scaled, compared, [few], question), {
        offering: 'aws-msk-express',
        size: 3,
      })
      return gathered.fitting[0]?.best
    })
    expect(line?.points.map(({ tier, size, chanceMet }) => [tier, size, chanceMet])).toEqual(
      named.map((best) => [best?.tier ?? null, best?.size ?? null, best?.chanceMet ?? null]),
    )
    for (const [index, point] of (line?.points ?? []).entries()) {
      const best = named[index]
      const isCounted = (best?.chanceMet ?? 1) >= 0.9
      expect(point.totalPerMonth).toBe(isCounted ? (best?.bill?.totalPerMonth?.high ?? null) : null)
    }
    const chances = line?.points.map(({ chanceMet }) => chanceMet ?? 1) ?? []
    expect([Math.min(...chances) < 0.9, Math.max(...chances) >= 0.9]).toEqual([true, true])
  })
})
