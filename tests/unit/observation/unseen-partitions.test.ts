import { describe, expect, it } from 'vitest'
import type { ClusterReading } from '../../../src/contracts/cluster-reading.ts'
import { valuesOf } from './fixture-facts.ts'
import { condensed } from './known-observation.ts'
import { knownReading, ordersTopic as orders, startEpochMs } from './known-reading.ts'

describe('a reading does not take what it could not see for 0', () => {
  /** The topic with its first partitions seen once, and the number of records written to the others as it was or 0. */
  const seenOnce = (partitions: number, isStill: boolean) => {
    const [topic] = knownReading([orders]).topics
    const changed = (topic?.partitions ?? []).map((each, index) => {
      if (index < partitions) return { ...each, last: each.first }
      return isStill ? { ...each, last: each.first && { ...each.first, atEpochMs: startEpochMs + 60_000 } } : each
    })
    return { partitions: changed, written: [] }
  }
  const other = { ...orders, name: 'other', groups: [] }
  const read = (change: Partial<ClusterReading['topics'][number]>) => {
    const reading = knownReading([orders, other])
    const topics = reading.topics.map((topic, index) => (index === 0 ? { ...topic, ...change } : topic))
    const { facts, questions } = condensed({ ...reading, topics })
    return { rate: valuesOf(facts, { topic: 'orders' }).averageRecordsInPerSec, questions }
  }

  it('where a leader was lost: the rate is unknown if the others are still, and too low otherwise', () => {
    const lost = read(seenOnce(1, true))
    expect(lost.rate).toBeUndefined()
    expect(lost.questions).toEqual([
      {
        id: 'partitions-not-seen-twice',
        text: 'What is written to 1 of 48 partitions is not known: orders (1). Their offsets were not seen twice, because their leader was lost or their topic was deleted.',
        effect:
          'Their rate is unknown, not 0: rates of these topics are too low, or left out if no other partition is written.',
      },
    ])
    expect(read(seenOnce(24, true)).rate).toBeUndefined()
    const low = read(seenOnce(1, false))
    expect(low.rate).toBeCloseTo((30_000 * 23) / 24, 0)
    expect(low.questions.map(({ id }) => id)).toEqual(['partitions-not-seen-twice'])
  })

  it('but does where no offset moved, and asks nothing', () => {
    expect(read(seenOnce(0, true))).toEqual({ rate: 0, questions: [] })
  })

  it('and asks nothing about partitions that a question is asked about already', () => {
    const { partitions } = seenOnce(1, true)
    const leaderless = partitions.map((each, index) =>
      index === 0 ? { ...each, leader: -1, first: null, last: null } : each,
    )
    expect(read({ partitions: leaderless, written: [] })).toMatchObject({
      rate: undefined,
      questions: [{ id: 'partitions-without-leader' }],
    })
  })

  it('where a topic is written, but not by the timestamps of its hours', () => {
    const hour = 3_600_000
    const from = startEpochMs - 2 * hour
    const still = [0, 1].map((index) => {
      return { fromEpochMs: from + index * hour, toEpochMs: from + (index + 1) * hour, records: 0 }
    })
    const history = { hours: still, minutes: [], completeFromEpochMs: from, largestTimestampEpochMs: null }
    const slowly = { written: [{ fromEpochMs: startEpochMs, toEpochMs: startEpochMs + 60_000, records: 60 }] }
    const { rate, questions } = read({ ...slowly, history })
    expect(rate).toBe(1)
    expect(questions.map(({ text }) => text)).toEqual([
      'Are the timestamps of orders the times of writing? Records are being written, but by timestamps none was written in the hours before.',
    ])
  })

  it('where a group never committed, or could not be described', () => {
    const reading = knownReading([orders, other])
    const [group] = reading.groups ?? []
    if (group === undefined) throw new Error('no group')
    const none = group.committed?.map((each) => {
      return { ...each, first: each.first.map(() => null), last: each.last.map(() => null) }
    })
    const uncommitted = condensed({ ...reading, groups: [{ ...group, committed: none ?? null }] })
    expect(valuesOf(uncommitted.facts, { topic: 'orders', group: group.groupId })).toEqual({ members: 6 })
    const undescribed = condensed({ ...reading, groups: [{ ...group, members: null, committed: null }] })
    expect(valuesOf(undescribed.facts, { topic: 'orders' }).consumerGroups).toBeUndefined()
    expect(valuesOf(condensed(reading).facts, { topic: 'other' }).consumerGroups).toBe(0)
  })
})
