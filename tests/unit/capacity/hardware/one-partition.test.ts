import { describe, expect, it } from 'vitest'
import { explainPrediction } from '../../../../src/capacity/explain-prediction.ts'
import { predict } from '../../../../src/capacity/predict.ts'
import { offering } from '../../../../src/contracts/offering.ts'
import type { ScenarioInput } from '../../../../src/contracts/scenario.ts'
import { lawsOfHosts, smallScenario } from '../known-files.ts'

const hosts = lawsOfHosts()
if (hosts.model !== 'broker-hardware') throw new Error('not hosts')
const { parameters } = hosts.hardware

/** Ports of 1 GB/s of which 950 MB/s carry batches, and processors and disks that are never full. */
const host = { cores: 64, networkBytesPerSec: 1e9, storageBytesPerSec: 1e10, memoryBytes: 1e11 }

type Change = {
  readonly topic?: Partial<ScenarioInput['workload']['topics'][number]>
  readonly producer?: Partial<ScenarioInput['workload']['producers'][number]>
  readonly deployment?: Partial<ScenarioInput['deployment']>
}

/** Producers that send all they can of 1,000-byte records in batches of 1 MB into one partition of three copies. */
function run({ topic, producer, deployment }: Change = {}, model = hosts) {
  const scenario = smallScenario({
    topic: { partitions: 1, replicationFactor: 3, ...topic },
    producer: {
      clients: 20,
      peakRecordsPerSec: 5_000_000,
      recordValueBytes: 1000,
      batchBytes: 1_000_000,
      lingerMs: 10,
      acks: 'all',
      ...producer,
    },
    group: null,
    workload: { roundTripMs: 0.2 },
    deployment: { offering: hosts.id, size: 3, host, asOf: undefined, ...deployment },
  })
  return predict(scenario, model)
}

const constraintOf = (prediction: ReturnType<typeof run>, id: string) =>
  prediction.constraints.find((each) => each.id.startsWith(id))

describe('one partition with three replicas on hosts', () => {
  it('takes what followers fetch with one thread: 4.4 ns per byte, and two transfers through the leader’s port', () => {
    const prediction = run()
    const byteNs = 4.4 + 2 / 0.95
    expect(constraintOf(prediction, 'partition-replication:events')?.capacity).toBeCloseTo(1e9 / byteNs, -1)
    expect(prediction.binding.map(({ id }) => id)).toEqual(['partition-replication:events'])
    expect((prediction.capacity.ingressWireBytesPerSec * byteNs) / 1e9).toBeCloseTo(1, 2)
    expect(explainPrediction(prediction)).toContain('153.7 MB/s that followers fetch of one partition')
  })

  it('has no such limit without followers, and three partitions have three times as much', () => {
    expect(constraintOf(run({ topic: { replicationFactor: 1 } }), 'partition-replication')).toBeUndefined()
    const carriedBy = (partitions: number) => run({ topic: { partitions } }).capacity.ingressWireBytesPerSec
    expect(carriedBy(3) / carriedBy(1)).toBeCloseTo(3, 2)
  })

  it('needs as many partitions as the offered load requires', () => {
    const [topic] = run({ producer: { peakRecordsPerSec: 400_000 } }).minimumPartitions
    expect(topic?.partitions).toBe(3)
  })

  it('carries less over one connection with acks=all, because requests wait for the replication of their bytes', () => {
    const pipelineOf = (producer: Change['producer']) =>
      constraintOf(run({ producer: { clients: 1, ...producer } }), 'producer-pipeline')?.capacity ?? 0
    // 990 records of 1,010 bytes: each byte 2.5 ns at the leader, and 4.4 + 2 / 0.95 with the followers.
    const [records, bytes] = [990, 990 * 1010]
    const fixedUs = parameters.requestCpuUs.value + 20 + 0.25 * records
    const allUs = fixedUs + (bytes * (2.5 + 4.4 + 2 / 0.95)) / 1000 + parameters.replicaWaitUs.value
    expect(pipelineOf({ acks: 'all' }) / ((records / allUs) * 1e6)).toBeCloseTo(1, 2)
    const leaderUs = fixedUs + (bytes * 2.5) / 1000
    expect(pipelineOf({ acks: '1' }) / ((records / leaderUs) * 1e6)).toBeCloseTo(1, 2)
  })

  it('names the rate of a single fetcher thread if the offered load is higher', () => {
    const said = (peakRecordsPerSec: number) =>
      run({ topic: { partitions: 12 }, producer: { peakRecordsPerSec } }).assumptions.find(
        ({ id }) => id === 'replica-fetchers',
      )?.text
    // 1,010 bytes x 600,000 / 3 brokers.
    expect(said(600_000)).toContain('one, the default, takes 153.7 MB/s, and the offered load is 202')
    expect(said(300_000)).toBeUndefined()
  })

  it('says how much later followers answer if brokers have so many partitions in common that it doubles the wait', () => {
    const said = (partitions: number, change: Change = {}) =>
      run({ ...change, topic: { partitions, ...change.topic } }).assumptions.find(
        ({ id }) => id === 'fetched-partitions',
      )?.text
    // 1,500 x 2 followers / (3 x 2 pairs of brokers) = 500 partitions, x 5.1 us = 2.55 ms.
    expect(said(1500)).toContain('waits 0.318 ms for its replicas')
    expect(said(1500)).toContain('the 500 that one broker leads and another follows by about 2.6 ms')
    expect(said(1500, { deployment: { host: { ...host, coreSpeed: 2 } } })).toContain('by about 1.3 ms')
    // 318 us / 5.1 us = 62.4 partitions in common.
    expect([said(189) === undefined, said(186) === undefined]).toEqual([false, true])
    expect(said(1500, { producer: { acks: '1' } })).toBeUndefined()
    expect(said(1500, { topic: { replicationFactor: 1 } })).toBeUndefined()
  })

  it('has none of these limits in a model file of an earlier release', () => {
    const { connectionByteNs, replicaByteNs, ...older } = parameters
    expect([connectionByteNs?.value, replicaByteNs?.value]).toEqual([2.5, 4.4])
    const model = offering.parse({ ...hosts, hardware: { ...hosts.hardware, parameters: older } })
    const prediction = run({}, model)
    expect(constraintOf(prediction, 'partition-replication')).toBeUndefined()
    expect(prediction.headroom).toBeGreaterThan(run().headroom)
  })
})

