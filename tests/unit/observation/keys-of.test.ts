import { describe, expect, it } from 'vitest'
import { hottestPartitionShare } from '../../../src/capacity/hottest-partition.ts'
import type { ObservedTopic } from '../../../src/contracts/observation.ts'
import { keysOf } from '../../../src/observation/keys-of.ts'

function keysAt(figures: Readonly<Record<string, number>>, relativeError: number | null = null) {
  const known = Object.entries(figures).map(([field, value]) => {
    return [field, { value, how: 'measured', source: 'source-1', span: null, relativeError }] as const
  })
  const topic: ObservedTopic = { name: 'orders', isInternal: false, figures: Object.fromEntries(known), texts: {} }
  return keysOf({ ...topic, count: 1 }).keys?.value
}

describe('the keys of an observed topic', () => {
  it('are none if one key is spread evenly over the partitions, because clients then do not choose partitions by key', () => {
    const figures = { partitions: 4, hottestPartitionShare: 0.251, keyedShare: 1, distinctKeys: 1 }
    expect(keysAt(figures)).toEqual({ kind: 'none' })
  })

  it('are at most as many as the bytes of a key can hold, so that a run can send them', () => {
    const figures = { partitions: 6, hottestPartitionShare: 0.25, keyedShare: 1, recordKeyBytes: 1 }
    expect(keysAt(figures)).toMatchObject({ kind: 'zipf', distinct: 256 })
    expect(keysAt({ ...figures, recordKeyBytes: 2 })).toMatchObject({ kind: 'zipf', distinct: 10_000 })
  })

  it.each([
    { what: 'evenly', hottestShare: 0.05, relativeError: 0.25 },
    { what: 'unevenly', hottestShare: 0.08, relativeError: 0.25 },
  ])('are more than the sample saw if so few keys could not be spread so $what', ({ hottestShare, relativeError }) => {
    const figures = { partitions: 24, hottestPartitionShare: hottestShare, keyedShare: 1, distinctKeys: 30 }
    const keys = keysAt(figures, relativeError)
    if (keys === undefined || keys.kind === 'none') throw new Error('no keys')
    expect(keys.distinct).toBeGreaterThan(30)
    const { share } = hottestPartitionShare(keys, 24)
    expect(share).toBeLessThan(Math.max(hottestShare, 1.25 / 24) * 1.001)
    expect(share).toBeGreaterThan(hottestShare * 0.8)
  })
})
