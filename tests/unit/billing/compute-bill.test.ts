import { describe, expect, it } from 'vitest'
import { type Bill, billOf } from '../../../src/billing/compute-bill.ts'
import { sheetOfUnitPrices } from '../../../src/billing/unit-prices.ts'
import type { BillChoice } from '../../../src/contracts/bill-request.ts'
import { type PriceSheet, priceSheet } from '../../../src/contracts/prices.ts'
import type { Deployment } from '../../../src/contracts/scenario.ts'
import { mib, offeringNamed, scenarioOf } from './billed-scenarios.ts'
import { publishedPrices, today } from './shipped-prices.ts'

const express: Deployment = { offering: 'aws-msk-express', tier: 'express.m7g.large', size: 3 }

function billFor(deployment: Deployment, choice: Partial<BillChoice> = {}, own: PriceSheet[] = []): Bill {
  const load = scenarioOf({ deployment, bytesPerSec: 10 * mib })
  return billOf(load, offeringNamed(deployment.offering), { ...publishedPrices, own }, { today, ...choice })
}

function sheetOf(list: object): PriceSheet {
  return priceSheet.parse({
    kind: 'headroom.prices',
    schemaVersion: 1,
    name: 'ours',
    checkedOn: '2026-11-20',
    sources: { contract: { title: 'Contract 17', date: '2026-11-20', grade: 'P' } },
    lists: [list],
  })
}

function amountOf({ lines }: Bill, charge: string): number | undefined {
  return lines.find((line) => line.charge === charge)?.perMonth.high
}

