import { describe, expect, it } from 'vitest'
import { compareOfferings } from '../../../src/capacity/compare-offerings.ts'
import { type Offering, offering as offeringSchema } from '../../../src/contracts/offering.ts'
import { dedicated, shippedOffering, smallScenario } from './known-files.ts'

const source = { title: 'price list', date: '2026-10', grade: 'D' }

/** An offering of 10 MB/s in and out a unit, in the sizes given. */
function service(id: string, change: { max?: number; tiers?: string[]; asOf?: string } = {}): Offering {
  const limits = ['ingress', 'egress'].map((dimension) => ({
    dimension,
    unit: 'bytes/s',
    perUnit: 10e6,
    kind: 'fixed',
    source,
  }))
  const set = {
    asOf: change.asOf ?? '2026-10',
    sizes: { min: 1, max: change.max ?? 10, source },
    limits,
    interaction: { lossWhenOthersFull: 0.3, source },
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
    limitSets: (change.tiers ?? [null]).map((tier) => (tier === null ? set : { ...set, tier })),
    ...(change.tiers === undefined ? {} : { tiers: change.tiers.map((tier) => ({ id: tier, name: tier })) }),
  })
}

/** 41.84 MB/s in and out: 6 units of 10 MB/s at 80 %, 4.184 / 6 = 70 %. */
const scenario = smallScenario({
  topic: { partitions: 60 },
  producer: { peakRecordsPerSec: 80_000, lingerMs: 50, clients: 4 },
})

describe('compareOfferings', () => {
  it('finds the smallest size of each offering: 41.84 MB/s / 10 MB/s / 0.8 = 6 units', () => {
    const [row] = compareOfferings(scenario, [service('a')])
    expect(row).toMatchObject({ offering: 'a', tier: null, fits: true, size: 6, reasons: [] })
    expect(row?.fullest?.utilisation).toBeCloseTo(0.697, 3)
    expect(row?.achievable?.ingressWireBytesPerSec.likely).toBeCloseTo(41.84e6, -4)
  })

  it('depends on the target utilisation: at 50 % it is 9 units', () => {
    expect(compareOfferings(scenario, [service('a')], { targetUtilisation: 0.5 })[0]?.size).toBe(9)
  })

  it('refuses offerings of another cloud than the scenario names, and only those', () => {
    const own = { ...service('own'), clouds: ['aws', 'gcp'] }
    const other = { ...service('other'), clouds: ['azure'] }
    const on = (cloud: string | undefined) => {
      const deployment = cloud === undefined ? scenario.deployment : { ...scenario.deployment, cloud }
      return compareOfferings({ ...scenario, deployment }, [own, other, service('any')]).map(({ offering, fits }) => [
        offering,
        fits,
      ])
    }
    expect(on(undefined)).toEqual([
      ['any', true],
      ['other', true],
      ['own', true],
    ])
    expect(on('aws')).toEqual([
      ['any', true],
      ['own', true],
      ['other', false],
    ])
    const asked = { ...scenario, deployment: { ...scenario.deployment, cloud: 'aws' } }
    expect(compareOfferings(asked, [other])[0]?.reasons).toEqual([
      'OTHER runs on azure only, and deployment.cloud is aws.',
    ])
  })

  it('says why an offering does not fit: 4 units of 10 MB/s for 41.84', () => {
    const [row] = compareOfferings(scenario, [service('small', { max: 4 })])
    expect(row).toMatchObject({ fits: false, size: null, achievable: null, fullest: null })
    expect(row?.reasons).toEqual(['The largest SMALL exceeds the target of 80 %: Ingress 105 %, Egress 105 %.'])
  })

  it('reports offerings without limits of that date, and nothing else about them', () => {
    const [row] = compareOfferings(scenario, [service('new', { max: 4 })], { asOf: '2020-04' })
    expect(row?.reasons).toEqual(['No limits of NEW are known as of 2020-04; the earliest are as of 2026-10.'])
  })

  it('uses the date of the scenario for its own offering, and the newest limits of the others', () => {
    const [own, other] = [dedicated, shippedOffering('confluent-cloud-enterprise')]
    const old = { ...scenario, deployment: { offering: own.id, size: 1, asOf: '2020-04' } }
    const datesOf = (asOf?: string) =>
      compareOfferings(old, [own, other], asOf === undefined ? {} : { asOf }).map(({ limitsAsOf }) => limitsAsOf)
    expect(datesOf()).toEqual(['2020-04', '2026-06-30'])
    expect(datesOf('2026-02')).toEqual(['2024-12', '2026-02'])
    const undated = { ...old, deployment: { offering: own.id, size: 1 } }
    expect(compareOfferings(undated, [own])[0]?.limitsAsOf).toBe('2026-03')
  })

  it('puts what fits before what does not, each by name', () => {
    const rows = compareOfferings(scenario, [service('a', { max: 1 }), service('z'), service('b')])
    expect(rows.map(({ offering, fits }) => [offering, fits])).toEqual([
      ['b', true],
      ['z', true],
      ['a', false],
    ])
  })

  it('gives the same rows for any order of the offerings', () => {
    const offerings = [service('a'), service('b'), service('c', { max: 1 }), dedicated]
    expect(compareOfferings(scenario, offerings.toReversed())).toEqual(compareOfferings(scenario, offerings))
  })

  it('compares the own host of the scenario beside the hosts of its offering, and nowhere else', () => {
    const host = { cores: 64, networkBytesPerSec: 3e9, storageBytesPerSec: 3e9 }
    const onHosts = { offering: 'apache-kafka-on-hosts', size: 3, host }
    const offerings = [shippedOffering('apache-kafka-on-hosts'), service('a')]
    const { tier: _, asOf: _date, ...deployment } = { ...scenario.deployment, tier: '', ...onHosts }
    const rows = compareOfferings({ ...scenario, deployment }, offerings)
    const own = rows.filter((row) => row.deployment?.host !== undefined)
    expect(own).toMatchObject([{ offering: 'apache-kafka-on-hosts', tier: null, fits: true, deployment: { host } }])
    const without = compareOfferings(scenario, offerings)
    expect(rows.length - without.length).toBe(1)
    expect(without.filter((row) => row.deployment?.host !== undefined)).toEqual([])
  })
})
