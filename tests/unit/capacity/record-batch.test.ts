import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  recordBytes,
  recordsPerFullBatch,
  varintBytes,
  wireBytesPerRecord,
} from '../../../src/capacity/record-batch.ts'
import { likelySizes } from '../../../src/capacity/record-sizes.ts'
import type { RecordSizes } from '../../../src/contracts/workload.ts'

const shape = { recordValueBytes: 512, recordKeyBytes: 0, lingerMs: 10, batchBytes: 16_384, compressionRatio: 1 }

describe('record batches', () => {
  it.each([
    [0, 1],
    [63, 1],
    [64, 2],
    [-64, 1],
    [-65, 2],
    [8191, 2],
    [8192, 3],
    [2 ** 30, 5],
  ])('writes %i as a zigzag varint of %i bytes', (value, bytes) => {
    expect(varintBytes(value)).toBe(bytes)
  })

  it('makes 521 bytes of a value of 512: length 2, attributes, two deltas, no key, length 2, no headers', () => {
    expect(recordBytes(shape)).toBe(521)
    expect(recordBytes({ ...shape, recordKeyBytes: 8 })).toBe(529)
  })

  it('fits 31 of them into 16 KiB: 16,212 bytes, 1.0214 times the payload', () => {
    expect(recordsPerFullBatch(shape)).toBe(31)
    expect(wireBytesPerRecord(shape, 31) * 31).toBeCloseTo(16_212, 9)
    expect(wireBytesPerRecord(shape, 31) / 512).toBeCloseTo(1.0214, 4)
  })

  it('compresses the records and not the header', () => {
    expect(wireBytesPerRecord({ ...shape, compressionRatio: 0.5 }, 1)).toBe(61 + 521 / 2)
  })

  it('counts the records of a batch as compressed in Java, plus 5 %, and the next record uncompressed', () => {
    const half = { ...shape, compressionRatio: 0.5 }
    expect(recordsPerFullBatch(half)).toBe(31)
    // 57 are counted as 61 + 57 x 521 x 0.5 x 1.05 = 15,652 bytes, and 521 more fit into 16,384; 58 as 15,925.
    expect(recordsPerFullBatch(half, 'java')).toBe(58)
    expect(recordsPerFullBatch(shape, 'java')).toBe(31)
    expect(recordsPerFullBatch({ ...half, batchBytes: 100 }, 'java')).toBe(1)
  })

  /** Batches of records of these sizes in a random order, always the same: records of a batch on average. */
  function simulated(recordSizes: RecordSizes, meanBytes: number): number {
    const sizes = likelySizes(meanBytes, recordSizes, 4096).map((size) => size + 9)
    let [seed, roomTaken, batches] = [1, 0, 1]
    const count = 100_000
    for (let index = 0; index < count; index += 1) {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      const size = sizes[Math.floor((seed / 2 ** 31) * sizes.length)] ?? 0
      const fits = roomTaken + size <= shape.batchBytes - 61
      if (!fits && roomTaken > 0) batches += 1
      roomTaken = fits ? roomTaken + size : size
    }
    return count / batches
  }

  it.each<[string, RecordSizes, number]>([
    ['lognormal', { kind: 'lognormal', sigma: 1 }, 1000],
    ['widely lognormal', { kind: 'lognormal', sigma: 2 }, 1000],
    ['very widely lognormal', { kind: 'lognormal', sigma: 3 }, 1000],
    ['lognormal, nearly as large as a batch', { kind: 'lognormal', sigma: 2 }, 10_000],
    [
      'small but for one in a hundred',
      {
        kind: 'percentiles',
        points: [10, 100, 1e6].map((bytes, index) => ({ bytes, fraction: [0.5, 0.99, 1][index] ?? 1 })),
      },
      1000,
    ],
  ])(
    'fills batches of %s records as a simulation does, also if some are larger than a batch',
    (_, recordSizes, mean) => {
      const records = recordsPerFullBatch({ ...shape, recordValueBytes: mean, recordSizes })
      const share = records / simulated(recordSizes, mean)
      expect(share).toBeGreaterThan(0.7)
      expect(share).toBeLessThan(1.05)
    },
  )

  it('changes no batch by a step as sizes spread more', () => {
    let before = recordsPerFullBatch({ ...shape, recordSizes: { kind: 'lognormal', sigma: 0.5 } })
    for (let sigma = 0.505; sigma < 3; sigma += 0.005) {
      const records = recordsPerFullBatch({ ...shape, recordSizes: { kind: 'lognormal', sigma } })
      expect(Math.abs(records / before - 1)).toBeLessThan(0.03)
      before = records
    }
  })

  it('never costs more per record in larger batches', () => {
    const shapes = fc.record({
      recordValueBytes: fc.integer({ min: 1, max: 200_000 }),
      recordKeyBytes: fc.integer({ min: 0, max: 1000 }),
      lingerMs: fc.integer({ min: 0, max: 10_000 }),
      batchBytes: fc.integer({ min: 1, max: 2_000_000 }),
      compressionRatio: fc.double({ min: 0.01, max: 1, noNaN: true }),
    })
    fc.assert(
      fc.property(shapes, fc.integer({ min: 1, max: 10_000 }), (each, records) => {
        expect(wireBytesPerRecord(each, records + 1)).toBeLessThanOrEqual(wireBytesPerRecord(each, records))
        expect(wireBytesPerRecord({ ...each, compressionRatio: 1 }, records)).toBeGreaterThan(
          each.recordValueBytes + each.recordKeyBytes,
        )
      }),
    )
  })
})
