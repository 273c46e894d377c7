import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explainBursts } from '../../../../src/capacity/bursts.ts'
import { catchUp } from '../../../../src/capacity/catch-up.ts'
import { explainCatchUp } from '../../../../src/capacity/explain-answers.ts'
import { tailInCacheMs } from '../../../../src/capacity/hardware/page-cache.ts'
import { predict } from '../../../../src/capacity/predict.ts'
import { solve } from '../../../../src/capacity/solve.ts'
import type { ScenarioInput } from '../../../../src/contracts/scenario.ts'
import { lawsOfHosts, shippedOffering, smallScenario } from '../known-files.ts'

const hosts = lawsOfHosts()
const gib = 1_073_741_824
const minute = 60_000

type Change = {
  peakRecordsPerSec?: number
  group?: Partial<NonNullable<ScenarioInput['workload']['consumerGroups']>[number]>
  deployment?: Partial<ScenarioInput['deployment']>
}

/** Records of 512 bytes in full batches of 31: 522.97 bytes each on the wire; 3 brokers, RF 3, 24 partitions. */
const onHosts = ({ peakRecordsPerSec = 100_000, group = {}, deployment = {} }: Change = {}) =>
  smallScenario({
    topic: { partitions: 24, retentionMs: 86_400_000 },
    producer: { peakRecordsPerSec, lingerMs: 50, clients: 12 },
    group: { members: 4, ...group },
    deployment: { offering: hosts.id, tier: 'm5.2xlarge', size: 3, asOf: undefined, ...deployment },
  })

const storage = (change: Change) => {
  const prediction = predict(onHosts(change), hosts)
  return prediction.bursts?.find((each) => each.dimension === 'storage-bandwidth')
}

describe('bursts of hosts', () => {
  it('are listed with their duration, and never used for the rate to plan with', () => {
    const bursts = predict(onHosts(), hosts).bursts ?? []
    const [disk, networkIn] = bursts
    expect([disk?.sustainedBytesPerSec, disk?.burstBytesPerSec]).toEqual([287.5e6 * 0.851, 593.75e6 * 0.851])
    expect([disk?.leastMs, disk?.mostMs]).toEqual([30 * minute, undefined])
    expect([networkIn?.leastMs, networkIn?.mostMs]).toEqual([5 * minute, 60 * minute])
    expect(explainBursts({ bursts })).toHaveLength(2)
    expect(explainBursts({ bursts })[1]).toMatch(
      /^Network into a broker and network out of a broker: .* for 5 min to 1 h/,
    )
  })

  it('raise the expected rate of a short run, not the rate to plan with', () => {
    const much = { peakRecordsPerSec: 1_000_000 }
    const plain = predict(onHosts(much), hosts)
    const short = predict(onHosts({ ...much, deployment: { isShort: true } }), hosts)
    expect(short.achievable).toEqual(plain.achievable)
    expect(short.headroom).toBe(plain.headroom)
    expect(plain.expected).toEqual(plain.achievable)
    expect(short.expected.recordsPerSec.likely).toBeGreaterThan(1.5 * plain.expected.recordsPerSec.likely)
    expect(short.assumptions.some(({ id }) => id === 'burst-credits')).toBe(true)
  })

  it('are not expected if the target has quotas, which apply whatever credits are left', () => {
    const much = { peakRecordsPerSec: 1_000_000 }
    const onQuotas = (isShort: boolean) =>
      predict(onHosts({ ...much, deployment: { isShort } }), hosts, { allowsBurst: false }).expected
    expect(onQuotas(true)).toEqual(onQuotas(false))
    expect(onQuotas(true).recordsPerSec.likely).toBe(predict(onHosts(much), hosts).achievable.recordsPerSec.likely)
  })

  it('do not change the published bursts of a service that hides its hosts', () => {
    const service = shippedOffering('confluent-cloud-dedicated')
    const much = { topic: { partitions: 60 }, producer: { peakRecordsPerSec: 400_000, lingerMs: 50, clients: 12 } }
    const plain = predict(smallScenario(much), service).expected
    expect(predict(smallScenario({ ...much, deployment: { isShort: true } }), service).expected).toEqual(plain)
    // 2 CKUs of 2020 declare 100 MB/s and were seen at 1.135 times that.
    expect(plain.ingressWireBytesPerSec.likely).toBeCloseTo(113.5e6, -3)
  })

  it('of gp2 spend a bucket of 5.4 million operations: 100 GiB have 75 MiB/s, 128 MiB/s for 7 h', () => {
    // 300 operations/s of 256 KiB sustained; 128 MiB/s are 512, so 5.4 million / 212 s.
    const burst = storage({ deployment: { volume: { type: 'gp2', sizeBytes: 100 * gib } } })
    expect(burst?.sustainedBytesPerSec).toBeCloseTo(75 * 1_048_576 * 0.851, 3)
    expect(burst?.burstBytesPerSec).toBeCloseTo(128 * 1_048_576 * 0.851, 3)
    expect(burst?.leastMs).toBeCloseTo((5.4e6 / 212) * 1000, 0)
  })

  it('of gp2 do not exist for sizes from 334 GiB on, which sustain the full rate, nor without a size', () => {
    const large = predict(onHosts({ deployment: { volume: { type: 'gp2', sizeBytes: 334 * gib } } }), hosts)
    const constraint = large.constraints.find((each) => each.dimension === 'storage-bandwidth')
    expect(constraint?.capacity).toBeCloseTo(250 * 1_048_576 * 0.851, 3)
    expect(storage({ deployment: { volume: { type: 'gp2', sizeBytes: 334 * gib } } })).toBeUndefined()
    expect(storage({ deployment: { volume: { type: 'gp2' } } })).toBeUndefined()
  })

  it('of st1 last as long as their credits: 1 TiB has 40 MiB/s, and 250 for 83 min', () => {
    const burst = storage({ deployment: { tier: 'm5.4xlarge', volume: { type: 'st1', sizeBytes: 1024 * gib } } })
    expect(burst?.sustainedBytesPerSec).toBeCloseTo(40 * 1_048_576 * 0.851, 3)
    expect(burst?.leastMs).toBeCloseTo(((1024 * 1024) / 210) * 1000, 0)
  })

  it('last as long as the shorter one of the volume and the host’s bandwidth to it', () => {
    // Two st1 of 2 TiB burst to 1,000 MiB/s and sustain 160; the way sustains 287.5 MB/s and bursts for 30 min.
    const burst = storage({ deployment: { volume: { type: 'st1', count: 2, sizeBytes: 2048 * gib } } })
    expect(burst?.burstBytesPerSec).toBeCloseTo(593.75e6 * 0.851, 0)
    expect(burst?.sustainedBytesPerSec).toBeCloseTo(160 * 1_048_576 * 0.851, 0)
    expect(burst?.leastMs).toBe(30 * minute)
  })
})

