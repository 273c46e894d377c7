import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunPlan } from '../../../src/contracts/run-plan.ts'
import { accountFor, type CountedSecond, type Ended, type GroupCounts, type ProducerCounts } from './counted-seconds.ts'
import { planOf } from './simulated-run.ts'

const plan = planOf({ groups: 1 })

/** 100 acknowledged, 10 of unknown fate: 4 by the producer's own count, 6 still unanswered. */
const written: ProducerCounts = {
  producerId: 'p0',
  offeredRecords: 110,
  acceptedRecords: 110,
  ackedRecords: 100,
  unknownRecords: 4,
  outstandingRecords: 6,
}

function read(group: Omit<GroupCounts, 'groupId'>, ended: Ended = {}) {
  const seconds: CountedSecond[] = [{ producers: [written], groups: [{ groupId: 'g0', ...group }] }]
  const accounting = accountFor(seconds, { plan, ...ended })
  return { ...accounting, group: accounting.groups[0] }
}

describe('the records of a group', () => {
  it.each([
    ['all read', { records: 100, lagRecords: 0 }, { consumedRecords: 100 }],
    ['lost once it had caught up', { records: 90, lagRecords: 0 }, { lostRecords: 10 }],
    ['unread as far as it lags', { records: 90, lagRecords: 4 }, { lostRecords: 6, unreadRecords: 4 }],
    ['unread, rounded, where lags are means', { records: 90, lagRecords: 4.4 }, { lostRecords: 6, unreadRecords: 4 }],
    ['unread where it lags further', { records: 90, lagRecords: 50 }, { lostRecords: 0, unreadRecords: 10 }],
    ['unread where its lag was never known', { records: 90, lagRecords: null }, { lostRecords: 0, unreadRecords: 10 }],
    ['written though unknown', { records: 107, lagRecords: 0 }, { writtenThoughUnknownRecords: 7, unreadRecords: 0 }],
    ['read twice', { records: 105, duplicateRecords: 5, lagRecords: 0 }, { duplicateRecords: 5, lostRecords: 0 }],
    [
      'read twice and lost',
      { records: 100, duplicateRecords: 5, lagRecords: 0 },
      { duplicateRecords: 5, lostRecords: 5 },
    ],
  ])('are %s', (_name, group, expected) => {
    const { isClosed, gaps, group: entry } = read(group)
    expect([isClosed, gaps]).toEqual([true, []])
    expect(entry).toMatchObject({
      groupId: 'g0',
      lostRecords: 0,
      duplicateRecords: 0,
      unreadRecords: 0,
      writtenThoughUnknownRecords: 0,
      ...expected,
    })
  })

  it.each([
    ['read without those of aborted transactions', 70, { lostRecords: 0, writtenThoughUnknownRecords: 0 }],
    ['lost if fewer are read', 69, { lostRecords: 1 }],
    ['too many if aborted ones are read', 81, { writtenThoughUnknownRecords: 10 }],
  ])('are %s', (_name, records, expected) => {
    const transactions = { committed: 7, commitMs: 20, aborted: 3, markers: 60, abortedRecords: 30 }
    const producers = [{ ...written, transactions }]
    const accounting = accountFor([{ producers, groups: [{ groupId: 'g0', records, lagRecords: 0 }] }], { plan })
    expect(accounting).toMatchObject({ ackedRecords: 100, abortedRecords: 30, isClosed: records <= 80 })
    expect(accounting.groups).toMatchObject([expected])
  })

  it('are unread if the run did not wait for the group, whatever its lag', () => {
    const { group } = read({ records: 90, lagRecords: 0 }, { isCutShort: true })
    expect(group).toMatchObject({ lostRecords: 0, unreadRecords: 10 })
  })

  it('use the last known lag', () => {
    const seconds: CountedSecond[] = [
      { producers: [written], groups: [{ groupId: 'g0', records: 50, lagRecords: 50 }] },
      { groups: [{ groupId: 'g0', records: 40, lagRecords: 3 }] },
      { groups: [{ groupId: 'g0', lagRecords: null }] },
    ]
    expect(accountFor(seconds, { plan }).groups[0]).toMatchObject({
      consumedRecords: 90,
      lostRecords: 7,
      unreadRecords: 3,
    })
  })

  it('are too many if they exceed the written records by one', () => {
    expect(read({ records: 110, lagRecords: 0 }).gaps).toEqual([])
    expect(read({ records: 111, lagRecords: 0 })).toMatchObject({
      isClosed: false,
      gaps: ['Group g0 received 1 records more than can have been written.'],
      group: { writtenThoughUnknownRecords: 10 },
    })
  })

  it('cannot have more duplicates than received records', () => {
    expect(read({ records: 5, duplicateRecords: 5 }).isClosed).toBe(true)
    expect(read({ records: 5, duplicateRecords: 6 })).toMatchObject({
      isClosed: false,
      gaps: ['Group g0: 6 duplicates of 5 records received.'],
    })
  })

  it('add up for every group to the record, for any reads', () => {
    const count = fc.integer({ min: 0, max: 130 })
    const lag = fc.option(fc.integer({ min: 0, max: 40 }))
    fc.assert(
      fc.property(count, count, lag, fc.boolean(), (records, duplicateRecords, lagRecords, isCutShort) => {
        const { group, gaps } = read({ records, duplicateRecords, lagRecords }, { isCutShort })
        const distinct = records - duplicateRecords
        expect(gaps.length === 0).toBe(distinct >= 0 && distinct <= 110)
        if (gaps.length > 0 || group === undefined) return
        expect(distinct).toBe(100 - group.lostRecords - group.unreadRecords + group.writtenThoughUnknownRecords)
        expect(
          Math.min(group.lostRecords, group.unreadRecords, group.writtenThoughUnknownRecords),
        ).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 500 },
    )
  })
})

describe('records that a lost client had not reported', () => {
  it('are counted as offered, accepted and of unknown fate, as far as a group read them', () => {
    const accounting = read({ records: 125, lagRecords: 0 }, { isClientLost: true, isCutShort: true })
    expect(accounting).toMatchObject({
      offeredRecords: 125,
      acceptedRecords: 125,
      ackedRecords: 100,
      unknownRecords: 25,
      isClosed: true,
      group: { writtenThoughUnknownRecords: 25, lostRecords: 0, unreadRecords: 0 },
    })
    expect(read({ records: 107 }, { isClientLost: true })).toMatchObject({ offeredRecords: 110, unknownRecords: 10 })
  })

  /** Groups of two topics, of which a lost client wrote to both. */
  function untoldOf(readByGroup: Readonly<Record<string, number>>) {
    const two = twoTopics(Object.keys(readByGroup))
    const groups = Object.entries(readByGroup).map(([groupId, records]) => ({ groupId, records, lagRecords: 0 }))
    return accountFor([{ groups }], { plan: two, isClientLost: true, isCutShort: true }).offeredRecords
  }

  it('are the largest number that a group of a topic read, summed over topics', () => {
    expect(untoldOf({ a1: 30, a2: 40 })).toBe(40)
    expect(untoldOf({ a1: 40, a2: 30 })).toBe(40)
    expect(untoldOf({ a1: 30, b1: 5 })).toBe(35)
    expect(untoldOf({ a1: 30, a2: 31, b1: 5, b2: 7 })).toBe(38)
  })
})

/** Two producers, p0 on topic "a" and p1 on topic "b"; groups read the topic of their first letter. */
function twoTopics(groupIds: readonly string[]): RunPlan {
  const base = planOf({ groups: 1 })
  const [topic] = base.topics
  const [group] = base.consumerGroups
  if (topic === undefined || group === undefined) throw new Error('no pattern')
  return {
    ...base,
    topics: ['a', 'b'].map((name) => ({ ...topic, name })),
    producers: base.producers.map((producer, index) => ({ ...producer, topic: index === 0 ? 'a' : 'b' })),
    consumerGroups: groupIds.map((groupId) => ({ ...group, groupId, topic: groupId.charAt(0) })),
  }
}

describe('a group', () => {
  const producers = [
    { producerId: 'p0', offeredRecords: 100, acceptedRecords: 100, ackedRecords: 100 },
    { producerId: 'p1', offeredRecords: 7, acceptedRecords: 7, ackedRecords: 4, unknownRecords: 3 },
  ]

  it('should read what was written to its own topic, and nothing else', () => {
    const groups = [
      { groupId: 'a1', records: 100, lagRecords: 0 },
      { groupId: 'b1', records: 4, lagRecords: 0 },
    ]
    const accounting = accountFor([{ producers, groups }], { plan: twoTopics(['a1', 'b1']) })
    expect(accounting.groups).toMatchObject([
      { groupId: 'a1', consumedRecords: 100, lostRecords: 0, unreadRecords: 0, writtenThoughUnknownRecords: 0 },
      { groupId: 'b1', consumedRecords: 4, lostRecords: 0, unreadRecords: 0, writtenThoughUnknownRecords: 0 },
    ])
    const more = [{ groupId: 'a1', records: 101, lagRecords: 0 }]
    expect(accountFor([{ producers, groups: more }], { plan: twoTopics(['a1']) }).gaps).toEqual([
      'Group a1 received 1 records more than can have been written.',
    ])
  })

  it('counts unknown producers for every topic, and all producers for an unknown group', () => {
    const stranger = { producerId: 'p9', offeredRecords: 5, acceptedRecords: 5, ackedRecords: 5 }
    const groups = [{ groupId: 'b1', records: 9, lagRecords: 0 }]
    const named = accountFor([{ producers: [...producers, stranger], groups }], { plan: twoTopics(['b1']) })
    expect(named.groups[0]).toMatchObject({ lostRecords: 0, writtenThoughUnknownRecords: 0 })
    const unnamed = accountFor([{ producers, groups }], { plan: twoTopics([]) })
    expect(unnamed.groups[0]).toMatchObject({ groupId: 'b1', lostRecords: 104 - 9 })
  })

  it('is in the accounting if it never read, and so are groups that the plan does not have', () => {
    const groups = [{ groupId: 'x', records: 100, lagRecords: 0 }]
    const { groups: all } = accountFor([{ producers, groups }], { plan: twoTopics(['a1']) })
    expect(all.map(({ groupId }) => groupId)).toEqual(['a1', 'x'])
    expect(all[0]).toMatchObject({ consumedRecords: 0, unreadRecords: 100 })
  })
})
