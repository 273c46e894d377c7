import { describe, expect, test } from 'vitest'
import { OfferedRecords } from '../../../src/runner/worker/offered-records.ts'
import { createSendSchedule } from '../../../src/runner/worker/schedule.ts'

const schedule = createSendSchedule({
  recordsPerSec: 10,
  startDelayMs: 0,
  durationMs: 10_000,
  schedule: { kind: 'constant' },
})

describe('offered records', () => {
  test('are those that became due in the second, and those not sent are the backlog', () => {
    const offered = new OfferedRecords(schedule, false)
    expect(offered.take(999, 4)).toEqual({ offeredRecords: 10, backlogRecords: 6 })
    expect(offered.take(1_999, 20)).toEqual({ offeredRecords: 10, backlogRecords: 0 })
  })

  test('include records that were sent after the end of the second', () => {
    const offered = new OfferedRecords(schedule, false)
    expect(offered.take(999, 12)).toEqual({ offeredRecords: 12, backlogRecords: 0 })
    expect(offered.take(1_999, 12)).toEqual({ offeredRecords: 8, backlogRecords: 8 })
  })

  test('are those that were sent if senders wait for acknowledgements', () => {
    const offered = new OfferedRecords(schedule, true)
    expect(offered.take(5_000, 3)).toEqual({ offeredRecords: 3, backlogRecords: 0 })
  })
})
