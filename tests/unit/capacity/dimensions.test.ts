import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ConstraintModel } from '../../../src/capacity/constraint-model.ts'
import { allConstraints, constraintMakers } from '../../../src/capacity/constraints/all-constraints.ts'
import { describeSituation, type Situation } from '../../../src/capacity/situation.ts'
import { trafficAt } from '../../../src/capacity/traffic.ts'
import { dimensionRecords, dimensions } from '../../../src/contracts/dimensions.ts'
import { smallScenario } from './known-files.ts'
import { shippedOfferings } from './shipped-offerings.ts'

/** A workload that asks something of every dimension, with the ceilings of its clients. */
const workload = {
  clientPortBytesPerSec: 1e9,
  roundTripMs: 5,
  topics: [{ name: 'events', partitions: 10, replicationFactor: 3, retentionMs: 86_400_000, flushMessages: 1 }],
  producers: [
    { name: 'producer', topic: 'events', peakRecordsPerSec: 10_000, recordValueBytes: 512 },
    { name: 'waiting', topic: 'events', peakRecordsPerSec: 100, recordValueBytes: 512, synchronousSenders: 4 },
  ],
}

/** The workload on every set of limits that comes with Headroom, and on an embedded cluster of three brokers. */
const situations: readonly Situation[] = shippedOfferings.flatMap((offering) =>
  offering.limitSets.flatMap((limits) => {
    const tier = limits.tier ?? offering.tiers?.[0]?.id
    const cloud = offering.model === 'measured-table' ? Object.keys(offering.table.clouds)[0] : undefined
    const deployment = { offering: offering.id, size: 3, ...(tier && { tier }), ...(cloud && { cloud }) }
    const scenario = smallScenario({ workload, deployment: { asOf: undefined, ...deployment } })
    return [
      { capacityScale: 1, allowsBurst: true },
      { capacityScale: 1, allowsBurst: false, brokers: 3 },
    ].map((context) => describeSituation(scenario, offering, limits, { context, size: 3 }))
  }),
)

const models: readonly ConstraintModel[] = situations.flatMap(allConstraints)

describe('the records of dimensions', () => {
  it.each(dimensions)('have a constraint on %s that its registered makers create', (dimension) => {
    for (const make of constraintMakers[dimension]) {
      const made = situations.flatMap(make).map((model) => model.dimension)
      expect(made, make.name).toContain(dimension)
    }
  })

  it('register every constraint file', async () => {
    const folder = new URL('../../../src/capacity/constraints/', import.meta.url)
    const files = readdirSync(folder).filter((name) => name !== 'all-constraints.ts')
    const registered = new Set<unknown>(Object.values(constraintMakers).flat())
    for (const name of files) {
      const exported: Record<string, unknown> = await import(new URL(name, folder).pathname)
      expect(
        Object.values(exported).some((value) => registered.has(value)),
        name,
      ).toBe(true)
    }
    expect(files.length).toBeGreaterThan(15)
  })

  it('have a name for the busiest broker if a constraint applies to one broker', () => {
    const ofOneBroker = new Set(models.filter(({ layer }) => layer === 'broker').map(({ dimension }) => dimension))
    expect([...ofOneBroker].sort()).toEqual(['cpu', 'egress', 'ingress', 'network-in', 'network-out'])
    for (const dimension of ofOneBroker) expect(dimensionRecords[dimension].noun.ofBusiestBroker).toBeDefined()
  })

  it.each(dimensions)('say correctly whether demand on %s rises with the load', (dimension) => {
    const rises = situations.flatMap((situation) => {
      const [offered, twice] = [trafficAt(situation, 1), trafficAt(situation, 2)]
      const own = allConstraints(situation).filter((model) => model.dimension === dimension)
      return own.map((model) => model.demandAt(twice) > model.demandAt(offered))
    })
    expect(new Set(rises)).toEqual(new Set([dimensionRecords[dimension].role === 'grows']))
  })
})
