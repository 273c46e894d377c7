import { describe, expect, it } from 'vitest'
import { sheetOfUnitPrices } from '../../../src/billing/unit-prices.ts'
import type { Deployment } from '../../../src/contracts/scenario.ts'
import { amountOf, billFor, express, sheetOf } from './example-bills.ts'
import { publishedPrices, today } from './shipped-prices.ts'

describe('prices of the user’s own', () => {
  const list = { offering: 'aws-msk-express', region: null, currency: 'USD' }

  it('replace the published ones, and a discount applies to the published ones alone', () => {
    const charges = [{ for: 'units', per: 'unit-hour', amount: 0.3, source: 'contract' }]
    const bill = billFor(express, {}, [sheetOf({ ...list, discountPercent: 10, charges })])
    expect(amountOf(bill, 'units')).toBeCloseTo(3 * 0.3 * 730, 9)
    expect(amountOf(bill, 'ingress')).toBeCloseTo((amountOf(billFor(express), 'ingress') ?? 0) * 0.9, 9)
    expect(bill.lines.map(({ isOwn }) => isOwn).slice(0, 2)).toEqual([true, false])
    expect(bill.lines[1]?.formula).toContain('× 90 % after discount =')
    // The cloud bills the traffic between zones of Confluent Cloud to the customer: no discount of Confluent is on it.
    const ckus: Deployment = { offering: 'confluent-cloud-dedicated', size: 2 }
    const ofConfluent = { ...list, offering: ckus.offering, discountPercent: 25 }
    const listed = amountOf(billFor(ckus), 'zone-consumers')
    expect(listed).toBeGreaterThan(0)
    expect(amountOf(billFor(ckus, {}, [sheetOf(ofConfluent)]), 'zone-consumers')).toBe(listed)
  })

  it('that are dated after the bill are used as if they held, and the bill says so', () => {
    const charges = [{ for: 'units', per: 'unit-hour', amount: 0.3, source: 'contract' }]
    const bill = billFor(express, { today: '2026-11-19' }, [sheetOf({ ...list, charges })])
    expect(amountOf(bill, 'units')).toBeCloseTo(3 * 0.3 * 730, 9)
    expect(bill.lines[0]?.remark).toContain('Dated after the day of this bill.')
    expect(bill.assumptions[0]).toContain(
      'Your prices dated 2026-11-20 are later than the day of this bill, 2026-11-19',
    )
    const [published] = billFor(express, { today: '2025-01-01' }).assumptions
    expect(published).toContain('Published prices dated 2026-08-20 to 2026-11-22 are later than the day of this bill')
    expect(billFor(express).assumptions.join(' ')).not.toContain('later than')
  })

  it('in another currency are not mixed with the published ones, and the bill says so', () => {
    const charges = [{ for: 'units', per: 'unit-hour', amount: 0.3, source: 'contract' }]
    const bill = billFor(express, {}, [sheetOf({ ...list, currency: 'EUR', charges })])
    expect([bill.currency, bill.lines.length]).toEqual(['EUR', 1])
    expect(bill.assumptions.join(' ')).toContain('no exchange rate is assumed')
  })

  it('decide the region if they name one that has no published prices', () => {
    const charges = [
      { for: 'units', per: 'unit-month', amount: 400, source: 'contract' },
      { for: 'storage', per: 'GiB-month', copies: 'replicas', amount: 0.02, source: 'contract' },
      ...['ingress', 'egress'].map((kind) => ({ for: kind, per: 'GiB', amount: 0, source: 'contract' })),
    ]
    const own: Deployment = { offering: 'apache-kafka-on-hosts', host: { cores: 8 }, size: 3, zones: 'single' }
    const sheet = sheetOf({ offering: own.offering, region: 'our hall', currency: 'EUR', charges })
    const bill = billFor(own, {}, [sheet])
    expect([bill.region, bill.isComplete, amountOf(bill, 'units')]).toEqual(['our hall', true, 1200])
    expect(amountOf(bill, 'storage')).toBeCloseTo(843.75 * 3 * 0.02, 6)
  })

  it('of several regions are used with the first region of the last sheet, as published ones are', () => {
    const regions = ['us-east-1', 'ap-south-1', 'cn-north-1']
    const inRegions = (names: readonly string[]) => {
      const sheet = sheetOf({ ...list, charges: [] })
      return { ...sheet, lists: names.flatMap((region) => sheet.lists.map((each) => ({ ...each, region }))) }
    }
    expect(billFor(express, {}, [inRegions(regions)]).region).toBe('us-east-1')
    expect(billFor(express, {}, [inRegions(regions), inRegions(['ap-south-1', 'us-east-1'])]).region).toBe('ap-south-1')
    expect(billFor(express, {}, [inRegions(['ap-south-1']), sheetOf({ ...list, charges: [] })]).region).toBe(
      'ap-south-1',
    )
  })

  it('of one unit complete the published ones, in their currency', () => {
    const given = [{ offering: 'confluent-cloud-dedicated', amount: 2, per: 'unit-hour' as const, currency: null }]
    const sheet = sheetOfUnitPrices(given, publishedPrices.published, today)
    const bill = billFor({ offering: 'confluent-cloud-dedicated', size: 2 }, {}, sheet === null ? [] : [sheet])
    expect([amountOf(bill, 'units'), bill.currency]).toEqual([2 * 2 * 730, 'USD'])
    expect(bill.lines[0]).toMatchObject({ source: null, isOwn: true })
    expect(bill.missing.map(({ charge }) => charge)).toEqual(['ingress', 'egress', 'storage'])
  })
})
