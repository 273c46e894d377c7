import { describe, expect, it } from 'vitest'
import { summaryOf, withBills } from '../../../src/billing/compare-costs.ts'
import { compareOfferings } from '../../../src/capacity/compare-offerings.ts'
import { type Offering, offering as offeringSchema } from '../../../src/contracts/offering.ts'
import type { PriceSheet } from '../../../src/contracts/prices.ts'
import { shippedOffering, smallScenario } from '../capacity/known-files.ts'
import { publishedPrices, today } from './shipped-prices.ts'

const source = { title: 'price list', date: '2026-10', grade: 'D' } as const

/** An offering of 10 MB/s in and out a unit, in the sizes given, with a unit price in its model. */
function service(id: string, change: { max?: number; price?: number } = {}): Offering {
  const limits = ['ingress', 'egress'].map((dimension) => {
    return { dimension, unit: 'bytes/s', perUnit: 10e6, kind: 'fixed', source }
  })
  const set = {
    asOf: '2026-10',
    sizes: { min: 1, max: change.max ?? 10, source },
    limits,
    interaction: { lossWhenOthersFull: 0.3, source },
    ...(change.price === undefined ? {} : { price: { perUnitPerHour: change.price, currency: 'USD', source } }),
  }
  return offeringSchema.parse({
    kind: 'headroom.offering',
    schemaVersion: 1,
    id,
    name: id.toUpperCase(),
    vendor: 'Vendor',
    model: 'service-limits',
    unitName: { singular: 'unit', plural: 'units' },
    assumedBrokersPerUnit: 3,
    limitSets: [set],
  })
}

/** 41.84 MB/s in and out: 6 units of 10 MB/s at 80 %. */
const scenario = smallScenario({
  topic: { partitions: 60, retentionMs: 86_400_000 },
  producer: { peakRecordsPerSec: 40_000, lingerMs: 50 },
})

function rowsOf(offerings: Offering[], own: PriceSheet[] = []) {
  return withBills(scenario, compareOfferings(scenario, offerings), offerings, {
    sheets: { ...publishedPrices, own },
    choice: { today },
  })
}

describe('compared offerings with bills', () => {
  it('put the cheapest first, then those without a price by name, then what does not fit', () => {
    const rows = rowsOf([
      service('none', { max: 1, price: 0.1 }),
      service('z'),
      service('b'),
      service('dear', { price: 2 }),
      service('cheap', { price: 1 }),
    ])
    expect(rows.map(({ offering, bill }) => [offering, bill?.totalPerMonth?.high ?? null])).toEqual([
      ['cheap', (rows[0]?.size ?? 0) * 730],
      ['dear', (rows[1]?.size ?? 0) * 2 * 730],
      ['b', null],
      ['z', null],
      ['none', null],
    ])
  })

  it('put a complete bill before one that lacks a price, however low that is', () => {
    const rows = rowsOf([service('cheap', { price: 0.000001 }), shippedOffering('aws-msk-express')])
    expect([rows[0]?.offering, rows[0]?.bill?.isComplete]).toEqual(['aws-msk-express', true])
    expect(rows.at(-1)).toMatchObject({ offering: 'cheap', bill: { isComplete: false } })
  })

  it('are in the same order for any order of the offerings', () => {
    const offerings = [service('a', { price: 2 }), service('b'), service('c', { max: 1 })]
    expect(rowsOf(offerings.toReversed())).toEqual(rowsOf(offerings))
  })

  it('say in the short form what is missing, how old the prices are and which need a check', () => {
    const [serverless] = rowsOf([shippedOffering('aws-msk-serverless')])
    expect(serverless?.bill && summaryOf(serverless.bill)).toMatchObject({
      region: 'us-east-1',
      currency: 'USD',
      isComplete: false,
      missing: ['zone-producers', 'zone-consumers', 'zone-replication'],
      pricesFrom: '2022-10-03',
      pricesTo: '2026-10-02',
      needsCheck: true,
      hasOldPrices: true,
      perMegabytePerSec: null,
      perTerabyte: null,
    })
  })

  it('show no total in the short form if the price of the units is not known, because the rest alone would look cheap', () => {
    const [dedicated] = rowsOf([shippedOffering('confluent-cloud-dedicated')])
    expect(dedicated?.bill?.totalPerMonth?.high).toBeGreaterThan(0)
    expect(dedicated?.bill && summaryOf(dedicated.bill)).toMatchObject({ totalPerMonth: null, currency: 'USD' })
  })
})
