/**
 * What more units change in cases that properties of laws.test.ts found.
 */
import { describe, expect, it } from 'vitest'
import { atSize } from '../../../src/capacity/size-answers.ts'
import { solve } from '../../../src/capacity/solve.ts'
import { sentBytesPerRecordOf } from '../../../src/capacity/traffic.ts'
import { expectNoLess } from './carries-no-less.ts'
import { shippedOffering, smallScenario } from './known-files.ts'

describe('more units', () => {
  it('let a full port of clients carry no fewer bytes with more units, and heavier records of emptier batches', () => {
    // Found by seed 571727133 at path 382 of laws.test.ts: never give less with more units if empty fetches use part of the requests.
    const topic = { name: 'events', partitions: 141, replicationFactor: 3 }
    const small = {
      name: 'small',
      topic: 'events',
      clients: 5,
      peakRecordsPerSec: 100,
      recordValueBytes: 2,
      recordKeyBytes: 150,
      keys: { kind: 'uniform', distinct: 83_057 },
      lingerMs: 0,
      batchBytes: 54_669,
      synchronousSenders: 723,
    } as const
    // Its records are most of the bytes, so what weighs more is not seen in the partitions.
    const large = { name: 'large', topic: 'events', clients: 2_000, peakRecordsPerSec: 0.5, recordValueBytes: 300_000 }
    const scenario = smallScenario({
      group: null,
      workload: {
        topics: [topic],
        producers: [small, large],
        isEncrypted: true,
        clientPortBytesPerSec: 315_679,
        roundTripMs: 0.001,
        connections: { total: 1 },
      },
      deployment: { offering: 'confluent-cloud-standard', size: 8, asOf: '2026-06' },
    })
    const standard = shippedOffering('confluent-cloud-standard')
    const bigger = atSize(scenario, 10)
    const [before, after] = [solve(scenario, standard), solve(bigger, standard)]
    const portBytesOf = ({ headroom, waitingAt, situation }: ReturnType<typeof solve>) => {
      expect(headroom.binding.map(({ id }) => id)).toEqual(['producer-client-port:0:small'])
      const [load] = situation.producers
      return load === undefined ? 0 : sentBytesPerRecordOf(load, waitingAt(headroom.factor)) * headroom.factor
    }
    expect(portBytesOf(before)).toBeCloseTo((5 * 0.95 * 315_679) / 100, 3)
    expect(portBytesOf(after)).toBeCloseTo(portBytesOf(before), 3)
    expect(after.headroom.factor).toBeLessThan(before.headroom.factor * 0.995)
    expectNoLess({ scenario: bigger, offering: standard }, { scenario, offering: standard })
  })

  it('of hosts carry no less if all records have one key: a partition without records keeps no thread busy', () => {
    const hosts = shippedOffering('apache-kafka-on-hosts')
    const likely = (size: number) => {
      const scenario = smallScenario({
        topic: { partitions: 12, replicationFactor: 3 },
        producer: { peakRecordsPerSec: 10_000_000, clients: 50, keys: { kind: 'uniform', distinct: 1 } },
        group: { count: 2, members: 12 },
        workload: { clientFamily: 'java' },
        deployment: { offering: hosts.id, tier: 'm5.large', size, asOf: undefined },
      })
      return solve(scenario, hosts).headroom.factor
    }
    // From 12 brokers on, the busiest one leads one partition; up to 11 it leads another one, which has no records.
    for (const [fewer, more] of [
      [5, 6],
      [11, 12],
      [12, 40],
    ] as const) {
      expect(likely(more)).toBeGreaterThanOrEqual(likely(fewer) * (1 - 1e-9))
    }
  })

  it('of hosts never lower an end of the band if the busiest broker leads as many partitions as before', () => {
    const hosts = shippedOffering('apache-kafka-on-hosts')
    const bandOf = (size: number, distinct: number | null) => {
      const keys = distinct === null ? ({ kind: 'none' } as const) : ({ kind: 'uniform', distinct } as const)
      const scenario = smallScenario({
        topic: { partitions: 12, replicationFactor: 3 },
        producer: { peakRecordsPerSec: 10_000_000, recordValueBytes: 1000, clients: 50, keys },
        group: { count: 2, members: 12 },
        workload: { clientFamily: 'java' },
        deployment: { offering: hosts.id, tier: 'm5.large', size, asOf: undefined },
      })
      const { low, high } = solve(scenario, hosts).achievable.ingressWireBytesPerSec
      return { low, high }
    }
    for (const distinct of [null, 1, 1000]) {
      for (let size = 6; size <= 40; size++) {
        const [fewer, more] = [bandOf(size, distinct), bandOf(size + 1, distinct)]
        expect([size, more.low / fewer.low >= 1 - 1e-9, more.high / fewer.high >= 1 - 1e-9]).toEqual([size, true, true])
      }
    }
  })

  it('of hosts never lower the low end of what four clients can send', () => {
    const hosts = shippedOffering('apache-kafka-on-hosts')
    const lowOn = (size: number, tier: string) => {
      const scenario = smallScenario({
        topic: { partitions: 300, replicationFactor: 3 },
        producer: { peakRecordsPerSec: 3_000_000, recordValueBytes: 100, clients: 4, lingerMs: 20 },
        group: { members: 30 },
        workload: { clientFamily: 'java' },
        deployment: { offering: hosts.id, tier, size, asOf: undefined },
      })
      const { achievable, headroom } = solve(scenario, hosts)
      expect(headroom.binding.map(({ dimension }) => dimension)).toEqual(['producer-client'])
      return achievable.ingressWireBytesPerSec.low
    }
    const sizes = [3, 4, 6, 9, 12, 20, 50, 100, 200, 300]
    const lows = sizes.map((size) => lowOn(size, 'm5.4xlarge'))
    for (const [index, low] of lows.entries()) {
      expect([sizes[index], low / (lows[index - 1] ?? low) >= 1 - 1e-9]).toEqual([sizes[index], true])
    }
    expect(lowOn(300, 'm5.24xlarge') / (lows.at(-1) ?? 0)).toBeGreaterThanOrEqual(1 - 1e-9)
  })

  it('of processors never lower the low end of what disks take', () => {
    const hosts = shippedOffering('apache-kafka-on-hosts')
    const lowWith = (cores: number) => {
      const host = { cores, memoryBytes: 64e9, networkBytesPerSec: 10e9, storageBytesPerSec: 100e6 }
      const scenario = smallScenario({
        topic: { partitions: 60, replicationFactor: 3 },
        producer: { peakRecordsPerSec: 500_000, recordValueBytes: 1_000, clients: 50, lingerMs: 20 },
        workload: { clientFamily: 'java' },
        deployment: { offering: hosts.id, host, size: 6, asOf: undefined },
      })
      const { achievable, headroom } = solve(scenario, hosts)
      expect(headroom.binding.map(({ dimension }) => dimension)).toEqual(['storage-bandwidth'])
      return achievable.ingressWireBytesPerSec.low
    }
    expect(lowWith(192) / lowWith(24)).toBeGreaterThanOrEqual(1 - 1e-9)
  })

  it('give two eCKUs of Standard what 80 idle consumers leave of one, because twice the brokers get twice the fetches', () => {
    const scenario = smallScenario({
      topic: { partitions: 250 },
      producer: { peakRecordsPerSec: 10 },
      group: { members: 80, fetchMaxWaitMs: 74 },
      workload: { connections: { total: 100 } },
      deployment: { offering: 'confluent-cloud-standard', size: 1, asOf: '2026-06' },
    })
    // 80 x 1.25 brokers / (1 ms + 74 ms) = 1,333 requests/s of 1,500. Rounded to 1 and 3 brokers: 1,067, and 3,200 of 3,000.
    const standard = shippedOffering('confluent-cloud-standard')
    const idle = ({ situation, models, trafficAt }: ReturnType<typeof solve>) =>
      models.find(({ dimension }) => dimension === 'requests')?.demandAt(trafficAt(0)) ?? situation.size
    expect(idle(solve(scenario, standard))).toBeCloseTo(100 / 0.075, 6)
    expect(idle(solve(atSize(scenario, 2), standard))).toBeCloseTo(200 / 0.075, 6)
    expect(solve(atSize(scenario, 2), standard).headroom.factor).toBeGreaterThan(
      solve(scenario, standard).headroom.factor,
    )
  })
})