describe('lagging consumers', () => {
  it('read from the disks that are written to: half of two groups adds the bytes of one replica', () => {
    const demandOf = (laggingShare: number) =>
      predict(onHosts({ group: { count: 2, laggingShare } }), hosts).constraints.find(
        (each) => each.dimension === 'storage-bandwidth',
      )?.demand ?? 0
    // RF 3 on 3 brokers: written is W a broker; half of 2 groups reads W, a third of it on each.
    expect(demandOf(0.5) / demandOf(0)).toBeCloseTo(4 / 3, 6)
  })

  it('never raise the headroom: more lag, less headroom', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (a, b) => {
        const headroom = (laggingShare: number) =>
          solve(onHosts({ group: { count: 3, laggingShare }, deployment: { volume: { type: 'gp3' } } }), hosts).headroom
            .factor
        expect(headroom(Math.max(a, b))).toBeLessThanOrEqual(headroom(Math.min(a, b)) * (1 + 1e-9))
      }),
      { numRuns: 100 },
    )
  })

  it('find the last minutes in the page cache: 26 GiB of an m5.2xlarge / 52.3 MB/s written to each broker = 8.9 min', () => {
    const { situation, offered } = solve(onHosts(), hosts)
    const written = 100_000 * (521 + 61 / 31)
    expect(tailInCacheMs(situation, offered)).toBeCloseTo((26 * gib * 1000) / written, 0)
    expect(predict(onHosts(), hosts).assumptions.find(({ id }) => id === 'tail-readers')?.text).toContain(
      'The page cache keeps the last 8 min 54 s',
    )
  })

  it('leave half of a small memory for the page cache, and give no duration if the memory is not known', () => {
    const own = (memoryBytes?: number) => ({ cores: 4, ...(memoryBytes === undefined ? {} : { memoryBytes }) })
    const cacheOf = (memoryBytes?: number) =>
      solve(onHosts({ deployment: { tier: undefined, host: own(memoryBytes) } }), hosts).situation.hardware
        ?.pageCacheBytes
    expect([cacheOf(8 * gib), cacheOf(16 * gib), cacheOf()]).toEqual([4 * gib, 10 * gib, null])
  })

  it('drain the backlog more slowly from disk if the outage is longer than the page cache reaches back', () => {
    const scenario = onHosts({ deployment: { volume: { type: 'gp3' } } })
    const short = catchUp(scenario, hosts, 5 * minute)
    const long = catchUp(scenario, hosts, 30 * minute)
    // gp3: 111.5 MB/s with 52.3 written; 59.2 MB/s of reads a broker are 178 MB/s, 3.4 times what is read.
    expect(long.consumers?.mostFactor).toBeLessThan(short.consumers?.mostFactor ?? 0)
    expect(long.consumers?.mostFactor).toBeCloseTo(3.4, 0)
    expect(explainCatchUp(long)[1]).toContain('from disk: the page cache keeps the last 8 min')
    expect(explainCatchUp(short)[1]).not.toContain('from disk')
  })

  it('cost as much as others if a service publishes nothing about them', () => {
    const confluent = shippedOffering('confluent-cloud-dedicated')
    const scenario = smallScenario({ group: { laggingShare: 0.5 } })
    const { assumptions } = predict(scenario, confluent)
    expect(assumptions.find(({ id }) => id === 'lagging-readers')?.text).toContain('does not publish')
  })
})
