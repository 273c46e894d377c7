import { describe, expect, it } from 'vitest'
import { totalsByProducer } from '../../../src/measurement/producer-totals.ts'
import { secondsOf } from './counted-seconds.ts'

describe('the totals of producers', () => {
  it('add up what was counted, and have what was waiting in the last second', () => {
    const first = {
      producerId: 'p1',
      offeredRecords: 100,
      acceptedRecords: 90,
      ackedRecords: 60,
      rejectedRecords: 4,
      unknownRecords: 6,
      queueFullRetries: 2,
      backlogRecords: 10,
      outstandingRecords: 20,
      transactions: { committed: 9, commitMs: 30, aborted: 1, markers: 60, abortedRecords: 7 },
    }
    const second = { ...first, ackedRecords: 75, backlogRecords: 20, outstandingRecords: 25 }
    const other = { producerId: 'p0', offeredRecords: 1, backlogRecords: 1 }
    const seconds = secondsOf([{ producers: [first] }, { producers: [other, second] }])
    expect(totalsByProducer(seconds)).toEqual([
      {
        producerId: 'p1',
        offeredRecords: 200,
        acceptedRecords: 180,
        ackedRecords: 135,
        abortedRecords: 14,
        rejectedRecords: 8,
        unknownRecords: 12,
        queueFullRetries: 4,
        unsentRecords: 20,
        outstandingRecords: 25,
      },
      {
        producerId: 'p0',
        offeredRecords: 1,
        acceptedRecords: 0,
        ackedRecords: 0,
        abortedRecords: 0,
        rejectedRecords: 0,
        unknownRecords: 0,
        queueFullRetries: 0,
        unsentRecords: 1,
        outstandingRecords: 0,
      },
    ])
    expect(totalsByProducer([])).toEqual([])
  })
})