describe('a bill', () => {
  it('adds its lines up, and counts them per MB/s and per TB written', () => {
    const bill = billFor(express)
    const sum = bill.lines.reduce((total, { perMonth }) => total + perMonth.high, 0)
    expect(bill.totalPerMonth?.high).toBeCloseTo(sum, 9)
    expect(bill.perMegabytePerSec?.high).toBeCloseTo(sum / 10.48576, 6)
    expect(bill.perTerabyte?.high).toBeCloseTo(sum / (10.48576e6 * 3600 * 730 * 1e-12), 6)
    expect([bill.region, bill.currency, bill.checkedOn]).toEqual(['us-east-1', 'USD', '2026-11-22'])
  })

  it('bills traffic and storage at the average load, and the units that were bought', () => {
    const load = scenarioOf({ deployment: express, bytesPerSec: 10 * mib })
    const producers = load.workload.producers.map((each) => ({
      ...each,
      peakRecordsPerSec: each.peakRecordsPerSec * 4,
      averageRecordsPerSec: each.peakRecordsPerSec,
    }))
    const peaked = { ...load, workload: { ...load.workload, producers } }
    const offering = offeringNamed(express.offering)
    const [flat, billed] = [load, peaked].map((each) => billOf(each, offering, publishedPrices, { today }))
    expect(billed?.lines).toEqual(flat?.lines)
    expect([flat?.load.isPeak, billed?.load.isPeak]).toEqual([true, false])
  })

  it('bills disks by their size where the scenario states it, whatever is stored', () => {
    const hosts = { offering: 'apache-kafka-on-hosts', tier: 'm5.xlarge', size: 3 }
    const gib = 2 ** 30
    const volume = (type: string, count = 1) => ({ type, count, sizeBytes: 2000 * gib })
    const stored = 10 * 3600 * 24 * 3
    expect(amountOf(billFor(hosts), 'storage')).toBeCloseTo((stored / 1024) * 2 * 0.08, 3)
    const bought = billFor({ ...hosts, volume: volume('gp3', 2) })
    expect(amountOf(bought, 'storage')).toBeCloseTo(3 * 2 * 2000 * 0.08, 9)
    expect(bought.lines.find(({ charge }) => charge === 'storage')?.formula).toBe(
      '3 brokers × 4,000 GiB of disks × 0.08 USD/GiB-month = 960.00 USD',
    )
    const msk: Deployment = { offering: 'aws-msk-standard', tier: 'kafka.m7g.large', size: 3, volume: volume('msk') }
    expect(amountOf(billFor(msk), 'storage')).toBeCloseTo(3 * 2000 * 0.1, 9)
  })

  it('bills the throughput that is provisioned for volumes, on gp3 what is above 125 MiB/s', () => {
    const hosts = { offering: 'apache-kafka-on-hosts', tier: 'm5.xlarge', size: 3 }
    const volume = (type: string, mibPerSec?: number, count = 1) => {
      const throughput = mibPerSec === undefined ? {} : { throughputBytesPerSec: mibPerSec * mib }
      return { type, count, ...throughput }
    }
    const billOn = (...of: Parameters<typeof volume>) => billFor({ ...hosts, volume: volume(...of) })
    const throughputOf = (bill: Bill) => bill.lines.find(({ charge }) => charge === 'volume-throughput')
    expect(throughputOf(billOn('gp3', 250, 2))).toMatchObject({
      formula: '3 brokers × 2 volumes × 125 MiB/s beyond 125 included × 0.04 USD a month per MiB/s = 30.00 USD',
      needsCheck: true,
    })
    for (const bill of [billOn('gp3'), billOn('gp3', 125), billFor(hosts)]) {
      expect([throughputOf(bill), bill.isComplete]).toEqual([undefined, true])
    }
    expect(billOn('io1', 500).missing.map(({ charge, reason }) => [charge, reason])).toEqual(
      ['storage', 'volume-throughput'].map((charge) => [
        charge,
        'The price is known for gp3 volumes only, and this deployment has io1 volumes.',
      ]),
    )
    const msk: Deployment = { offering: 'aws-msk-standard', tier: 'kafka.m7g.4xlarge', size: 3 }
    expect(throughputOf(billFor({ ...msk, volume: volume('msk', 250) }))?.perMonth.high).toBeCloseTo(3 * 250 * 0.08, 9)
    const inMumbai = { ...msk, tier: 'kafka.m7g.large', volume: volume('msk', 250) }
    const { missing } = billFor(inMumbai, { region: 'ap-south-1' })
    expect(missing.map(({ reason }) => reason)).toContain('No price of provisioned throughput in ap-south-1 was found.')
  })

  it('does not need a retention for disks of a known size, and has no price for volumes of another type', () => {
    const hosts = { offering: 'apache-kafka-on-hosts', tier: 'm5.xlarge', size: 3 }
    const reasonOf = (deployment: Deployment, isRetained: boolean) => {
      const load = scenarioOf({ deployment, bytesPerSec: 10 * mib })
      const topics = load.workload.topics.map(({ retentionMs, ...topic }) =>
        isRetained ? { ...topic, retentionMs } : topic,
      )
      const scenario = { ...load, workload: { ...load.workload, topics } }
      const bill = billOf(scenario, offeringNamed(deployment.offering), publishedPrices, { today })
      return bill.missing.find(({ charge }) => charge === 'storage')?.reason
    }
    const sized = { type: 'gp3', count: 1, sizeBytes: 1e12 }
    expect(reasonOf(hosts, false)).toBe('The retention of events is not stated.')
    expect(reasonOf({ ...hosts, volume: sized }, false)).toBeUndefined()
    expect(reasonOf({ ...hosts, volume: { ...sized, type: 'io1' } }, true)).toBe(
      'The price is known for gp3 volumes only, and this deployment has io1 volumes.',
    )
    expect(reasonOf({ ...hosts, tier: 'i3en.xlarge' }, true)).toBeUndefined()
    expect(reasonOf({ ...hosts, tier: 'i3en.xlarge', volume: sized }, true)).toContain('for local disks only')
  })

  it('bills the disks of own hosts by the space that the scenario states', () => {
    const own = sheetOf({
      offering: 'apache-kafka-on-hosts',
      region: 'ours',
      currency: 'EUR',
      charges: [
        {
          ...{ for: 'storage', per: 'GiB-month', amount: 0.03, source: 'contract' },
          ...{ copies: 'replicas', roomFactor: 1.5 },
        },
      ],
    })
    const host = { cores: 8, storageBytes: 4000 * 2 ** 30 }
    const bill = billFor({ offering: 'apache-kafka-on-hosts', size: 4, host }, {}, [own])
    expect(amountOf(bill, 'storage')).toBeCloseTo(4 * 4000 * 0.03, 9)
  })

  it('has a price for own hosts that is not that of the hosts of the table', () => {
    const units = { for: 'units', tier: 'own-host', per: 'unit-month', amount: 420, source: 'contract' }
    const own = sheetOf({ offering: 'apache-kafka-on-hosts', region: 'ours', currency: 'EUR', charges: [units] })
    const hosts = { offering: 'apache-kafka-on-hosts', size: 3 }
    expect(amountOf(billFor({ ...hosts, host: { cores: 8 } }, {}, [own]), 'units')).toBe(1260)
    const rented = billFor({ ...hosts, tier: 'm5.xlarge' }, {}, [own])
    expect([amountOf(rented, 'units'), rented.missing[0]?.charge]).toEqual([undefined, 'units'])
  })

  it('names a charge that is not published, with its reason, and never guesses it', () => {
    const bill = billFor({ offering: 'confluent-cloud-dedicated', size: 2 })
    expect(bill.missing.map(({ charge }) => charge)).toEqual(['units', 'ingress', 'egress', 'storage'])
    expect(bill.missing[0]?.reason).toContain('publishes no price of a CKU')
    expect(bill.isComplete).toBe(false)
  })

  it('says that a charge is missing where a list is silent about it', () => {
    const bill = billFor(express, { region: 'ap-south-1' })
    expect(bill.lines.map(({ charge }) => charge)).toEqual(['units'])
    expect(bill.missing.map(({ charge }) => charge)).toEqual([
      ...['ingress', 'egress', 'storage', 'zone-producers', 'zone-consumers', 'zone-replication'],
    ])
  })

  it('knows no price in a region without one, and names the regions that have one', () => {
    const bill = billFor(express, { region: 'eu-central-1' })
    expect([bill.totalPerMonth, bill.lines, bill.region]).toEqual([null, [], null])
    expect(bill.missing[0]?.reason).toBe(
      'No price of AWS MSK Express in eu-central-1 is known. Known regions: us-east-1, ap-south-1, cn-north-1.',
    )
  })

  it('does not say what storage costs while a retention is not stated', () => {
    const load = scenarioOf({ deployment: express, bytesPerSec: 10 * mib })
    const topics = load.workload.topics.map(({ retentionMs: _gone, ...topic }) => topic)
    const offering = offeringNamed(express.offering)
    const bill = billOf({ ...load, workload: { ...load.workload, topics } }, offering, publishedPrices, { today })
    expect(bill.missing).toEqual([
      { charge: 'storage', name: 'Storage', reason: 'The retention of events is not stated.' },
    ])
  })

  it('charges replication between zones on own hosts, and nothing across a single zone', () => {
    const hosts: Deployment = { offering: 'apache-kafka-on-hosts', tier: 'm5.xlarge', size: 3 }
    const written = amountOf(billFor(express), 'ingress') ?? 0
    // 0.01 a GiB written in Express; two replicas x 0.02 on own hosts.
    expect(amountOf(billFor(hosts), 'zone-replication')).toBeCloseTo(written * 4, 6)
    expect(amountOf(billFor(hosts, { zones: 1 }), 'zone-replication')).toBe(0)
    expect(amountOf(billFor({ ...hosts, zones: 'single' }), 'zone-producers')).toBe(0)
    expect(amountOf(billFor(hosts, { zones: 2 }), 'zone-producers')).toBeCloseTo(written, 6)
  })

  it('does not apply the prices of one cloud to hosts of another, nor to own hosts', () => {
    const hosts: Deployment = { offering: 'apache-kafka-on-hosts', tier: 'n2-standard-8', size: 3 }
    expect(billFor(hosts).lines).toEqual([])
    const own: Deployment = { offering: 'apache-kafka-on-hosts', host: { cores: 8 }, size: 3 }
    expect(billFor(own).lines).toEqual([])
    const elsewhere = billFor({ offering: 'confluent-cloud-standard', cloud: 'gcp', size: 1 })
    expect(elsewhere.missing.map(({ charge }) => charge)).toEqual(['zone-producers', 'zone-consumers'])
  })

  it('bills elastic units as the average load uses them', () => {
    const enterprise: Deployment = { offering: 'confluent-cloud-enterprise', size: 10 }
    const load = scenarioOf({ deployment: enterprise, bytesPerSec: 100 * mib, partitions: 200 })
    const bill = billOf(load, offeringNamed(enterprise.offering), publishedPrices, { today })
    // 104.86 MB/s over 60 MB/s a unit.
    expect(amountOf(bill, 'units')).toBeCloseTo((104.8576 / 60) * 2.25 * 730, 4)
    expect(bill.lines[0]?.formula).toContain('1.75 eCKUs × 1.75–2.25 USD/h × 730 h')
    expect(bill.assumptions.join(' ')).toContain('ingress at the average load needs 1.75 eCKUs')
  })

  it('bills elastic units at least, and none of those that are free', () => {
    const small = (offering: string) => {
      const load = scenarioOf({ deployment: { offering, size: 5 }, bytesPerSec: 0.01 * mib, partitions: 6 })
      return billOf(load, offeringNamed(offering), publishedPrices, { today })
    }
    expect(small('confluent-cloud-basic').lines[0]?.formula).toBe('(1 − 1 free) eCKUs × 0.14 USD/h × 730 h = 0.00 USD')
    expect(amountOf(small('confluent-cloud-freight'), 'units')).toBe(2 * 2.25 * 730)
  })

  it('keeps a range of prices as a range', () => {
    const { lines, totalPerMonth } = billFor({ offering: 'confluent-cloud-enterprise', size: 1 })
    expect(lines[0]?.perMonth).toEqual({ low: 1.75 * 730, high: 2.25 * 730 })
    expect(totalPerMonth?.low).toBeLessThan(totalPerMonth?.high ?? 0)
  })

  it('wears secondary prices, and prices of more than a year ago', () => {
    const { lines } = billFor({ offering: 'redpanda-cloud-serverless', size: 1 })
    expect(lines.every(({ needsCheck, isOld }) => needsCheck && isOld)).toBe(true)
    expect(billFor(express).lines.some(({ isOld }) => isOld)).toBe(false)
    expect(billFor(express, { today: '2027-08-21' }).lines[0]?.isOld).toBe(true)
  })

  it('does not ask for a price of what is included', () => {
    // 10 MiB/s for a day is 843.75 GiB; a processing unit includes 1,024.
    const bill = billFor({ offering: 'azure-event-hubs-premium', size: 1 })
    expect(amountOf(bill, 'storage')).toBe(0)
    expect(bill.missing.map(({ charge }) => charge)).not.toContain('storage')
    const standard = billFor({ offering: 'azure-event-hubs-standard', size: 10 })
    expect(standard.missing.map(({ charge }) => charge)).toContain('storage')
  })

  it('has private endpoints only where the user says how many', () => {
    expect(amountOf(billFor(express), 'private-endpoints')).toBeUndefined()
    expect(amountOf(billFor(express, { privateEndpoints: 2 }), 'private-endpoints')).toBeCloseTo(2 * 0.0225 * 730, 9)
  })

  it('names the region in which a price is missing', () => {
    const { missing } = billFor(
      { offering: 'aws-msk-standard', size: 3, tier: 'kafka.m7g.large' },
      { region: 'ap-south-1' },
    )
    expect(missing[0]?.reason).toBe('No price of kafka.m7g.large in ap-south-1 is in “Amazon MSK, list prices”.')
  })

  it('says whose amounts it uses where the deployment names no cloud', () => {
    const assumed = (more: object) =>
      billFor({ offering: 'confluent-cloud-standard', size: 1, ...more }).assumptions.join(' ')
    expect(assumed({})).toContain(
      'names no cloud (deployment.cloud), so amounts that are known for “aws” only are used.',
    )
    expect(assumed({ cloud: 'aws' })).not.toContain('names no cloud')
    expect(assumed({ zones: 'single' })).not.toContain('names no cloud')
  })

  it('says that the billed storage does not fit into the brokers, and how many it needs', () => {
    // 10 MiB/s for a day are 843.75 GiB; three replicas and as much free space are 5,062.5.
    const standard = { offering: 'aws-msk-standard', tier: 'kafka.m7g.large', size: 3 }
    expect(billFor(standard).assumptions.join(' ')).not.toContain('does not fit')
    const long = scenarioOf({ deployment: standard, bytesPerSec: 10 * mib, retentionMs: 10 * 86_400_000 })
    const { assumptions } = billOf(long, offeringNamed(standard.offering), publishedPrices, { today })
    expect(assumptions[0]).toBe(
      'The storage of this bill does not fit: a broker has 16,384 GiB at most, so 50,625 GiB need 4 brokers. Buy more brokers, or keep the data for a shorter time.',
    )
  })

  it('calls private endpoints not known where no list has their price, instead of leaving them out', () => {
    const standard = { offering: 'confluent-cloud-standard', size: 1, cloud: 'aws' }
    expect(billFor(standard).isComplete).toBe(true)
    const { isComplete, missing } = billFor(standard, { privateEndpoints: 2 })
    expect(isComplete).toBe(false)
    expect(missing.map(({ charge }) => charge)).toEqual(['private-endpoints', 'private-traffic'])
  })
})

