import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SequenceIntervals } from '../../../src/runner/worker/sequence-intervals.ts'

describe('sequence intervals', () => {
  test('keep one interval while numbers arrive in order', () => {
    const intervals = new SequenceIntervals()
    for (let sequence = 0; sequence < 10_000; sequence += 1) expect(intervals.add(sequence)).toBe(false)
    expect([intervals.distinctCount, intervals.intervalCount]).toEqual([10_000, 1])
  })

  test('report a duplicate', () => {
    const intervals = new SequenceIntervals()
    expect([5, 6, 5, 9, 9, 6].map((sequence) => intervals.add(sequence))).toEqual([
      false,
      false,
      true,
      false,
      true,
      true,
    ])
  })

  test('close a gap when the missing number arrives', () => {
    const intervals = new SequenceIntervals()
    for (const sequence of [0, 1, 3, 4, 2]) intervals.add(sequence)
    expect(intervals.intervalCount).toBe(1)
  })

  test('agree with a set for any order and any repetition', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 200 }), (sequence) => {
        const intervals = new SequenceIntervals()
        const seen = new Set<number>()
        for (const number of sequence) {
          expect(intervals.add(number)).toBe(seen.has(number))
          seen.add(number)
        }
        expect(intervals.distinctCount).toBe(seen.size)
        const runs = [...seen].filter((number) => !seen.has(number - 1)).length
        expect(intervals.intervalCount).toBe(runs)
      }),
    )
  })
})
