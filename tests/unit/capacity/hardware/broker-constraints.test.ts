import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { predict } from '../../../../src/capacity/predict.ts'
import { shortSource } from '../../../../src/capacity/short-source.ts'
import { solve } from '../../../../src/capacity/solve.ts'
import { offering } from '../../../../src/contracts/offering.ts'
import { type ScenarioInput, scenario } from '../../../../src/contracts/scenario.ts'
import { lawsOfHosts } from '../known-files.ts'

const hosts = lawsOfHosts()

/** 100 MB/s of 1,000-byte records in full batches on three brokers, read by two groups. */
function plain(deployment: Partial<ScenarioInput['deployment']> = {}, replicationFactor = 3) {
  return scenario.parse({
    kind: 'headroom.scenario',
    schemaVersion: 1,
    name: 'plain',
    workload: {
      topics: [{ name: 'orders', partitions: 12, replicationFactor, retentionMs: 3_600_000 }],
      producers: [
        {
          name: 'writer',
          topic: 'orders',
          clients: 4,
          peakRecordsPerSec: 100_000,
          recordValueBytes: 1000,
          lingerMs: 100,
          batchBytes: 65_536,
        },
      ],
      consumerGroups: [{ name: 'reader', topic: 'orders', count: 2, members: 4 }],
    },
    deployment: { offering: hosts.id, size: 3, tier: 'm5.2xlarge', ...deployment },
  })
}

const constraintsOf = (...given: Parameters<typeof plain>) => {
  const { constraints } = predict(plain(...given), hosts)
  return new Map(constraints.map((each) => [each.dimension, each]))
}

