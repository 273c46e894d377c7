import { describe, expect, it } from 'vitest'
import { recordBytes } from '../../../src/capacity/record-batch.ts'
import type { Producer } from '../../../src/contracts/workload.ts'
import { compressibilityOf } from '../../../src/planning/record-compression.ts'
import { smallScenario } from '../capacity/known-files.ts'

function producerOf(change: NonNullable<Parameters<typeof smallScenario>[0]['producer']>): Producer {
  const [producer] = smallScenario({ producer: { recordValueBytes: 1000, ...change } }).workload.producers
  if (producer === undefined) throw new Error('the scenario has a producer')
  return producer
}

describe('the random part of a value', () => {
  it('is the whole value without a codec', () => {
    expect(compressibilityOf(producerOf({ compression: 'none' }), 10)).toEqual({ randomBytesRatio: 1, reachedRatio: 1 })
  })

  it('gives the stated ratio of the record, as calculated by hand', () => {
    const half = producerOf({ compression: 'zstd', compressionRatio: 0.5 })
    // zstd costs 9 bytes a record and 70 a batch; repeated bytes cost it nothing.
    const random = 0.5 * recordBytes(half) - 9 - 70 / 10
    const { randomBytesRatio, reachedRatio } = compressibilityOf(half, 10)
    expect(randomBytesRatio).toBeCloseTo((24 + random) / 1000, 12)
    expect(reachedRatio).toBeCloseTo(0.5, 12)
  })

  it('is smaller if repeated bytes, headers and keys take space', () => {
    const snappy = { compression: 'snappy', compressionRatio: 0.5 } as const
    const randomOf = (change: Parameters<typeof producerOf>[0]) => {
      const producer = producerOf({ ...snappy, ...change })
      const { randomBytesRatio, reachedRatio } = compressibilityOf(producer, 10)
      expect(reachedRatio).toBeCloseTo(0.5, 12)
      return { random: randomBytesRatio * 1000 - 24, plain: recordBytes(producer) }
    }
    // Of 976 bytes, 4.7 % of the repeated ones; 19 a record, 50 a batch of ten.
    const cost = (plain: number, more: number) => (0.5 * plain - 24 - more - 0.047 * 976) / (1 - 0.047)
    const bare = randomOf({})
    expect(bare.random).toBeCloseTo(cost(bare.plain, 0), 9)
    const headers = randomOf({ headers: { count: 1, nameBytes: 4, valueBytes: 10 } })
    expect(headers.random).toBeCloseTo(cost(headers.plain, 4), 9)
    const keyed = (recordKeyBytes: number) => randomOf({ keys: { kind: 'uniform', distinct: 10 }, recordKeyBytes })
    const [short, long] = [keyed(6), keyed(20)]
    expect(short.random).toBeCloseTo(cost(short.plain, 6), 9)
    expect(long.random).toBeCloseTo(cost(long.plain, 8), 9)
    const unused = randomOf({ keys: { kind: 'none' }, recordKeyBytes: 6 })
    expect(unused.random).toBeCloseTo(cost(unused.plain, 0), 9)
  })

  it('is none if a run cannot reach the stated ratio, and the whole value if the ratio is 1', () => {
    const lowest = producerOf({ compression: 'gzip', compressionRatio: 0.01 })
    const { randomBytesRatio, reachedRatio } = compressibilityOf(lowest, 10)
    expect(randomBytesRatio).toBe(0.024)
    expect(reachedRatio).toBeCloseTo((15 + 150 / 10 + 0.001 * 976) / recordBytes(lowest), 12)
    expect(compressibilityOf(producerOf({ compression: 'gzip', compressionRatio: 1 }), 1)).toEqual({
      ...{ randomBytesRatio: expect.any(Number), reachedRatio: 1 },
    })
    const tiny = producerOf({ compression: 'lz4', compressionRatio: 1, recordValueBytes: 24 })
    expect(compressibilityOf(tiny, 1)).toEqual({ randomBytesRatio: 1, reachedRatio: 1 })
  })
})
