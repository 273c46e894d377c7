import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OffsetRange } from '../../../../src/runner/observe/sampled-topic.ts'
import { spreadPosition } from '../../../../src/runner/observe/spread-positions.ts'

function rangesOf(lengths: readonly number[]): OffsetRange[] {
  return lengths.map((length, index) => ({ topic: 'clicks', index, leader: 1, from: 1000, to: 1000 + length }))
}

const starts = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

describe('the positions at which a topic is sampled', () => {
  it('read each partition as often as its share of the records says, to within two spots', () => {
    const lengths = [18_000, 3_000, 3_000, 6_000, 3_000, 3_000, 6_000, 3_000]
    const records = lengths.reduce((sum, each) => sum + each, 0)
    const ranges = rangesOf(lengths)
    fc.assert(
      fc.property(starts, fc.integer({ min: 1, max: 400 }), (start, spots) => {
        const read = Array.from({ length: spots }, (_, index) => spreadPosition(ranges, start, index)?.range.index)
        for (const [index, length] of lengths.entries()) {
          const count = read.filter((each) => each === index).length
          expect(Math.abs(count - (spots * length) / records)).toBeLessThan(2.5)
        }
      }),
    )
  })

  it('are each uniform over the records: any offset is as likely as another', () => {
    const ranges = rangesOf([30, 10])
    for (const index of [0, 1, 7]) {
      const counts = new Map<string, number>()
      for (let step = 0; step < 4000; step += 1) {
        const found = spreadPosition(ranges, step / 4000, index)
        const key = `${found?.range.index}:${found?.offset}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
      }
      expect(counts.size).toBe(40)
      for (const count of counts.values()) expect(Math.abs(count - 100)).toBeLessThanOrEqual(1)
    }
  })

  it('are offsets of the topic, and none if it has no records', () => {
    fc.assert(
      fc.property(starts, fc.nat(1000), fc.array(fc.nat(50), { maxLength: 5 }), (start, index, lengths) => {
        const found = spreadPosition(rangesOf(lengths), start, index)
        expect(found === null).toBe(lengths.every((length) => length === 0))
        if (found === null) return
        expect(found.offset).toBeGreaterThanOrEqual(found.range.from)
        expect(found.offset).toBeLessThan(found.range.to)
      }),
    )
  })
})
