import { describe, expect, it } from 'vitest'
import { type Producer, producer } from '../../../src/contracts/workload.ts'
import { planRecords, recordNotes } from '../../../src/planning/planned-records.ts'

function writer(change: Partial<Producer>): Producer {
  const known = { name: 'writers', topic: 'orders', peakRecordsPerSec: 10_000, recordValueBytes: 500 }
  return producer.parse({ ...known, ...change })
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

describe('the records of a run', () => {
  it('have 256 equally frequent sizes with the scenario’s mean, none smaller than a run can send', () => {
    const sizes = planRecords(writer({ recordSizes: { kind: 'lognormal', sigma: 1 } }), 1).recordValueSizesBytes ?? []
    expect(sizes).toHaveLength(256)
    expect(mean(sizes)).toBeCloseTo(500, 0)
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(24)
    expect(sizes).not.toEqual([...sizes].sort((left, right) => left - right))
  })

  it('keep the mean if many sizes have to be raised, with a note', () => {
    const small = writer({ recordValueBytes: 60, recordSizes: { kind: 'lognormal', sigma: 1.2 } })
    const records = planRecords(small, 1)
    expect(mean(records.recordValueSizesBytes ?? [])).toBeCloseTo(60, 0)
    expect(recordNotes(small, records).join()).toContain('are sent with 24 B')
  })

  it('all have the smallest size if the scenario has no larger one', () => {
    const smallest = writer({ recordValueBytes: 24, recordSizes: { kind: 'uniform', spread: 1e-17 } })
    expect(new Set(planRecords(smallest, 1).recordValueSizesBytes)).toEqual(new Set([24]))
  })

  it('are distributed by bytes if sizes differ, and by count if they do not', () => {
    const mixed = planRecords(writer({ recordSizes: { kind: 'uniform', spread: 0.5 }, lingerMs: 10 }), 1)
    // 10 ms at 10,000/s gather 100 records and the first; 16,384 - 61 - 256 - 36 bytes are room.
    expect(mixed.partitioning).toEqual({ kind: 'turns', recordsPerTurn: 101, bytesPerTurn: 16_031 })
    const alike = planRecords(writer({ lingerMs: 10 }), 1)
    expect(alike.partitioning).toEqual({ kind: 'turns', recordsPerTurn: 31 })
  })

  it('are as random as the codec needs for the stated ratio', () => {
    const ratio = (change: Partial<Producer>) => planRecords(writer(change), 1).randomBytesRatio
    expect(ratio({ compression: 'none', compressionRatio: 0.3 })).toBe(1)
    // Of 509 bytes, 254 are wanted; lz4 adds about 20 of its own a record and 1 of the run: 230 random, 24 of the run's own.
    expect(ratio({ compression: 'lz4', compressionRatio: 0.5 }) * 500).toBeCloseTo(254, -1)
    expect(ratio({ compression: 'snappy', compressionRatio: 0.5 })).toBeLessThan(
      ratio({ compression: 'zstd', compressionRatio: 0.5 }),
    )
    expect(ratio({ compression: 'zstd', compressionRatio: 1 })).toBeLessThanOrEqual(1)
  })

  it('have a note with the reached ratio if the stated one is out of reach', () => {
    const tiny = writer({ recordValueBytes: 100, compression: 'lz4', compressionRatio: 0.05 })
    expect(recordNotes(tiny, planRecords(tiny, 1))).toEqual([
      expect.stringMatching(/^"writers" compresses to 5 %; .* about 2\d %? ?.*with lz4\.$/),
    ])
    const usual = writer({ compression: 'lz4', compressionRatio: 0.4 })
    expect(recordNotes(usual, planRecords(usual, 1))).toEqual([])
  })
})