describe('brokers on hosts', () => {
  it('can be predicted from a model file of an earlier release: a sent byte costs as much as a received one, a batch nothing', () => {
    if (hosts.model !== 'broker-hardware') throw new Error('not hosts')
    const { batchCpuUs, sentByteCpuNs, ...older } = hosts.hardware.parameters
    if (batchCpuUs === undefined || sentByteCpuNs === undefined) throw new Error('they stand in the model')
    const cpuOf = (parameters: object) => {
      const model = offering.parse({ ...hosts, hardware: { ...hosts.hardware, parameters } })
      return predict(plain(), model).constraints.find(({ dimension }) => dimension === 'cpu')?.demand
    }
    const asOnce = { ...older, batchCpuUs: { ...batchCpuUs, value: 0 }, sentByteCpuNs: older.byteCpuNs }
    expect(cpuOf(older)).toBe(cpuOf(asOnce))
    expect(cpuOf(older)).not.toBe(cpuOf(hosts.hardware.parameters))
  })

  it('send at another rate than they receive, if the host says so', () => {
    const host = { cores: 8, networkBytesPerSec: 1e9, networkOutBytesPerSec: 2e8 }
    const all = constraintsOf({ tier: undefined, host })
    expect(all.get('network-in')?.capacity).toBeCloseTo(1e9 * 0.95, 0)
    expect(all.get('network-out')?.capacity).toBeCloseTo(2e8 * 0.95, 0)
    expect(all.get('network-out')?.formula).toContain('200 MB/s network')
    const { networkBytesPerSec: _, ...outAlone } = host
    const some = constraintsOf({ tier: undefined, host: outAlone })
    expect(some.get('network-in')).toBeUndefined()
    expect(some.get('network-out')?.capacity).toBeCloseTo(2e8 * 0.95, 0)
    // Replicas of one partition leave through the port that sends.
    const like = constraintsOf({ tier: undefined, host: { cores: 8, networkBytesPerSec: 2e8 } })
    const capacityOf = (found: typeof all) => found.get('partition-ingress')?.capacity
    expect(capacityOf(all)).toBe(capacityOf(like))
  })

  it('do the same work in half the time on cores of twice the speed', () => {
    const at = (coreSpeed?: number) =>
      constraintsOf({ tier: undefined, host: { cores: 8, ...(coreSpeed === undefined ? {} : { coreSpeed }) } })
    const busyAt = (speed?: number) => at(speed).get('cpu')?.demand ?? Number.NaN
    expect(busyAt(1)).toBe(busyAt())
    // About half, as less work also waits less, and 0.1 cores are busy without any load.
    expect(busyAt(2) / busyAt()).toBeGreaterThan(0.45)
    expect(busyAt(2) / busyAt()).toBeLessThan(0.55)
    // A partition is replicated by one thread, too.
    const partitionAt = (speed: number) => at(speed).get('partition-ingress')?.capacity ?? Number.NaN
    expect(partitionAt(2)).toBeCloseTo(2 * partitionAt(1), 0)
  })

  it('write every replica to disk and over the network, a third on each of three', () => {
    const all = constraintsOf()
    const wire = predict(plain(), hosts).offered.ingressWireBytesPerSec
    const onDisk = all.get('storage-bandwidth')
    // 100 MB/s x 3 replicas / 3 brokers; contention slows CPU and network, but not the disks.
    expect((onDisk?.demand ?? 0) / wire).toBeCloseTo(1, 9)
    expect(onDisk?.capacity).toBeCloseTo(287.5e6 * 0.851, 0)
    const into = all.get('network-in')
    expect((into?.demand ?? 0) / wire).toBeGreaterThan(1.01)
    expect((into?.demand ?? 0) / wire).toBeLessThan(1.3)
    expect(into?.capacity).toBeCloseTo(312.5e6 * 0.95, 0)
    expect(into?.formula).toMatch(/ on the busiest broker x 1\.\d\d for CPU\/network contention = /)
    // To two groups and two followers: 4 x a third.
    const out = all.get('network-out')
    expect((out?.demand ?? 0) / ((all.get('network-in')?.demand ?? 1) * (4 / 3))).toBeCloseTo(1, 2)
  })

  it('use each resource in full if the model has no contention', () => {
    if (hosts.model !== 'broker-hardware') throw new Error('not hosts')
    const { workUnderWay, ...without } = hosts.hardware.parameters
    if (workUnderWay === undefined) throw new Error('it stands in the model')
    const apart = offering.parse({ ...hosts, hardware: { ...hosts.hardware, parameters: without } })
    const { constraints, offered } = predict(plain(), apart)
    const into = constraints.find(({ dimension }) => dimension === 'network-in')
    expect((into?.demand ?? 0) / offered.ingressWireBytesPerSec).toBeCloseTo(1, 9)
    expect(predict(plain(), apart).headroom).toBeGreaterThan(predict(plain(), hosts).headroom)
  })

  it('are limited by the volume if it is slower than the host’s bandwidth to it', () => {
    const gp3 = constraintsOf({ volume: { type: 'gp3' } }).get('storage-bandwidth')
    expect(gp3?.capacity).toBeCloseTo(131_072_000 * 0.851, 0)
    expect(gp3?.formula).toContain('1 x gp3 volume')
    const three = constraintsOf({ volume: { type: 'gp3', count: 3 } }).get('storage-bandwidth')
    expect(three?.formula).toContain('volume bandwidth of the host')
  })

  it('write to local disks if they have any, unless a volume is attached', () => {
    // Two disks of 2,500 GB, each measured at 333,447,168 bytes/s.
    const own = constraintsOf({ tier: 'i3en.2xlarge' }).get('storage-bandwidth')
    expect(own?.capacity).toBeCloseTo(2 * 333_447_168, 0)
    const attached = constraintsOf({ tier: 'i3en.2xlarge', volume: { type: 'gp3' } }).get('storage-bandwidth')
    expect(attached?.capacity).toBeCloseTo(131_072_000 * 0.851, 0)
  })

  it('send a byte from the page cache for a quarter of what receiving and writing it costs', () => {
    const cpuOf = (consumerGroups: ReturnType<typeof plain>['workload']['consumerGroups']) => {
      const { workload, ...scenario } = plain()
      return solve({ ...scenario, workload: { ...workload, consumerGroups } }, hosts).offered.broker?.cores ?? 0
    }
    const reader = plain().workload.consumerGroups[0]
    if (reader === undefined) throw new Error('expected a consumer group')
    const [none, ten] = [cpuOf([]), cpuOf([{ ...reader, count: 10, fetchMinBytes: 1_000_000 }])]
    // Ten groups read 100 MB/s each from three brokers, at 1.2 ns a byte, but for their requests.
    const bytes = (10 * (plain().workload.producers[0]?.peakRecordsPerSec ?? 0) * 1e3) / 3
    expect(ten - none).toBeGreaterThan(bytes * 1.2e-9)
    expect(ten - none).toBeLessThan(bytes * 4.7e-9)
  })

  it('append a batch on the leader and on each follower, so that small batches need more CPU', () => {
    const cpuOf = (batchBytes: number) => {
      const scenario = plain()
      const producers = scenario.workload.producers.map((each) => ({ ...each, batchBytes }))
      const { constraints } = predict({ ...scenario, workload: { ...scenario.workload, producers } }, hosts)
      return constraints.find(({ id }) => id === 'cpu')?.demand ?? 0
    }
    expect(cpuOf(8192)).toBeGreaterThan(cpuOf(65_536))
  })

  it('can be the user’s own hosts', () => {
    const host = { cores: 4, networkBytesPerSec: 125e6, storageBytesPerSec: 100e6 }
    const all = constraintsOf({ tier: undefined, host })
    expect(all.get('cpu')?.capacity).toBe(4)
    expect(all.get('network-in')?.capacity).toBeCloseTo(125e6 * 0.95, 0)
    expect(all.get('storage-bandwidth')?.capacity).toBeCloseTo(100e6, 0)
    for (const [id, { source }] of all) {
      if (['cpu', 'network-in', 'network-out', 'storage-bandwidth'].includes(id))
        expect(shortSource(source), id).toBe('as the scenario says')
    }
  })

  it('say what is kept where the size of the disks is not given, and ask for the size of given volumes', () => {
    const ofSpace = (deployment: Partial<ScenarioInput['deployment']>) =>
      predict(plain(deployment), hosts).assumptions.find(({ id }) => id === 'disk-space')
    const unknown = ofSpace({ tier: undefined, host: { cores: 4 } })
    expect(unknown?.text).toMatch(/^There is room for 36\d\.\d GB on the fullest broker,/)
    expect(unknown?.field).toBe('deployment.host.storageBytes')
    expect(ofSpace({})).not.toHaveProperty('field')
    expect(ofSpace({ volume: { type: 'gp3' } })?.field).toBe('deployment.volume.sizeBytes')
    expect(ofSpace({ volume: { type: 'gp3', sizeBytes: 500e9 } })).toBeUndefined()
    const own = { tier: undefined, host: { cores: 4, storageBytes: 500e9 } }
    expect(ofSpace(own)).toBeUndefined()
    expect(constraintsOf(own).get('storage')?.capacity).toBe(500e9)
    const space = constraintsOf({ volume: { type: 'gp3', sizeBytes: 500e9 } }).get('storage')
    expect(space && shortSource(space.source)).toBe('as the scenario says')
  })

  it('name rates that are not known, and ask for them if the hosts are the user’s own', () => {
    const ofHosts = (deployment: Partial<ScenarioInput['deployment']>) =>
      predict(plain(deployment), hosts).assumptions.filter(({ id }) => id.startsWith('host-'))
    expect(ofHosts({})).toEqual([])
    expect(ofHosts({ tier: undefined, host: { cores: 4, networkBytesPerSec: 125e6 } })).toEqual([
      {
        id: 'host-disks',
        field: 'deployment.host.storageBytesPerSec',
        text: 'No rate is known for the disks of the brokers (host of your own): it is assumed not to limit.',
      },
    ])
    const [disks] = ofHosts({ tier: 'huawei-2u4g' })
    expect(disks).not.toHaveProperty('field')
  })

  it('retain all replicas of the topics on their volumes, all three on each of three brokers', () => {
    const storage = constraintsOf({ volume: { type: 'gp3', sizeBytes: 500e9 } }).get('storage')
    expect(storage?.capacity).toBe(500e9)
    expect((storage?.demand ?? 0) / (100_000 * 1000 * 3600)).toBeCloseTo(1.01, 1)
  })

  it('keep a replica on one broker: 36 replicas on 100 brokers fill the fullest as on 36', () => {
    const volume = { type: 'gp3', sizeBytes: 500e9 }
    const demandAt = (size: number) => constraintsOf({ volume, size }).get('storage')?.demand ?? 0
    const one = demandAt(36)
    // 1,000-byte records with their framing: 12 partitions of an hour of 101 MB/s.
    expect(one / ((100_000 * 1000 * 3600) / 12)).toBeCloseTo(1.01, 1)
    expect(demandAt(100)).toBeCloseTo(one, -3)
    expect(demandAt(18)).toBeCloseTo(2 * one, -3)
    expect(demandAt(19)).toBeCloseTo(2 * one, -3)
  })

  it('keep a replica on one of several disks, also where the volume bandwidth of the host is slower than they are', () => {
    const volume = { type: 'gp3', sizeBytes: 500e9, count: 5 }
    const storage = constraintsOf({ volume }).get('storage')
    expect(storage?.capacity).toBe(500e9)
    // 12 replicas on each broker: 3 on the fullest of its 5 disks.
    const replica = (100_000 * 1000 * 3600) / 12
    expect((storage?.demand ?? 0) / (3 * replica)).toBeCloseTo(1.01, 1)
    expect(storage?.formula).toContain('of replicas retained on the fullest disk at the average produce rate')
  })

  it('do not take replicas larger than a disk on any number of brokers, by review: 24 partitions on 613 hosts', () => {
    const scenario = plain({ tier: 'm5d.large', size: 613 })
    const [topic] = scenario.workload.topics
    // 24 replicas of 510 GB, each larger than the 75 GB of a host: 33.7 h at 100 MB/s.
    const retentionMs = ((510e9 * 24) / 101e6) * 1000
    const topics = topic === undefined ? [] : [{ ...topic, partitions: 24, retentionMs }]
    const prediction = predict({ ...scenario, workload: { ...scenario.workload, topics } }, hosts)
    expect(prediction.isFeasible).toBe(false)
    expect(prediction.refusals.join(' ')).toMatch(/^510\.5 GB do not fit: there is room for 75 GB on a broker\./)
    expect(prediction.smallest).toBeNull()
  })

  it('retain at most the bytes of the peak if the average is above it, and say so', () => {
    const withAverage = (averageRecordsPerSec: number) => {
      const scenario = plain({ volume: { type: 'gp3', sizeBytes: 500e9 } })
      const producers = scenario.workload.producers.map((each) => ({ ...each, averageRecordsPerSec }))
      const prediction = predict({ ...scenario, workload: { ...scenario.workload, producers } }, hosts)
      const demand = prediction.constraints.find(({ dimension }) => dimension === 'storage')?.demand ?? 0
      return { demand, said: prediction.assumptions.some(({ id }) => id === 'average-above-peak') }
    }
    const [half, peak, above] = [withAverage(50_000), withAverage(100_000), withAverage(200_000)]
    expect(half.demand / peak.demand).toBeCloseTo(0.5, 6)
    expect(above.demand).toBe(peak.demand)
    expect([half.said, peak.said, above.said]).toEqual([false, false, true])
  })

  it('explain a lack of disk space in terms of disk space', () => {
    // 100,000 records/s of 1,000 bytes for an hour, a replica of all on each broker: 360 GB, and some framing.
    const { refusals } = predict(plain({ volume: { type: 'gp3', sizeBytes: 300e9 } }), hosts)
    expect(refusals).toEqual(['363.9 GB do not fit: there is room for 300 GB on a broker.'])
  })

  it('refuse more replicas than brokers, an unknown volume and an unknown host', () => {
    expect(predict(plain({ size: 2 }), hosts).refusals).toEqual([
      '"orders" asks for 3 replicas: 2 brokers keep one each.',
    ])
    expect(predict(plain({ volume: { type: 'floppy' } }), hosts).refusals[0]).toContain('knows no volume "floppy"')
    expect(predict(plain({ tier: 'm5.huge' }), hosts).refusals[0]).toMatch(
      /has no tier "m5.huge".* Until one is chosen, figures are those of m5.large\.$/,
    )
  })
})

