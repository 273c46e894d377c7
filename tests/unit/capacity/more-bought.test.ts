import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import type { Limit } from '../../../src/contracts/offering.ts'
import type { Deployment, Scenario } from '../../../src/contracts/scenario.ts'
import { expectNoLess } from './carries-no-less.ts'
import { shippedOffering, smallScenario } from './known-files.ts'
import { propertyRuns, propertyTimeoutMs } from './property-runs.ts'
import { logarithmic } from './random-numbers.ts'
import { type Case, cases, casesOn } from './random-scenarios.ts'
import { shippedOfferings } from './shipped-offerings.ts'
import { hasNoLess } from './tier-order.ts'

/** One number of a part x `more`; the part as it is where it does not say that number. */
function raised<Part extends object>(part: Part, name: string, more: number): Part {
  const value: unknown = Reflect.get(part, name)
  return typeof value === 'number' ? { ...part, [name]: value * more } : part
}

function withDeployment({ scenario, offering }: Case, change: Partial<Deployment>): Case {
  return { offering, scenario: { ...scenario, deployment: { ...scenario.deployment, ...change } } }
}

function withVolume(each: Case, change: (volume: NonNullable<Deployment['volume']>) => Deployment['volume']): Case {
  const { volume } = each.scenario.deployment
  return volume === undefined ? each : withDeployment(each, { volume: change(volume) })
}

function withHost(each: Case, name: string, more: number): Case {
  const { host } = each.scenario.deployment
  return host === undefined ? each : withDeployment(each, { host: raised(host, name, more) })
}

/** The limits on one dimension of the offering, at every date and for every tier. */
function withLimit({ scenario, offering }: Case, more: number, choice: number): Case {
  const known = [...new Set(offering.limitSets.flatMap(({ limits }) => limits.map(({ dimension }) => dimension)))]
  const chosen = known[choice % Math.max(1, known.length)]
  const raise = (limit: Limit) =>
    limit.dimension === chosen ? raised(raised(limit, 'perUnit', more), 'max', more) : limit
  const limitSets = offering.limitSets.map((set) => ({ ...set, limits: set.limits.map(raise) }))
  return { scenario, offering: { ...offering, limitSets } }
}

function withWorkload({ scenario, offering }: Case, change: Partial<Scenario['workload']>): Case {
  return { offering, scenario: { ...scenario, workload: { ...scenario.workload, ...change } } }
}

/** A tier that has at least as much of everything, where the offering has one. */
function withTier(each: Case, choice: number): Case {
  const { tiers = [] } = each.offering
  const { tier } = each.scenario.deployment
  const larger = tiers.filter(({ id }) => tier !== undefined && hasNoLess(each.offering, id, tier))
  const chosen = larger[choice % Math.max(1, larger.length)]
  return chosen === undefined ? each : withDeployment(each, { tier: chosen.id })
}

type Purchase = (each: Case, more: number, choice: number) => Case

/** What is bought of any offering: a case with `more` times as much of it, or as it is where it has nothing of it. */
const purchases: Readonly<Record<string, Purchase>> = {
  'a published limit': withLimit,
  'ports of clients': (each, more) => withWorkload(each, raised(each.scenario.workload, 'clientPortBytesPerSec', more)),
  'faster producers': (each, more) =>
    withWorkload(each, {
      producers: each.scenario.workload.producers.map((producer) => raised(producer, 'mostRecordsPerSec', more)),
    }),
  'faster consumers': (each, more) =>
    withWorkload(each, {
      consumerGroups: each.scenario.workload.consumerGroups.map((group) => raised(group, 'mostRecordsPerSec', more)),
    }),
}

/** What is bought where brokers run on hosts. */
const hostPurchases: Readonly<Record<string, Purchase>> = {
  volumes: (each, more) => withVolume(each, (volume) => ({ ...volume, count: Math.ceil(volume.count * more) })),
  'throughput of volumes': (each, more) => withVolume(each, (volume) => raised(volume, 'throughputBytesPerSec', more)),
  'space of volumes': (each, more) => withVolume(each, (volume) => raised(volume, 'sizeBytes', more)),
  processors: (each, more) => withHost(each, 'cores', more),
  network: (each, more) => withHost(each, 'networkBytesPerSec', more),
  disks: (each, more) => withHost(each, 'storageBytesPerSec', more),
  memory: (each, more) => withHost(each, 'memoryBytes', more),
}

const hostCases = casesOn(shippedOfferings.filter(({ model }) => model === 'broker-hardware'))

function expectMoreCarriesNoLess(given: fc.Arbitrary<Case>, bought: Purchase): void {
  let compared = 0
  fc.assert(
    fc.property(given, logarithmic(1, 100), fc.nat(100), (before, more, choice) => {
      const after = bought(before, more, choice)
      if (JSON.stringify(after) === JSON.stringify(before)) return
      compared += 1
      expectNoLess(after, before)
    }),
    propertyRuns(300),
  )
  expect(compared).toBeGreaterThan(0)
}

/** Newest limits, which are those that tiers are compared by, and no host that stands for the tier's. */
function asTiers(each: Case): Case {
  return withDeployment(each, { asOf: undefined, host: undefined })
}

describe('more of what is bought never carries less, on every offering', () => {
  it.each(Object.entries(purchases))('%s', (_name, bought) => expectMoreCarriesNoLess(cases, bought), propertyTimeoutMs)

  it.each(Object.entries(hostPurchases))(
    '%s of hosts',
    (_name, bought) => expectMoreCarriesNoLess(hostCases, bought),
    propertyTimeoutMs,
  )

  it(
    'a tier that has at least as much of everything',
    () => {
      let compared = 0
      fc.assert(
        fc.property(cases, fc.nat(100), (given, choice) => {
          const before = asTiers(given)
          const after = withTier(before, choice)
          if (after.scenario.deployment.tier === before.scenario.deployment.tier) return
          compared += 1
          expectNoLess(after, before)
        }),
        propertyRuns(600),
      )
      expect(compared).toBeGreaterThan(5)
    },
    propertyTimeoutMs,
  )

  it('one partition fills one of ten volumes, on hosts whose link takes them all and on hosts whose link does not', () => {
    const hosts = shippedOffering('apache-kafka-on-hosts')
    const utilisationOn = (tier: string) => {
      const deployment = { offering: hosts.id, tier, size: 1, volume: { type: 'gp3', count: 10 } }
      const scenario = smallScenario({ topic: { partitions: 1, replicationFactor: 1 }, deployment })
      const { constraints } = predict({ ...scenario, deployment }, hosts)
      return constraints.find(({ id }) => id === 'storage-bandwidth')?.utilisation ?? 0
    }
    // The link of a c6g.8xlarge is slower than ten volumes together, that of a c6g.16xlarge is not.
    expect(utilisationOn('c6g.8xlarge')).toBeCloseTo(utilisationOn('c6g.16xlarge'), 9)
  })
})
