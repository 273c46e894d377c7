import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explainSurvival } from '../../../src/capacity/explain-survival.ts'
import { solve } from '../../../src/capacity/solve.ts'
import { type LostPart, survive } from '../../../src/capacity/survival.ts'
import type { ScenarioInput } from '../../../src/contracts/scenario.ts'
import { dedicated, lawsOfHosts, shippedOffering, smallScenario } from './known-files.ts'
import { cases } from './random-scenarios.ts'

const hosts = shippedOffering('apache-kafka-on-hosts')
const express = shippedOffering('aws-msk-express')
const runs = { numRuns: 300 }

type Change = {
  topic?: Partial<ScenarioInput['workload']['topics'][number]>
  acks?: '1' | 'all'
  deployment?: Partial<ScenarioInput['deployment']>
}

/** 100,000 records/s of 512 bytes in full batches of 31: 52.297 MB/s on the wire, read by one group. */
const onHosts = (change: Change = {}) =>
  smallScenario({
    topic: { partitions: 24, retentionMs: 3_600_000, ...change.topic },
    producer: { peakRecordsPerSec: 100_000, lingerMs: 50, clients: 4, acks: change.acks ?? 'all' },
    group: { members: 4 },
    deployment: { offering: hosts.id, tier: 'm5.2xlarge', size: 4, asOf: undefined, ...change.deployment },
  })

