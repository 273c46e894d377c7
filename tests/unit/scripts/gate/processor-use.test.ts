import { expect, test } from 'vitest'
import { busyShare, readProcessorTimes } from '../../../../scripts/gate/processor-use.mjs'

const times = { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 }

test('says which share of all processors was not idle', () => {
  const before = [times, { ...times, user: 500, idle: 500 }]
  const after = [
    { ...times, user: 600, sys: 100, idle: 300 },
    { ...times, user: 600, nice: 100, idle: 1300 },
  ]
  // 700 of 1,000 ms of one processor, 200 of 1,000 ms of the other.
  expect(busyShare(before, after)).toBeCloseTo(0.45)
})

test('says nothing of no time', () => {
  expect(busyShare([times], [times])).toBeNull()
})

test('reads the processors of this machine', () => {
  const before = readProcessorTimes()
  let now = readProcessorTimes()
  while (busyShare(before, now) === null) now = readProcessorTimes()
  const share = busyShare(before, now) ?? -1
  expect(share).toBeGreaterThanOrEqual(0)
  expect(share).toBeLessThanOrEqual(1)
})
