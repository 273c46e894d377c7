import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { setScenarioField } from '../../../src/capacity/set-scenario-field.ts'
import { atSize } from '../../../src/capacity/size-answers.ts'
import { type Scenario, scenario as schema } from '../../../src/contracts/scenario.ts'
import {
  assumedCompressionRatio,
  lowersPartitions,
  type SmallerSize,
  smallerSizes,
} from '../../../src/planning/smaller-size.ts'
import { dedicated, manyRequests, shippedOffering, smallScenario } from '../capacity/known-files.ts'
import { propertyRuns, propertyTimeoutMs } from '../capacity/property-runs.ts'
import { cases } from '../capacity/random-scenarios.ts'

/** Of the 4,500 partitions of a CKU this asks for more, with next to no load. */
function manyPartitions(members: number): Scenario {
  return smallScenario({
    topic: { partitions: 5_000 },
    producer: { peakRecordsPerSec: 100 },
    group: { members },
    deployment: { size: 1, asOf: '2026-03' },
  })
}

const { now, found } = smallerSizes(manyRequests(), dedicated)
const byKinds = (...kinds: readonly string[]) => found.find((each) => each.kinds.join() === kinds.join())

describe('changes that allow a smaller size', () => {
  it('are larger batches and fuller fetches if requests decide, and no partition is taken for nothing', () => {
    expect(now).toMatchObject({ size: 21, dimension: 'requests' })
    expect(byKinds('fetching')).toMatchObject({ smallest: { size: 9 } })
    expect(found.some((change) => lowersPartitions(change, manyRequests()))).toBe(false)
    expect(byKinds('batching')?.changes).toEqual([{ path: 'workload.producers.0.lingerMs', value: 100 }])
  })

  it('come together first if they reach less than each alone, with no change that adds nothing', () => {
    expect(found[0]).toBe(byKinds('batching', 'fetching'))
    expect(found[0]).toMatchObject({
      smallest: { size: 3 },
      changes: [
        { path: 'workload.producers.0.lingerMs', value: 50 },
        { path: 'workload.consumerGroups.0.fetchMinBytes', value: 65_536 },
      ],
    })
  })

  it('are the mildest that reach the size', () => {
    const milder = setScenarioField(byKinds('batching', 'fetching')?.scenario, 'workload.producers.0.lingerMs', 20)
    expect(predict(schema.parse(milder), dedicated).smallest?.size).toBeGreaterThan(3)
  })

  it('take no more partitions away than reaches the size: 4,500 of 5,000 fit on one CKU', () => {
    const sizes = smallerSizes(manyPartitions(12), dedicated)
    expect(sizes.now?.size).toBe(2)
    expect(sizes.found).toMatchObject([{ kinds: ['partitions'], smallest: { size: 1 }, changes: [{ value: 4_500 }] }])
  })

  it('leave every consumer a partition', () => {
    expect(smallerSizes(manyPartitions(4_600), dedicated)).toMatchObject({ now: { size: 2 }, found: [] })
  })

  it('say how many partitions make a size enough if there is none', () => {
    const load = { peakRecordsPerSec: 60_000, recordValueBytes: 1_000, batchBytes: 1_000_000, lingerMs: 10 }
    const scenario = smallScenario({ topic: { partitions: 4 }, producer: load, deployment: { asOf: '2026-03' } })
    const sizes = smallerSizes(scenario, dedicated)
    expect(sizes.now).toBeNull()
    const [best] = sizes.found as [SmallerSize]
    expect(best.kinds).toEqual(['partitions'])
    expect(best.changes[0]?.value).toBeGreaterThan(4)
  })

  it('put an assumed compression last', () => {
    const load = { peakRecordsPerSec: 150_000, recordValueBytes: 1_000, batchBytes: 1_000_000, lingerMs: 10 }
    const scenario = smallScenario({ topic: { partitions: 120 }, producer: load })
    const last = smallerSizes(scenario, dedicated).found.at(-1)
    expect(last?.kinds).toEqual(['compression'])
    expect(last?.scenario.workload.producers[0]).toMatchObject({
      compression: 'lz4',
      compressionRatio: assumedCompressionRatio,
    })
  })

  it('compress with a codec that the service takes, or not at all', () => {
    const load = { peakRecordsPerSec: 20_000, recordValueBytes: 1_000, batchBytes: 900_000, lingerMs: 10 }
    const codecOn = (offering: string) => {
      const scenario = smallScenario({
        topic: { partitions: 32 },
        producer: load,
        deployment: { offering, size: 1, asOf: '2026-11' },
      })
      const { found } = smallerSizes(scenario, shippedOffering(offering))
      return found.find(({ kinds }) => kinds.includes('compression'))?.scenario.workload.producers[0]?.compression
    }
    expect(codecOn('azure-event-hubs-premium')).toBe('gzip')
    expect(codecOn('azure-event-hubs-standard')).toBeUndefined()
  })

  it('are none if the smallest size on sale is enough, and none for synchronous senders by a linger', () => {
    const small = smallScenario({ producer: { peakRecordsPerSec: 10 }, deployment: { size: 1, asOf: '2026-03' } })
    expect(smallerSizes(small, dedicated).found).toEqual([])
    const waiting = setScenarioField(manyRequests(), 'workload.producers.0.synchronousSenders', 10)
    const kinds = smallerSizes(schema.parse(waiting), dedicated).found.flatMap((each) => each.kinds)
    expect(kinds).not.toContain('batching')
  })

  it('are what a prediction of the changed scenario says, at any offering', { timeout: propertyTimeoutMs }, () => {
    let seen = 0
    fc.assert(
      fc.property(cases, ({ scenario, offering }) => {
        const answer = smallerSizes(scenario, offering)
        for (const { changes, smallest, scenario: changed } of answer.found) {
          seen += 1
          expect(answer.now === null || smallest.size < answer.now.size).toBe(true)
          const set = changes.reduce<unknown>((json, { path, value }) => setScenarioField(json, path, value), scenario)
          expect(schema.parse(set)).toEqual(schema.parse(changed))
          const there = predict(atSize(changed, smallest.size), offering)
          expect(there.isFeasible).toBe(true)
          expect(there.smallest?.size).toBe(smallest.size)
          expect(there.headroom).toBeGreaterThanOrEqual(1)
        }
      }),
      propertyRuns(200),
    )
    expect(seen).toBeGreaterThan(0)
  })

  it('may make a size enough on hosts too', () => {
    const hosts = shippedOffering('apache-kafka-on-hosts')
    const scenario = smallScenario({
      topic: { partitions: 60 },
      producer: { peakRecordsPerSec: 400_000, recordValueBytes: 100, lingerMs: 0, clients: 50 },
      deployment: { offering: hosts.id, tier: 'm5.xlarge', size: 3, asOf: '2020-01' },
    })
    const sizes = smallerSizes(scenario, hosts)
    expect(sizes.found.some(({ kinds }) => kinds.includes('batching'))).toBe(true)
  })
})
