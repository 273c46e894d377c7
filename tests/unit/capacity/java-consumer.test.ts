import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import { dedicated, lawsOfHosts, smallScenario } from './known-files.ts'

const hosts = lawsOfHosts()
const large = { offering: hosts.id, tier: 'i3en.24xlarge', size: 6, asOf: undefined }

type Change = Parameters<typeof smallScenario>[0]

/** One group of Java consumers on hosts that carry far more than one member reads. */
function run(change: Change, offering = hosts) {
  const scenario = smallScenario({
    ...change,
    producer: { clients: 100, peakRecordsPerSec: 2_000_000, recordValueBytes: 1_000, ...change.producer },
    workload: { clientFamily: 'java', ...change.workload },
    deployment: offering === hosts ? large : {},
  })
  const prediction = predict(scenario, offering)
  const limit = (id: string) => prediction.constraints.find((each) => each.id === id)
  return { prediction, member: limit('consumer-client:0:group'), fetch: limit('consumer-fetch:0:group') }
}

describe('a Java consumer on hosts', () => {
  it('reads what its polling thread can, by record and byte, and says so', () => {
    const { member, prediction } = run({})
    // 0.12 us + 1,000 B x 1.1 ns.
    expect(member?.capacity).toBeCloseTo(1e6 / 1.22, 3)
    expect(member?.formula).toContain('of one Java consumer')
    expect(prediction.assumptions).toContainEqual(
      expect.objectContaining({ id: 'java-consumer', field: 'workload.consumerGroups.0.mostRecordsPerSec' }),
    )
    expect(run({ producer: { recordValueBytes: 100 } }).member?.capacity).toBeCloseTo(1e6 / 0.23, 3)
  })

  it('falls behind alone, and more members read more', () => {
    const [one, three] = [1, 3].map((members) => run({ group: { members } }))
    expect(one?.prediction.consumerGroups?.[0]?.binding.map(({ id }) => id)).toEqual(['consumer-client:0:group'])
    expect(one?.prediction.advice.map(({ id }) => id)).toContain('more-members-group')
    expect(three?.member?.utilisation).toBeCloseTo((one?.member?.utilisation ?? 0) / 3, 6)
  })

  it('reads what the scenario gives instead, and on a service nothing is assumed', () => {
    const given = run({ group: { mostRecordsPerSec: 5_000 } })
    expect(given.member?.capacity).toBe(5_000)
    expect(given.prediction.assumptions.map(({ id }) => id)).not.toContain('java-consumer')
    expect(run({}, dedicated).member).toBeUndefined()
  })
})

describe('the fetches of a group', () => {
  it('bring 1 MiB of a partition in a round trip that is stated, on any offering', () => {
    for (const offering of [hosts, dedicated]) {
      for (const clientFamily of ['java', 'librdkafka'] as const) {
        const { fetch } = run({ workload: { clientFamily, roundTripMs: 100 } }, offering)
        expect(fetch?.capacity).toBeCloseTo(10 * 1_048_576, 6)
        expect(fetch?.source.url).toMatch(/^https:\/\/kafka\.apache\.org\//)
      }
      expect(run({}, offering).fetch).toBeUndefined()
    }
  })

  it('are 50 MiB of a broker at most, which its partitions share', () => {
    // 600 partitions on 6 brokers: 100 of each in one response of a lone member, 10 in those of each of ten.
    const of = (members: number) =>
      run({ topic: { partitions: 600 }, group: { members }, workload: { roundTripMs: 10 } }).fetch?.capacity
    expect(of(1)).toBeCloseTo((52_428_800 / 100) * 100, 3)
    expect(of(10)).toBeCloseTo(1_048_576 * 100, 3)
  })

  it('bind a group far away, whose settings are then named', () => {
    const { prediction, fetch } = run({
      group: { members: 12 },
      producer: { clients: 10_000, peakRecordsPerSec: 400_000 },
      workload: { roundTripMs: 100 },
    })
    expect(fetch?.utilisation).toBeGreaterThan(1)
    expect(prediction.consumerGroups?.[0]?.binding.map(({ id }) => id)).toEqual(['consumer-fetch:0:group'])
    const advice = prediction.advice.find(({ id }) => id === 'larger-fetches-group')
    expect(advice?.text).toContain('max.partition.fetch.bytes')
    expect(prediction.advice.map(({ id }) => id)).not.toContain('more-members-group')
  })

  it('are not assumed for a group that states what a member reads', () => {
    expect(run({ group: { mostRecordsPerSec: 1e6 }, workload: { roundTripMs: 100 } }).fetch).toBeUndefined()
  })
})