describe('disks of a host', () => {
  const diskOf = (partitions: number, deployment: Change['deployment'] = {}) =>
    constraintOf(
      run({
        topic: { partitions, replicationFactor: 1 },
        producer: { peakRecordsPerSec: 300_000 },
        deployment: { size: 1, tier: 'i3en.2xlarge', host: undefined, ...deployment },
      }),
      'storage-bandwidth',
    )

  it('have one log directory each, so a partition is written to one of two', () => {
    const [one, two, three, many] = [1, 2, 3, 1000].map((partitions) => diskOf(partitions)?.demand ?? 0)
    expect((one ?? 0) / (two ?? 1)).toBeCloseTo(2, 3)
    // Two of three partitions on one disk, where half of all would be even.
    expect((three ?? 0) / (two ?? 1)).toBeCloseTo(4 / 3, 3)
    expect((many ?? 0) / (two ?? 1)).toBeCloseTo(1, 2)
    expect(diskOf(1)?.formula).toContain('x 2 for the busiest of 2 disks =')
    expect(diskOf(2)?.formula).not.toContain('busiest of')
    const saidOn = (tier: string) =>
      run({ deployment: { tier, host: undefined } }).assumptions.some(({ id }) => id === 'log-directories')
    expect([saidOn('i3en.2xlarge'), saidOn('i3en.xlarge')]).toEqual([true, false])
  })

  it('and volumes do so too, unless the host’s bandwidth to them is the limit', () => {
    const gp2 = { tier: 'm5.4xlarge', volume: { type: 'gp2', count: 2 } } as const
    expect((diskOf(1, gp2)?.demand ?? 0) / (diskOf(2, gp2)?.demand ?? 1)).toBeCloseTo(2, 3)
    const slow = { ...gp2, tier: 'm5.large' } as const
    expect((diskOf(1, slow)?.demand ?? 0) / (diskOf(2, slow)?.demand ?? 1)).toBeCloseTo(1, 3)
  })
})
