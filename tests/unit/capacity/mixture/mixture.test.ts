import { describe, expect, it } from 'vitest'
import { mixWorkloads } from '../../../../src/capacity/mixture/mixture.ts'
import { predictMixture } from '../../../../src/capacity/mixture/predict-mixture.ts'
import { AppError } from '../../../../src/contracts/app-error.ts'
import { type Scenario, scenario as schema } from '../../../../src/contracts/scenario.ts'
import { dedicated, shippedOffering, smallScenario } from '../known-files.ts'

const orders: Scenario = { ...smallScenario({}), name: 'orders' }
const clicks: Scenario = {
  ...smallScenario({
    topic: { name: 'clicks', partitions: 6 },
    producer: { name: 'web', topic: 'clicks', peakRecordsPerSec: 20_000, recordValueBytes: 256 },
    group: { name: 'reports', topic: 'clicks', count: 2 },
    workload: { connections: { attemptsPerSec: 3 } },
  }),
  name: 'clicks',
}

function refusalOf(mix: () => unknown): AppError {
  try {
    mix()
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error('expected a refusal')
}

describe('workloads in one scenario', () => {
  it('keep their entries and names, and are a valid scenario', () => {
    const { scenario, renamed } = mixWorkloads([orders, clicks])
    expect(schema.parse(JSON.parse(JSON.stringify(scenario)))).toEqual(scenario)
    expect(scenario.name).toBe('orders + clicks')
    expect(scenario.workload.topics).toEqual([...orders.workload.topics, ...clicks.workload.topics])
    expect(scenario.workload.producers).toEqual([...orders.workload.producers, ...clicks.workload.producers])
    expect(scenario.workload.connections).toEqual({ attemptsPerSec: 3 })
    expect(renamed).toEqual([])
  })

  it('with the same names are different topics, producers and groups', () => {
    const { scenario, workloads, renamed } = mixWorkloads([orders, { ...orders, name: 'Käufe & Retouren' }])
    expect(scenario.workload.topics.map(({ name }) => name)).toEqual(['orders.events', 'K-ufe-Retouren.events'])
    expect(scenario.workload.producers.map(({ name, topic }) => [name, topic])).toEqual([
      ['producer of orders', 'orders.events'],
      ['producer of Käufe & Retouren', 'K-ufe-Retouren.events'],
    ])
    expect(scenario.workload.consumerGroups.map(({ topic }) => topic)).toEqual([
      'orders.events',
      'K-ufe-Retouren.events',
    ])
    expect(workloads[1]?.workload.topics[0]?.name).toBe('K-ufe-Retouren.events')
    expect(renamed[0]).toEqual({ workload: 'orders', list: 'topics', from: 'events', to: 'orders.events' })
    expect(schema.safeParse(scenario).success).toBe(true)
  })

  it('that have the same name get numbers, and names that are taken already are not given twice', () => {
    const taken = {
      ...smallScenario({ topic: { name: 'orders.events' }, producer: { topic: 'orders.events' }, group: null }),
      name: 'orders',
    }
    const { scenario, workloads } = mixWorkloads([orders, taken, orders])
    expect(workloads.map(({ name }) => name)).toEqual(['orders', 'orders (2)', 'orders (3)'])
    const names = scenario.workload.topics.map(({ name }) => name)
    expect(names).toEqual(['orders.events-2', 'orders.events', 'orders-3.events'])
  })

  it('with names of the greatest length stay a valid scenario', () => {
    const long = smallScenario({
      topic: { name: 't'.repeat(200) },
      producer: { topic: 't'.repeat(200), name: 'p'.repeat(200) },
      group: null,
    })
    const { scenario } = mixWorkloads(Array.from({ length: 20 }, () => ({ ...long, name: 'n'.repeat(200) })))
    expect(schema.safeParse(scenario).error?.issues ?? []).toEqual([])
    expect(new Set(scenario.workload.topics.map(({ name }) => name)).size).toBe(20)
  })

  it('on different deployments are refused with every difference, unless one is chosen', () => {
    const other = { ...clicks, deployment: { ...clicks.deployment, size: 4, zones: 'multi' as const } }
    const { message, problems, remedy } = refusalOf(() => mixWorkloads([orders, other]))
    expect(message).toContain('differ in 2 fields of the deployment')
    expect(problems).toEqual([
      { place: 'deployment.size', message: '2 in "orders" (scenario 1), 4 in "clicks" (scenario 2)' },
      { place: 'deployment.zones', message: 'left out in "orders" (scenario 1), multi in "clicks" (scenario 2)' },
    ])
    expect(remedy).toContain('--deployment-of N')
    expect(mixWorkloads([orders, other], other.deployment).scenario.deployment).toEqual(other.deployment)
  })

  it('whose clients differ in what a mixture has once are refused', () => {
    const java = { ...clicks, workload: { ...clicks.workload, clientFamily: 'java' as const, roundTripMs: 5 } }
    expect(refusalOf(() => mixWorkloads([orders, java])).problems.map(({ place }) => place)).toEqual([
      'workload.clientFamily',
      'workload.roundTripMs',
    ])
    const plain = { ...clicks, workload: { ...clicks.workload, isEncrypted: false } }
    expect(mixWorkloads([orders, plain]).scenario.workload.topics).toHaveLength(2)
  })

  it('add up their connections if all give them, and are refused if only some do', () => {
    const withTotal = (scenario: Scenario, total: number): Scenario => ({
      ...scenario,
      workload: { ...scenario.workload, connections: { total, attemptsPerSec: 1 } },
    })
    const both = mixWorkloads([withTotal(orders, 300), withTotal(clicks, 500)])
    expect(both.scenario.workload.connections).toEqual({ total: 800, attemptsPerSec: 2 })
    const { problems } = refusalOf(() => mixWorkloads([withTotal(orders, 300), clicks]))
    expect(problems[0]?.message).toContain('not by "clicks"')
  })

  it('that are too many, or have too many entries, are refused', () => {
    expect(refusalOf(() => mixWorkloads(Array.from({ length: 21 }, () => orders))).message).toContain('at most 20')
    const [topic] = orders.workload.topics
    if (topic === undefined) throw new Error('a topic')
    const topics = Array.from({ length: 999 }, (_none, index) => ({ ...topic, name: `t${index}` }))
    const large = { ...orders, workload: { ...orders.workload, topics: [topic, ...topics] } }
    expect(refusalOf(() => mixWorkloads([large, clicks])).problems[0]?.message).toContain('together 1001 entries')
  })
})

describe('the prediction of several workloads', () => {
  const predicted = predictMixture(mixWorkloads([orders, clicks]), dedicated)
  const limitOf = (id: string) => predicted.limits.find((limit) => limit.id === id)

  it('adds what they write, and shows the part of each', () => {
    // 10,000 x 522.97 bytes of 512, and 20,000 x 266.5 of 256, in batches of 31 and 61 records (docs/models.md).
    const ingress = limitOf('ingress')
    const [first, second] = ingress?.parts ?? []
    expect([first?.workload, second?.workload]).toEqual(['orders', 'clicks'])
    expect(ingress?.demand).toBe((first?.demand ?? 0) + (second?.demand ?? 0))
    expect(ingress?.capacity).toBe(100_000_000)
    expect(first?.utilisation).toBeCloseTo((first?.demand ?? 0) / 100_000_000, 12)
    expect(limitOf('partitions')?.parts.map(({ demand }) => demand)).toEqual([12, 6])
    expect(ingress?.isDivided).toBe(false)
  })

  it('gives the limits of a topic or a client to its workload', () => {
    expect(limitOf('partition-ingress:clicks')?.parts.map(({ workload }) => workload)).toEqual(['clicks'])
    expect(limitOf('producer-pipeline:1:web')?.parts.map(({ workload }) => workload)).toEqual(['clicks'])
    expect(limitOf('consumers-per-partition:1:reports')?.parts.map(({ workload }) => workload)).toEqual(['clicks'])
    expect(limitOf('producer-pipeline:0:producer')?.parts.map(({ workload }) => workload)).toEqual(['orders'])
  })

  it('says what each needs alone, and what the other needs without it', () => {
    const [one, other] = predicted.workloads
    expect(one?.withoutIt).toEqual(other?.alone)
    expect(other?.withoutIt).toEqual(one?.alone)
    expect(predicted.prediction.headroom).toBeLessThanOrEqual(
      Math.min(one?.alone.headroom ?? 0, other?.alone.headroom ?? 0),
    )
    const sum = (one?.offered.recordsPerSec ?? 0) + (other?.offered.recordsPerSec ?? 0)
    expect(predicted.prediction.offered.recordsPerSec).toBe(sum)
  })

  it('sizes for the target of the question', () => {
    const producer = { clients: 100, peakRecordsPerSec: 100_000, batchBytes: 100_000, lingerMs: 50 }
    const large = { ...smallScenario({ topic: { partitions: 60 }, producer, group: { members: 60 } }), name: 'orders' }
    const sizesAt = (target: number) => {
      const { workloads } = predictMixture(mixWorkloads([large, clicks]), dedicated, target)
      return { alone: workloads[0]?.alone.smallest, withoutIt: workloads[1]?.withoutIt?.smallest }
    }
    expect(sizesAt(0.4).alone?.targetUtilisation).toBe(0.4)
    expect(sizesAt(0.4)).toEqual({ alone: sizesAt(0.4).alone, withoutIt: sizesAt(0.4).alone })
    expect(sizesAt(0.4).alone?.size ?? 0).toBeGreaterThan(sizesAt(0.8).alone?.size ?? 0)
  })

  it('divides on hosts what does not add up, such as the work of processors', () => {
    const onHosts = (scenario: Scenario): Scenario => ({
      ...scenario,
      deployment: { offering: 'apache-kafka-on-hosts', tier: 'm5.xlarge', size: 3 },
    })
    const { limits } = predictMixture(
      mixWorkloads([onHosts(orders), onHosts(clicks)]),
      shippedOffering('apache-kafka-on-hosts'),
    )
    const cpu = limits.find(({ id }) => id === 'cpu')
    expect(cpu?.isDivided).toBe(true)
    const [first, second] = cpu?.parts ?? []
    // Each alone has the idle work of a broker, which the mixture has once.
    expect((first?.aloneDemand ?? 0) + (second?.aloneDemand ?? 0)).toBeGreaterThan(cpu?.demand ?? 0)
    expect((first?.demand ?? 0) + (second?.demand ?? 0)).toBeCloseTo(cpu?.demand ?? 0, 9)
  })
})