describe('survive', () => {
  it('moves the leaders of a lost broker to the others, while its replicas stay missing', () => {
    const scenario = onHosts()
    const { brokers, headroom, stops, achievable } = survive(scenario, hosts, { lost: 'broker' })
    expect([brokers, stops]).toEqual([{ all: 4, left: 3 }, []])
    // To disk and into the network each of 3 brokers gets what each of 4 got: 3 x 3/4 copies / 3 = 3 / 4.
    const left = solve({ ...scenario, deployment: { ...scenario.deployment, size: 3 } }, hosts)
    expect(headroom).toBeGreaterThan(left.headroom.factor)
    expect(headroom).toBeLessThanOrEqual(solve(scenario, hosts).headroom.factor)
    expect(achievable?.ingressWireBytesPerSec).toBeCloseTo(52.297e6, -4)
  })

  it('stops writes if all three replicas have to be in sync, only with acks=all', () => {
    const topic = { minInsyncReplicas: 3 }
    const all = survive(onHosts({ topic }), hosts, { lost: 'broker' })
    expect(all.stops).toEqual(['Writes to "events" with acks=all stop: they need 3 of 3 replicas in sync, 2 are left.'])
    expect([all.headroom, all.achievable?.recordsPerSec, all.smallest]).toEqual([0, 0, null])
    expect(survive(onHosts({ topic, acks: '1' }), hosts, { lost: 'broker' }).stops).toEqual([])
    expect(survive(onHosts({ topic: { minInsyncReplicas: 2 } }), hosts, { lost: 'broker' }).stops).toEqual([])
  })

  it('stops a topic with one replica for all producers', () => {
    const { stops } = survive(onHosts({ topic: { replicationFactor: 1 }, acks: '1' }), hosts, { lost: 'broker' })
    expect(stops).toEqual(['"events" stops: the only replica of some of its partitions is down.'])
  })

  it('removes a third of the brokers with a zone, and all of a single-zone cluster', () => {
    const zone = (deployment: Partial<ScenarioInput['deployment']>) =>
      survive(onHosts({ deployment }), hosts, { lost: 'zone' })
    expect(zone({ size: 7 }).brokers).toEqual({ all: 7, left: 4 })
    expect(zone({ size: 7 }).assumptions[0]).toContain('3 zones')
    expect(zone({ size: 7, zones: 'single' }).stops[0]).toContain('every replica')
  })

  it('sizes for the target with one broker down: 599 MB/s need 6 brokers of MSK Express, 9 (a multiple of three) with one down', () => {
    // express.m7g.4xlarge: 124.9 MB/s in a broker; 6 x 124.9 x 0.8 = 599.5 MB/s.
    const scenario = smallScenario({
      topic: { partitions: 210 },
      producer: { peakRecordsPerSec: 599e6 / (521 + 61 / 31), lingerMs: 50, clients: 4 },
      group: null,
      deployment: { offering: express.id, tier: 'express.m7g.4xlarge', size: 6, asOf: undefined },
    })
    const { smallest, headroom, binding } = survive(scenario, express, { lost: 'broker' })
    const utilisation = expect.closeTo(599 / (8 * 124.9), 3)
    expect(smallest).toEqual({ size: 9, dimension: 'ingress', utilisation, targetUtilisation: 0.8 })
    expect(headroom).toBeCloseTo((5 * 124.9) / 599, 3)
    expect(binding[0]?.dimension).toBe('ingress')
  })

  it('catches up with the free capacity: bytes, rate and time as computed by hand', () => {
    const scenario = onHosts()
    const { refill } = survive(scenario, hosts, { lost: 'broker', outageMs: 600_000 })
    // 52.297 MB/s x 3 copies / 4 brokers x 600 s; an hour is kept: six times that.
    expect(refill?.returning?.bytes).toBeCloseTo(((100_000 * (521 + 61 / 31) * 3) / 4) * 600, -4)
    expect(refill?.replaced?.bytes).toBeCloseTo((refill?.returning?.bytes ?? 0) * 6, -4)
    const { models, offered } = solve(scenario, hosts)
    const spare = models
      .filter((model) => ['storage-bandwidth', 'network-in'].includes(model.dimension))
      .map((model) => model.capacity - model.demandAt(offered))
    expect(refill?.returning?.spareBytesPerSec).toBe(Math.min(...spare))
    const { bytes = 0, spareBytesPerSec = 1, refillMs } = refill?.returning ?? {}
    expect(refillMs).toBeCloseTo((bytes / spareBytesPerSec) * 1000, 3)
  })

  it('fetches nothing that nobody has or nobody wrote: of only replicas, and where writes with acks=all stop', () => {
    const refillOf = (topic: NonNullable<Change['topic']>, acks: '1' | 'all') =>
      survive(onHosts({ topic, acks }), hosts, { lost: 'broker', outageMs: 600_000 }).refill
    expect(refillOf({ replicationFactor: 1 }, 'all')).toEqual({ returning: null, replaced: null })
    const held = refillOf({ replicationFactor: 2, minInsyncReplicas: 2 }, 'all')
    expect(held?.returning).toBeNull()
    // What it kept is on its other replicas: 52.297 MB/s x 2 copies / 4 brokers x an hour.
    const bytesPerSec = 100_000 * (521 + 61 / 31)
    expect(held?.replaced?.bytes).toBeCloseTo(((bytesPerSec * 2) / 4) * 3600, -4)
    const written = refillOf({ replicationFactor: 2, minInsyncReplicas: 2 }, '1')
    expect(written?.returning?.bytes).toBeCloseTo(((bytesPerSec * 2) / 4) * 600, -4)
  })

  it('computes nothing for a service that hides its brokers, and quotes its vendor', () => {
    const scenario = smallScenario({})
    const confluent = survive(scenario, dedicated, { lost: 'zone' })
    expect([confluent.basis, confluent.headroom, confluent.smallest]).toEqual(['not-published', null, null])
    expect(explainSurvival(confluent, dedicated, { targetUtilisation: 0.8 })[0]).toContain('is not published')
    const ibm = shippedOffering('ibm-event-streams-gen2')
    const onIbm = smallScenario({ deployment: { offering: ibm.id, size: 1, asOf: undefined } })
    const published = survive(onIbm, ibm, { lost: 'zone' })
    expect([published.basis, published.headroom]).toEqual(['published', solve(onIbm, ibm).headroom.factor])
    expect(explainSurvival(published, ibm, { targetUtilisation: 0.8 })[0]).toContain('hold with one zone away')
  })

  it('gives at most as much without a zone as without one broker, although fewer replicas are written', () => {
    const scenario = smallScenario({
      topic: { count: 5, partitions: 28, replicationFactor: 5 },
      producer: { peakRecordsPerSec: 10, recordValueBytes: 1_000_000, batchBytes: 10_000_000, compression: 'zstd' },
      group: null,
      workload: { clientFamily: 'java', isEncrypted: true },
      deployment: { offering: hosts.id, size: 18, tier: 'm5.large', asOf: '2020-01' },
    })
    const without = (lost: LostPart) => survive(scenario, hosts, { lost }).headroom
    expect(without('zone')).toBe(without('broker'))
  })

  it('never gives more than with all brokers, nor more without a zone than without a broker', () => {
    fc.assert(
      fc.property(cases, ({ scenario, offering }) => {
        const all = solve(scenario, offering).headroom.factor
        const without = (lost: LostPart) => survive(scenario, offering, { lost }).headroom ?? all
        // Each factor ends a search of its own, so equal ones may differ in their last digits.
        const lastDigits = 1 + 1e-9
        expect(without('broker')).toBeLessThanOrEqual(all * lastDigits)
        expect(without('zone')).toBeLessThanOrEqual(without('broker') * lastDigits)
      }),
      runs,
    )
  })

  it('says that the whole load is carried while clients wait, and not a share of it', () => {
    const laws = lawsOfHosts()
    const scenario = smallScenario({
      topic: { partitions: 24 },
      producer: { clients: 10_000, peakRecordsPerSec: 65_000, recordValueBytes: 1000, lingerMs: 10 },
      group: { count: 2, members: 2, fetchMinBytes: 65_536 },
      deployment: { offering: laws.id, tier: 'm5.xlarge', size: 4, asOf: '2020-01' },
    })
    const survival = survive(scenario, laws, { lost: 'broker' })
    expect(survival.headroom).toBeLessThan(1)
    expect(survival.saturation).toBeGreaterThan(1)
    expect(survival.achievable?.recordsPerSec).toBeCloseTo(65_000, 0)
    const [sentence] = explainSurvival(survival, laws, { targetUtilisation: 0.8 })
    expect(sentence).toMatch(
      /^With one broker away, 3 of 4 brokers carry the whole load, .* out, only while clients wait: processors of a broker bind first\.$/,
    )
  })

  it('says of a workload that is refused that the others cannot take it either', () => {
    const volume = { type: 'gp3', count: 1, sizeBytes: 1_000_000 }
    const survival = survive(onHosts({ deployment: { volume } }), hosts, { lost: 'broker' })
    const [sentence] = explainSurvival(survival, hosts, { targetUtilisation: 0.8 })
    expect(sentence).toBe('With one broker away, 3 of 4 brokers cannot take this workload: storage binds.')
  })

  it('names no size for a deployment that is refused at every size', () => {
    const unknown = { type: 'floppy', count: 1, sizeBytes: 1e15 }
    expect(survive(onHosts({ deployment: { volume: unknown } }), hosts, { lost: 'broker' }).smallest).toBeNull()
  })

  it('says that consumers fall behind where only what they read is limited', () => {
    const scenario = onHosts()
    const slow = scenario.workload.consumerGroups.map((group) => ({ ...group, mostRecordsPerSec: 10_000 }))
    const limited = { ...scenario, workload: { ...scenario.workload, consumerGroups: slow } }
    const survival = survive(limited, hosts, { lost: 'broker' })
    const { ingressWireBytesPerSec = 0, egressWireBytesPerSec = 0 } = survival.achievable ?? {}
    expect(ingressWireBytesPerSec).toBeCloseTo(52.297e6, -4)
    expect(egressWireBytesPerSec / ingressWireBytesPerSec).toBeCloseTo(0.4, 2)
    const [sentence] = explainSurvival(survival, hosts, { targetUtilisation: 0.8 })
    expect(sentence).toMatch(/ in and 20\.9 MB\/s out, and consumers fall behind: what a consumer can read binds\.$/)
  })

  it('meets the target at the size that it names, with the part down', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.constantFrom<LostPart>('broker', 'zone'), (times, lost) => {
        const base = onHosts({ topic: { partitions: 360 } })
        const producers = base.workload.producers.map((each) => ({ ...each, peakRecordsPerSec: times * 100_000 }))
        const scenario = { ...base, workload: { ...base.workload, producers } }
        const { smallest } = survive(scenario, hosts, { lost })
        if (smallest === null) return
        const there = { ...scenario, deployment: { ...scenario.deployment, size: smallest.size } }
        expect(survive(there, hosts, { lost }).headroom).toBeGreaterThanOrEqual(1)
      }),
      { numRuns: 60 },
    )
  })
})
