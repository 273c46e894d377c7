/**
 * Bills that vendors have published or computed, line by line.
 */
import { describe, expect, it } from 'vitest'
import { type Bill, billOf } from '../../../src/billing/compute-bill.ts'
import type { BillChoice } from '../../../src/contracts/bill-request.ts'
import { type PriceSheet, priceSheet } from '../../../src/contracts/prices.ts'
import { mib, offeringNamed, scenarioOf } from './billed-scenarios.ts'
import { publishedPrices, today } from './shipped-prices.ts'

function lineOf(bill: Bill, charge: string): number | undefined {
  return bill.lines.find((line) => line.charge === charge)?.perMonth.high
}

function rounded(amount: number | undefined): string | undefined {
  return amount?.toFixed(2)
}

describe('AWS’s script msk_sizing.py at 100 MiB/s in, 200 MiB/s out, replication factor 3, 24 h', () => {
  const choices = [
    {
      tier: 'kafka.m5.large',
      size: 21,
      offering: 'aws-msk-standard',
      brokers: '3219.30',
      storage: '5062.50',
      dataIn: '0.00',
      near: '11703.67',
      far: '18547.42',
    },
    {
      tier: 'kafka.m7g.large',
      size: 18,
      offering: 'aws-msk-standard',
      brokers: '2680.56',
      storage: '5062.50',
      dataIn: '0.00',
      near: '11164.93',
      far: '18008.68',
    },
    {
      tier: 'express.m7g.large',
      size: 9,
      offering: 'aws-msk-express',
      brokers: '2680.56',
      storage: '843.75',
      dataIn: '2566.41',
      near: '9512.59',
      far: '16356.34',
    },
  ]

  function billAt({ offering, tier, size }: (typeof choices)[number], choice: Partial<BillChoice>): Bill {
    const deployment = { offering, tier, size }
    const load = scenarioOf({ deployment, bytesPerSec: 100 * mib, groups: 2 })
    return billOf(load, offeringNamed(offering), publishedPrices, { today, region: 'us-east-1', ...choice })
  }

  it.each(choices)('is the same to the cent for $size x $tier, with and without follower fetch', (choice) => {
    const near = billAt(choice, { followerFetch: true })
    expect(rounded(lineOf(near, 'units'))).toBe(choice.brokers)
    expect(rounded(lineOf(near, 'storage'))).toBe(choice.storage)
    expect(rounded(lineOf(near, 'ingress'))).toBe(choice.dataIn)
    expect(rounded(lineOf(near, 'zone-producers'))).toBe('3421.88')
    expect(rounded(lineOf(near, 'zone-consumers'))).toBe('0.00')
    expect(rounded(lineOf(near, 'zone-replication'))).toBe('0.00')
    expect(rounded(near.totalPerMonth?.high)).toBe(choice.near)
    const far = billAt(choice, { followerFetch: false })
    expect(rounded((lineOf(far, 'zone-producers') ?? 0) + (lineOf(far, 'zone-consumers') ?? 0))).toBe('10265.63')
    // 10,265.625: Python rounds a half to the even digit, a cent below.
    expect(Math.abs((far.totalPerMonth?.high ?? 0) - Number(choice.far))).toBeLessThan(0.011)
    expect([near.isComplete, far.isComplete]).toEqual([true, true])
  })

  it('fills the numbers into the formula of each line', () => {
    const [, choice] = choices
    const bill = choice === undefined ? null : billAt(choice, {})
    expect(bill?.lines[0]?.formula).toBe('18 brokers × 0.204 USD/h × 730 h = 2,680.56 USD')
    expect(bill?.lines.find(({ charge }) => charge === 'zone-producers')?.formula).toBe(
      '256,640.63 GiB written × 2/3 across zones × 0.02 USD/GiB = 3,421.88 USD',
    )
  })
})

describe('Google’s two estimates: consumers read as much as is written, in their own zone, 50 % of the processors used', () => {
  // 1 vCPU takes 20 MiB/s of writes or 80 MiB/s of reads. Written 3 times; read once and by two followers.
  it.each([
    { mibPerSec: 100, vcpus: 37.5, published: 11_000 },
    { mibPerSec: 10, vcpus: 3.75, published: 1_100 },
  ])(
    'gives their $published USD for $mibPerSec MiB/s, within the digits that are published',
    ({ mibPerSec, vcpus, published }) => {
      const offering = offeringNamed('google-managed-kafka')
      // Sizes are whole; the estimates are for the mean of these processors.
      const load = scenarioOf({ deployment: { offering: offering.id, size: 4 }, bytesPerSec: mibPerSec * mib })
      const bill = billOf(load, offering, publishedPrices, { today, followerFetch: true })
      const perUnit = ((lineOf(bill, 'units') ?? 0) + (lineOf(bill, 'unit-storage') ?? 0)) / 4
      const traffic = (lineOf(bill, 'zone-producers') ?? 0) + (lineOf(bill, 'zone-replication') ?? 0)
      const total = perUnit * vcpus + traffic + (lineOf(bill, 'storage') ?? 0)
      expect(Number(total.toPrecision(2))).toBe(published)
      expect(lineOf(bill, 'zone-consumers')).toBe(0)
      expect(bill.isComplete).toBe(true)
    },
  )
})

describe('Aiven’s example of 2026-08-26: 1 MB/s in, 3 out, 3 days', () => {
  const source = { title: 'Aiven documentation, Kafka pricing', date: '2026-08-26', grade: 'S' }
  const sheet: PriceSheet = priceSheet.parse({
    kind: 'headroom.prices',
    schemaVersion: 1,
    name: 'Aiven, classic topics',
    checkedOn: '2026-11-22',
    sources: { aiven: source },
    lists: [
      {
        offering: 'aiven-kafka-small',
        region: null,
        currency: 'USD',
        charges: [
          { for: 'base', per: 'month', amount: 235, source: 'aiven' },
          { for: 'ingress', per: 'GiB', amount: 0.02, source: 'aiven' },
          { for: 'egress', per: 'GiB', amount: 0.04, source: 'aiven' },
          { for: 'storage', per: 'GiB-month', copies: 'one', amount: 0.1, source: 'aiven' },
        ],
      },
    ],
  })

  it('gives its 620 USD where its megabyte has 2^20 bytes and its gigabyte 2^30', () => {
    const offering = offeringNamed('aiven-kafka-small')
    const deployment = { offering: offering.id, size: 1, tier: 'developer', zones: 'single' } as const
    const load = scenarioOf({ deployment, bytesPerSec: mib, groups: 3, retentionMs: 3 * 86_400_000, partitions: 3 })
    const bill = billOf(load, offering, { published: [sheet], own: [] }, { today })
    expect(bill.lines.map(({ perMonth }) => rounded(perMonth.high))).toEqual(['235.00', '51.33', '307.97', '25.31'])
    expect(rounded(bill.totalPerMonth?.high)).toBe('619.61')
  })
})