describe('laws of hosts', () => {
  const sizes = fc.integer({ min: 3, max: 60 })
  const tiers = fc.constantFrom(...(hosts.tiers ?? []).map((tier) => tier.id))
  const headroom = (deployment: Partial<ScenarioInput['deployment']>, replicationFactor?: number) =>
    predict(plain(deployment, replicationFactor), hosts).headroom

  it('three replicas never carry more than one', () => {
    fc.assert(
      fc.property(sizes, tiers, (size, tier) => {
        expect(headroom({ size, tier }, 3)).toBeLessThanOrEqual(headroom({ size, tier }, 1) * (1 + 1e-9))
      }),
      { numRuns: 100 },
    )
  })

  it('the band contains the likely value, and no value is NaN', () => {
    fc.assert(
      fc.property(sizes, tiers, (size, tier) => {
        const { expected, constraints } = predict(plain({ size, tier }), hosts)
        const { low, likely, high } = expected.recordsPerSec
        expect(low).toBeLessThanOrEqual(likely)
        expect(likely).toBeLessThanOrEqual(high)
        for (const each of constraints) expect(Number.isFinite(each.utilisation)).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  it('twelve partitions divide evenly: doubling the brokers up to 12 carries more', () => {
    for (const tier of ['m5.large', 'm7g.4xlarge']) {
      expect(headroom({ size: 6, tier })).toBeGreaterThan(headroom({ size: 3, tier }))
      expect(headroom({ size: 12, tier })).toBeGreaterThan(headroom({ size: 6, tier }))
    }
  })
})
