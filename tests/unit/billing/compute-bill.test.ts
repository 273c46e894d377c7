import { describe, expect, it } from 'vitest'
import { billOf } from '../../../src/billing/compute-bill.ts'
import { type Deployment, scenario as scenarioSchema } from '../../../src/contracts/scenario.ts'
import { mib, offeringNamed, scenarioOf } from './billed-scenarios.ts'
import { amountOf, billFor, express } from './example-bills.ts'
import { publishedPrices, today } from './shipped-prices.ts'

describe('a bill', () => {
  it('is the sum of its lines, also per MB/s and per TB written', () => {
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

  it('names a charge that is not published, with its reason, and never guesses it', () => {
    const bill = billFor({ offering: 'confluent-cloud-dedicated', size: 2 })
    expect(bill.missing.map(({ charge }) => charge)).toEqual(['units', 'ingress', 'egress', 'storage'])
    expect(bill.missing[0]?.reason).toContain('publishes no price of a CKU')
    expect(bill.isComplete).toBe(false)
  })

  it('says that a charge is missing if a list does not have it', () => {
    const bill = billFor(express, { region: 'ap-south-1' })
    expect(bill.lines.map(({ charge }) => charge)).toEqual(['units'])
    expect(bill.missing.map(({ charge }) => charge)).toEqual([
      ...['ingress', 'egress', 'storage', 'zone-producers', 'zone-consumers', 'zone-replication'],
    ])
  })

  it('has no total in a region without prices, and names the regions that have them', () => {
    const bill = billFor(express, { region: 'eu-central-1' })
    expect([bill.totalPerMonth, bill.lines, bill.region]).toEqual([null, [], null])
    expect(bill.missing[0]?.reason).toBe(
      'No price of AWS MSK Express in eu-central-1 is known. Known regions: us-east-1, ap-south-1, cn-north-1.',
    )
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

  it('of one zone says of a service that always spans several what it leaves out', () => {
    const sentence = (deployment: Deployment, zones?: number) =>
      billFor(deployment, zones === undefined ? {} : { zones }).assumptions.find((text) => / zone/.test(text))
    expect(sentence({ ...express, zones: 'single' })).toMatch(
      /^AWS MSK Express always spreads its brokers over 3 zones or more \(Amazon MSK, .*, 2026-11\), so traffic crosses zones even if all clients are in one\. This bill of one zone leaves out what crosses: use --zones 3\.$/,
    )
    expect(sentence(express, 2)).toContain('This bill of 2 zones leaves out what crosses')
    const standard: Deployment = { offering: 'aws-msk-standard', tier: 'kafka.m7g.large', size: 3 }
    expect(sentence(standard, 1)).toContain('over 2 zones or more')
    expect(sentence(standard, 2)).toContain('spread evenly over 2 zones')
    expect(sentence(express)).toContain('spread evenly over 3 zones')
    const hosts: Deployment = { offering: 'apache-kafka-on-hosts', tier: 'm5.xlarge', size: 3 }
    expect(sentence(hosts, 1)).toMatch(/^Clients and brokers are in one zone/)
    expect([billFor(express).leastZones, billFor(hosts).leastZones]).toEqual([3, null])
  })

  it('of a month without traffic has its units, and nothing for bytes', () => {
    const load = scenarioOf({ deployment: express, bytesPerSec: 10 * mib })
    const producers = load.workload.producers.map((each) => ({ ...each, averageRecordsPerSec: 0 }))
    const idle = scenarioSchema.parse({ ...load, workload: { ...load.workload, producers } })
    const bill = billOf(idle, offeringNamed(express.offering), publishedPrices, { today })
    const full = billFor(express)
    expect(amountOf(bill, 'units')).toBe(amountOf(full, 'units'))
    expect(amountOf(full, 'ingress')).toBeGreaterThan(0)
    const others = bill.lines.filter(({ charge }) => charge !== 'units').map(({ perMonth }) => perMonth.high)
    expect(others).toEqual(others.map(() => 0))
    expect(others.length).toBeGreaterThan(2)
    expect([bill.perMegabytePerSec, bill.perTerabyte, bill.load.isPeak]).toEqual([null, null, false])
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
    expect(bill.lines[0]?.formula).toContain('1.747627 eCKUs × 1.75–2.25 USD/h × 730 h')
    expect(bill.assumptions.join(' ')).toContain('ingress at the average load needs 1.75 eCKUs')
  })

  it('bills at least the minimum of elastic units, and no free ones', () => {
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

  it('marks secondary prices, and prices that are more than a year old', () => {
    const { lines } = billFor({ offering: 'redpanda-cloud-serverless', size: 1 })
    expect(lines.every(({ needsCheck, isOld }) => needsCheck && isOld)).toBe(true)
    expect(billFor(express).lines.some(({ isOld }) => isOld)).toBe(false)
    expect(billFor(express, { today: '2027-08-21' }).lines[0]?.isOld).toBe(true)
  })

  it('needs no price for what is included', () => {
    // 10 MiB/s for a day is 843.75 GiB; a processing unit includes 1,024.
    const bill = billFor({ offering: 'azure-event-hubs-premium', size: 1 })
    expect(amountOf(bill, 'storage')).toBe(0)
    expect(bill.missing.map(({ charge }) => charge)).not.toContain('storage')
    const standard = billFor({ offering: 'azure-event-hubs-standard', size: 10 })
    expect(standard.missing.map(({ charge }) => charge)).toContain('storage')
  })

  it('has private endpoints only if the user says how many', () => {
    expect(amountOf(billFor(express), 'private-endpoints')).toBeUndefined()
    expect(amountOf(billFor(express, { privateEndpoints: 2 }), 'private-endpoints')).toBeCloseTo(2 * 0.0225 * 730, 9)
  })

  it('names the region in which a price is missing', () => {
    const { missing } = billFor(
      { offering: 'aws-msk-standard', size: 3, tier: 'kafka.m7g.large' },
      { region: 'ap-south-1' },
    )
    expect(missing[0]?.reason).toBe('No such price of kafka.m7g.large in ap-south-1 is in “Amazon MSK, list prices”.')
  })

  it('says which cloud’s amounts it uses if the deployment names no cloud', () => {
    const assumed = (more: object) =>
      billFor({ offering: 'confluent-cloud-standard', size: 1, ...more }).assumptions.join(' ')
    expect(assumed({})).toContain(
      'names no cloud (deployment.cloud), so amounts that are known for “aws” only are used.',
    )
    expect(assumed({ cloud: 'aws' })).not.toContain('names no cloud')
    expect(assumed({ zones: 'single' })).not.toContain('names no cloud')
  })

  it('says that the price of private endpoints is missing if no list has it', () => {
    const standard = { offering: 'confluent-cloud-standard', size: 1, cloud: 'aws' }
    expect(billFor(standard).isComplete).toBe(true)
    const { isComplete, missing } = billFor(standard, { privateEndpoints: 2 })
    expect(isComplete).toBe(false)
    expect(missing.map(({ charge }) => charge)).toEqual(['private-endpoints', 'private-traffic'])
  })
})
