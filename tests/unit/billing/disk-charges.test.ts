import { describe, expect, it } from 'vitest'
import { type Bill, billOf } from '../../../src/billing/compute-bill.ts'
import type { Deployment } from '../../../src/contracts/scenario.ts'
import { mib, offeringNamed, scenarioOf } from './billed-scenarios.ts'
import { amountOf, billFor, express, sheetOf } from './example-bills.ts'
import { publishedPrices, today } from './shipped-prices.ts'

describe('a bill', () => {
  it('bills disks by their size if the scenario states it, however little is stored', () => {
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

  it('bills the provisioned throughput of volumes, on gp3 only what is above 125 MiB/s', () => {
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

  it('uses different prices for own hosts and for hosts of the table', () => {
    const units = { for: 'units', tier: 'own-host', per: 'unit-month', amount: 420, source: 'contract' }
    const own = sheetOf({ offering: 'apache-kafka-on-hosts', region: 'ours', currency: 'EUR', charges: [units] })
    const hosts = { offering: 'apache-kafka-on-hosts', size: 3 }
    expect(amountOf(billFor({ ...hosts, host: { cores: 8 } }, {}, [own]), 'units')).toBe(1260)
    const rented = billFor({ ...hosts, tier: 'm5.xlarge' }, {}, [own])
    expect([amountOf(rented, 'units'), rented.missing[0]?.charge]).toEqual([undefined, 'units'])
  })

  it('does not say what storage costs if the retention is not stated', () => {
    const load = scenarioOf({ deployment: express, bytesPerSec: 10 * mib })
    const topics = load.workload.topics.map(({ retentionMs: _gone, ...topic }) => topic)
    const offering = offeringNamed(express.offering)
    const bill = billOf({ ...load, workload: { ...load.workload, topics } }, offering, publishedPrices, { today })
    expect(bill.missing).toEqual([
      { charge: 'storage', name: 'Storage', unknown: 'retention', reason: 'The retention of events is not stated.' },
    ])
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
})
