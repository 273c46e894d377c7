import { describe, expect, it } from 'vitest'
import { listBursts } from '../../../src/capacity/bursts.ts'
import { explainPrediction } from '../../../src/capacity/explain-prediction.ts'
import { atLawValue } from '../../../src/capacity/likely-value.ts'
import { predict } from '../../../src/capacity/predict.ts'
import { solve } from '../../../src/capacity/solve.ts'
import type { Offering } from '../../../src/contracts/offering.ts'
import { shippedOffering, smallScenario } from './known-files.ts'

const hosts = shippedOffering('apache-kafka-on-hosts')
const laws = atLawValue(hosts)

/** The factor that the model's file gives of a law: the median of published / predicted. */
function medianOf(law: string): number {
  if (hosts.model !== 'broker-hardware') throw new Error('expected hosts')
  return Math.exp(hosts.hardware.lawBands?.find((band) => band.law === law)?.location ?? 0)
}

/** Three brokers with a slow disk each, which carry a part of what is offered. */
const onDisks = smallScenario({
  deployment: { offering: hosts.id, size: 3, tier: 'm5.large', asOf: '2020-01', volume: { type: 'st1', count: 1 } },
  topic: { partitions: 60, replicationFactor: 3 },
  producer: { peakRecordsPerSec: 500_000, recordValueBytes: 1_000, clients: 30, batchBytes: 1_000_000, lingerMs: 10 },
})
const [likely, byLaw] = [predict(onDisks, hosts), predict(onDisks, laws)]
const written = (prediction: typeof likely) => prediction.achievable.ingressWireBytesPerSec

describe('the likely value on hosts', () => {
  it('is the median of published clusters: what the law gives, times the factor of its band', () => {
    const [storage, ofLaw] = [likely, byLaw].map(({ constraints }) =>
      constraints.find(({ dimension }) => dimension === 'storage-bandwidth'),
    )
    expect((storage?.capacity ?? 0) / (ofLaw?.capacity ?? 1)).toBeCloseTo(medianOf('storage'), 9)
    expect(likely.headroom).toBeLessThan(byLaw.headroom)
    expect(written(likely).likely).toBeLessThan(written(byLaw).likely)
  })

  it('leaves the ends of the band where they are, but for a little that fuller batches give', () => {
    for (const end of ['low', 'high'] as const) {
      expect(written(likely)[end] / written(byLaw)[end]).toBeGreaterThan(0.9)
      expect(written(likely)[end] / written(byLaw)[end]).toBeLessThan(1.1)
    }
  })

  it('is met with a chance of one half where it is exactly what is offered', () => {
    const [producer] = onDisks.workload.producers
    if (producer === undefined) throw new Error('expected a producer')
    const { factor } = solve(onDisks, hosts).headroom
    const atLimit = {
      ...onDisks,
      workload: {
        ...onDisks.workload,
        producers: [{ ...producer, peakRecordsPerSec: producer.peakRecordsPerSec * factor }],
      },
    }
    expect(predict(atLimit, hosts).chanceMet).toBeCloseTo(0.5, 1)
    expect(predict(atLimit, laws).chanceMet).toBeCloseTo(0.5, 1)
  })

  it('is said beside the law’s value, with how many figures it is from', () => {
    const [prediction, factor] = [likely, medianOf('storage').toFixed(2)]
    const storage = prediction.laws?.find(({ law }) => law === 'storage')
    expect(storage).toMatchObject({ likelyFactor: expect.closeTo(medianOf('storage'), 9), medianFactor: 1 })
    expect(storage?.reason).toMatch(
      new RegExp(
        `^From \\d+ figures of \\d+ publications and the errors of all laws\\. Half of the published clusters reached less than × ${factor} of what the law gives, so this is the likely value\\.`,
      ),
    )
    const disks = prediction.constraints.find(({ dimension }) => dimension === 'storage-bandwidth')
    expect(disks?.capacityFormula).toContain(`x ${factor} (median of published clusters) = `)
    expect(explainPrediction(prediction)).toContain('(median of published clusters)')
  })

  it('does not change what a host’s burst is', () => {
    expect(listBursts(solve(onDisks, hosts).models)).toEqual(listBursts(solve(onDisks, laws).models))
  })

  it('is the law’s where runs of the user’s own have narrowed any law', () => {
    if (hosts.model !== 'broker-hardware') throw new Error('expected hosts')
    const own = { runs: 1, capacityFactor: 0.9 }
    const lawBands = hosts.hardware.lawBands?.map((band) =>
      band.law === 'network' ? { ...band, location: 0, spread: 0.05, own } : band,
    )
    const calibrated: Offering = { ...hosts, hardware: { ...hosts.hardware, lawBands } }
    const factors = new Map(predict(onDisks, calibrated).laws?.map(({ law, likelyFactor }) => [law, likelyFactor]))
    expect([factors.get('network'), factors.get('storage'), factors.get('processors')]).toEqual([0.9, 1, 1])
  })

  it('does not touch a ceiling of clients that the scenario gives', () => {
    const given = smallScenario({
      deployment: { offering: hosts.id, size: 3, tier: 'm5.2xlarge', asOf: '2020-01' },
      producer: { peakRecordsPerSec: 500_000, mostRecordsPerSec: 1_000 },
    })
    expect(predict(given, hosts).capacity.recordsPerSec).toBe(predict(given, laws).capacity.recordsPerSec)
  })
})
