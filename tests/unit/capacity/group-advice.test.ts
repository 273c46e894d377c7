import { describe, expect, it } from 'vitest'
import { predict } from '../../../src/capacity/predict.ts'
import type { Keys } from '../../../src/contracts/workload.ts'
import { dedicated, shippedOffering, smallScenario } from './known-files.ts'

type Group = { readonly members: number; readonly mostRecordsPerSec: number }

/** The advice for a group that reads 60,000 records/s of 12 partitions on a service with room for them. */
function adviceFor(keys: Keys, group: Group): string | undefined {
  const scenario = smallScenario({
    topic: { partitions: 12 },
    producer: { peakRecordsPerSec: 60_000, recordValueBytes: 100, lingerMs: 50, clients: 20, keys },
    group,
    deployment: { size: 20, asOf: '2026-03' },
  })
  return predict(scenario, dedicated).advice.find(({ id }) => id === 'more-members-group')?.text
}

describe('the advice for a group whose busiest member is full', () => {
  it('is more members where the hottest partition alone is not too much for one', () => {
    // Three members read 20,000 records/s each, twelve 5,000.
    expect(adviceFor({ kind: 'none' }, { members: 3, mostRecordsPerSec: 10_000 })).toBe(
      'The busiest member of "group" is full, not the cluster: more members, or faster ones, read more (it has 3 members for 12 partitions of "events").',
    )
  })

  it('is more partitions, too, where each member has one already', () => {
    expect(adviceFor({ kind: 'none' }, { members: 12, mostRecordsPerSec: 4_000 })).toContain(
      'more partitions and as many members, or faster ones',
    )
  })

  it('says how full a member is that keeps up, but is above the target', () => {
    // 15,000 of 18,000 records/s.
    expect(adviceFor({ kind: 'none' }, { members: 4, mostRecordsPerSec: 18_000 })).toBe(
      'The busiest member of "group" is 83 % full, above the target of 80 %: more members, or faster ones, read more (it has 4 members for 12 partitions of "events").',
    )
  })

  it('is more partitions where keys that share the hottest partition are too much for one member, and no key alone is', () => {
    // Two keys share one of 12 partitions in one of 12 cases: 54.2 % of the records are 32,500/s, one key is 30,000/s. 80 % of what
    // a member reads are 32,000/s.
    expect(adviceFor({ kind: 'uniform', distinct: 2 }, { members: 3, mostRecordsPerSec: 40_000 })).toContain(
      'more partitions and as many members, or faster ones',
    )
  })

  it('is not more members or partitions where one key alone is too much for a member', () => {
    expect(adviceFor({ kind: 'uniform', distinct: 1 }, { members: 3, mostRecordsPerSec: 40_000 })).toBe(
      'The busiest member of "group" is full, not the cluster: one key has 100 % of the records of "events", and a partition is read by one member, so neither more members nor more partitions help. Faster members do, or another key (it has 3 members for 12 partitions of "events").',
    )
  })
})

describe('the advice for a group whose fetches are full', () => {
  /** 21 MB/s read over 100 ms, which take 1 MiB of a partition in each fetch: 10.5 MB/s. */
  function adviceOn(keys: Keys): string | undefined {
    const scenario = smallScenario({
      topic: { partitions: 1 },
      producer: { peakRecordsPerSec: 40_000, lingerMs: 50, clients: 100, keys },
      group: {},
      workload: { clientFamily: 'java', roundTripMs: 100 },
      deployment: { offering: 'apache-kafka-on-hosts', tier: 'm5.4xlarge', size: 6, asOf: undefined },
    })
    const { advice } = predict(scenario, shippedOffering('apache-kafka-on-hosts'))
    return advice.find(({ id }) => id === 'larger-fetches-group')?.text
  }

  it('names more partitions, unless one key alone fills the fetches', () => {
    const partitions = 'as do more partitions of "events" or a shorter round trip.'
    expect(adviceOn({ kind: 'none' })).toContain(partitions)
    expect(adviceOn({ kind: 'uniform', distinct: 1_000 })).toContain(partitions)
    expect(adviceOn({ kind: 'uniform', distinct: 1 })).toContain(
      'as does a shorter round trip. More partitions do not help, because one key has 100 % of the records.',
    )
  })
})