describe('prices of the user’s own', () => {
  const list = { offering: 'aws-msk-express', region: null, currency: 'USD' }

  it('lie over the published ones, and a discount is on the published ones alone', () => {
    const charges = [{ for: 'units', per: 'unit-hour', amount: 0.3, source: 'contract' }]
    const bill = billFor(express, {}, [sheetOf({ ...list, discountPercent: 10, charges })])
    expect(amountOf(bill, 'units')).toBeCloseTo(3 * 0.3 * 730, 9)
    expect(amountOf(bill, 'ingress')).toBeCloseTo((amountOf(billFor(express), 'ingress') ?? 0) * 0.9, 9)
    expect(bill.lines.map(({ isOwn }) => isOwn).slice(0, 2)).toEqual([true, false])
    expect(bill.lines[1]?.formula).toContain('× 90 % after discount =')
  })

  it('in another currency stand alone, and the bill says so', () => {
    const charges = [{ for: 'units', per: 'unit-hour', amount: 0.3, source: 'contract' }]
    const bill = billFor(express, {}, [sheetOf({ ...list, currency: 'EUR', charges })])
    expect([bill.currency, bill.lines.length]).toEqual(['EUR', 1])
    expect(bill.assumptions.join(' ')).toContain('no exchange rate is assumed')
  })

  it('decide the region where they name one that has no published prices', () => {
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

  it('of one unit complete the published ones, in their currency', () => {
    const given = [{ offering: 'confluent-cloud-dedicated', perUnitPerHour: 2, currency: null }]
    const sheet = sheetOfUnitPrices(given, publishedPrices.published, today)
    const bill = billFor({ offering: 'confluent-cloud-dedicated', size: 2 }, {}, sheet === null ? [] : [sheet])
    expect([amountOf(bill, 'units'), bill.currency]).toEqual([2 * 2 * 730, 'USD'])
    expect(bill.lines[0]).toMatchObject({ source: null, isOwn: true })
    expect(bill.missing.map(({ charge }) => charge)).toEqual(['ingress', 'egress', 'storage'])
  })
})
