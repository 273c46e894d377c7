import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { recordBytes, recordsPerFullBatch } from '../../../src/capacity/record-batch.ts'
import { likelySizes, percentileFactor, relativeDeviation } from '../../../src/capacity/record-sizes.ts'
import type { RecordSizes } from '../../../src/contracts/workload.ts'

const halves: RecordSizes = {
  kind: 'percentiles',
  points: [
    { fraction: 0.5, bytes: 100 },
    { fraction: 1, bytes: 300 },
  ],
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

describe('sizes of values', () => {
  it('are evenly spaced between both ends of a uniform distribution', () => {
    const sizes = likelySizes(500, { kind: 'uniform', spread: 0.8 }, 4)
    expect(sizes.map(Math.round)).toEqual([200, 400, 600, 800])
  })

  it('are interpolated between percentiles: half are 100, the others rise to 300, times one factor for the mean', () => {
    // 100, 100, 150, 250: their mean is 150.
    expect(likelySizes(150, halves, 4)).toEqual([100, 100, 150, 250])
    expect(likelySizes(300, halves, 4)).toEqual([200, 200, 300, 500])
    expect(percentileFactor(300, halves)).toBeCloseTo(2, 2)
  })

  it('have the standard deviation of their distribution', () => {
    expect(relativeDeviation(undefined)).toBe(0)
    expect(relativeDeviation({ kind: 'uniform', spread: 1 })).toBeCloseTo(1 / Math.sqrt(3), 12)
    // sqrt(exp(sigma²) - 1), but for the tail that 256 sizes leave out.
    expect(relativeDeviation({ kind: 'lognormal', sigma: 0.5 })).toBeCloseTo(Math.sqrt(Math.exp(0.25) - 1), 1)
  })

  it('keep the mean for any distribution', () => {
    const laws: fc.Arbitrary<RecordSizes> = fc.oneof(
      fc.record({ kind: fc.constant('uniform' as const), spread: fc.double({ min: 0.01, max: 1, noNaN: true }) }),
      fc.record({ kind: fc.constant('lognormal' as const), sigma: fc.double({ min: 0.01, max: 3, noNaN: true }) }),
      fc.constant(halves),
    )
    fc.assert(
      fc.property(laws, fc.integer({ min: 1, max: 1_000_000 }), (sizes, bytes) => {
        const likely = likelySizes(bytes, sizes)
        expect(mean(likely) / bytes).toBeCloseTo(1, 9)
        expect(likely).toEqual([...likely].sort((left, right) => left - right))
      }),
    )
  })
})

describe('batches of records that differ in size', () => {
  const shape = { recordValueBytes: 491, recordKeyBytes: 0, lingerMs: 10, batchBytes: 10_061, compressionRatio: 1 }

  it('are as full as a batch that is packed record by record', () => {
    const recordSizes: RecordSizes = { kind: 'lognormal', sigma: 0.7 }
    const framing = recordBytes(shape) - shape.recordValueBytes
    const sizes = likelySizes(shape.recordValueBytes, recordSizes)
    let batches = 1
    let used = 0
    let at = 0
    const records = 100_000
    for (let record = 0; record < records; record += 1) {
      // A stride that meets all sizes in a scrambled order.
      at = (at + 101) % sizes.length
      const bytes = (sizes[(at * 37 + record) % sizes.length] ?? 0) + framing
      if (used + bytes > 10_000) {
        batches += 1
        used = 0
      }
      used += bytes
    }
    const packed = records / batches
    expect(Math.abs(recordsPerFullBatch({ ...shape, recordSizes }) / packed - 1)).toBeLessThan(0.02)
  })

  it('hold fewer records than batches of equal records, by half a record at least on average', () => {
    expect(recordsPerFullBatch(shape)).toBe(20)
    expect(recordsPerFullBatch({ ...shape, recordSizes: { kind: 'uniform', spread: 1 } })).toBeLessThan(19.5)
  })
})

describe('headers', () => {
  it('add name and value with their lengths to each record', () => {
    const shape = { recordValueBytes: 512, recordKeyBytes: 0, lingerMs: 10, batchBytes: 16_384 }
    const plain = recordBytes({ ...shape, compressionRatio: 1 })
    const headers = { count: 2, nameBytes: 8, valueBytes: 16 }
    // 1 + 8 + 1 + 16 each.
    expect(recordBytes({ ...shape, compressionRatio: 1, headers }) - plain).toBe(52)
  })
})
