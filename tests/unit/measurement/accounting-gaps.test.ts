import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { accountFor, type ProducerCounts } from './counted-seconds.ts'

/** A producer whose sums close: 100 offered, 90 accepted, of which 70 acknowledged. */
const closed: ProducerCounts = {
  producerId: 'p0',
  offeredRecords: 100,
  acceptedRecords: 90,
  backlogRecords: 10,
  ackedRecords: 70,
  unknownRecords: 8,
  outstandingRecords: 7,
  rejectedRecords: 5,
  queueFullRetries: 3,
}

function gapsOf(producer: ProducerCounts): readonly string[] {
  const { isClosed, gaps } = accountFor([{ producers: [producer] }])
  expect(isClosed).toBe(gaps.length === 0)
  return gaps
}

describe('the sums of a producer', () => {
  it('add up if offered = accepted + unsent, and accepted = acknowledged + unknown + rejected', () => {
    expect(accountFor([{ producers: [closed] }])).toEqual({
      offeredRecords: 100,
      acceptedRecords: 90,
      unsentRecords: 10,
      ackedRecords: 70,
      unknownRecords: 15,
      rejectedRecords: 5,
      queueFullRetries: 3,
      groups: [],
      isClosed: true,
      gaps: [],
    })
  })

  it.each([
    [{ offeredRecords: 101 }, 'offered 101 is not accepted 90 + unsent 10; 1 are missing.'],
    [{ offeredRecords: 98 }, 'offered 98 is not accepted 90 + unsent 10; 2 are too many.'],
    [{ backlogRecords: 11 }, 'offered 100 is not accepted 90 + unsent 11; 1 are too many.'],
    [{ ackedRecords: 69 }, 'accepted 90 is not acknowledged 69 + unknown 15 + rejected 5; 1 are missing.'],
    [{ ackedRecords: 71 }, 'accepted 90 is not acknowledged 71 + unknown 15 + rejected 5; 1 are too many.'],
    [{ unknownRecords: 9 }, 'accepted 90 is not acknowledged 70 + unknown 16 + rejected 5; 1 are too many.'],
    [{ outstandingRecords: 6 }, 'accepted 90 is not acknowledged 70 + unknown 14 + rejected 5; 1 are missing.'],
    [{ rejectedRecords: 7 }, 'accepted 90 is not acknowledged 70 + unknown 15 + rejected 7; 2 are too many.'],
  ])('do not add up with %j, and the gap says which and by how many', (change, sentence) => {
    expect(gapsOf({ ...closed, ...change })).toEqual([`Producer p0: ${sentence}`])
  })

  it('report both gaps if neither sum adds up', () => {
    expect(gapsOf({ ...closed, acceptedRecords: 91 })).toEqual([
      'Producer p0: offered 100 is not accepted 91 + unsent 10; 1 are too many.',
      'Producer p0: accepted 91 is not acknowledged 70 + unknown 15 + rejected 5; 1 are missing.',
    ])
  })

  it('leave a gap exactly if the counters do not add up, for any counters', () => {
    const count = fc.integer({ min: 0, max: 1000 })
    // Mostly none, so that closed sums are drawn as often as open ones.
    const error = fc.oneof(fc.constant(0), fc.constant(0), fc.integer({ min: -3, max: 3 }))
    const counters = fc.record({
      unsent: count,
      acked: count,
      unknown: count,
      outstanding: count,
      rejected: count,
      offeredError: error,
      acceptedError: error,
    })
    const producers = fc.array(counters, { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(producers, (drawn) => {
        const sums = drawn.map((each, index) => {
          const accepted = each.acked + each.unknown + each.outstanding + each.rejected + each.acceptedError
          return {
            producerId: `p${index}`,
            offeredRecords: accepted + each.unsent + each.offeredError,
            acceptedRecords: accepted,
            backlogRecords: each.unsent,
            ackedRecords: each.acked,
            unknownRecords: each.unknown,
            outstandingRecords: each.outstanding,
            rejectedRecords: each.rejected,
          }
        })
        const isRight = drawn.every(({ offeredError, acceptedError }) => offeredError === 0 && acceptedError === 0)
        const errors = drawn.flatMap(({ offeredError, acceptedError }) => [offeredError, acceptedError])
        const { isClosed, gaps } = accountFor([{ producers: sums }])
        expect(isClosed).toBe(isRight)
        const wrong = errors.filter((each) => each !== 0).length
        expect(gaps).toHaveLength(Math.min(6, wrong))
      }),
      { numRuns: 500 },
    )
  })
})

describe('gaps', () => {
  function openProducers(count: number): ProducerCounts[] {
    return Array.from({ length: count }, (_, index) => ({ ...closed, producerId: `p${index}`, offeredRecords: 101 }))
  }

  it('are listed up to five, and the rest is counted', () => {
    expect(accountFor([{ producers: openProducers(5) }]).gaps.map((gap) => gap.slice(0, 11))).toEqual([
      'Producer p0',
      'Producer p1',
      'Producer p2',
      'Producer p3',
      'Producer p4',
    ])
    const { gaps } = accountFor([{ producers: openProducers(8) }])
    expect(gaps).toHaveLength(6)
    expect(gaps.slice(4)).toEqual([
      'Producer p4: offered 101 is not accepted 90 + unsent 10; 1 are missing.',
      'And 3 more gaps like these.',
    ])
  })

  it.each([
    [[7], 'There is no sample of second 7; what happened then is not counted.'],
    [[7, 9], 'There is no sample of seconds 7, 9; what happened then is not counted.'],
    [[1, 2, 3, 4, 5], 'There is no sample of seconds 1, 2, 3, 4, 5; what happened then is not counted.'],
    [
      [1, 2, 3, 4, 5, 6, 8],
      'There is no sample of seconds 1, 2, 3, 4, 5 and 2 more; what happened then is not counted.',
    ],
  ])('name the missing seconds %j', (missing, sentence) => {
    expect(accountFor([{ producers: [closed] }], { missing })).toMatchObject({ isClosed: false, gaps: [sentence] })
  })

  it('come in this order: seconds, producers, groups', () => {
    const groups = [{ groupId: 'g0', records: 1000 }]
    const { gaps } = accountFor([{ producers: openProducers(1), groups }], { missing: [4] })
    expect(gaps.map((gap) => gap.slice(0, 8))).toEqual(['There is', 'Producer', 'Group g0'])
  })
})
