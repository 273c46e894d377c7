import { describe, expect, it } from 'vitest'
import { countedBytesOf } from '../../../src/contracts/counted-bytes.ts'

describe('what a limit in bytes/s counts', () => {
  it('is what its model says, and unknown if the model says nothing', () => {
    expect(countedBytesOf({ counts: 'record-batches' })).toBe('record-batches')
    expect(countedBytesOf({ counts: 'whole-requests' })).toBe('whole-requests')
    expect(countedBytesOf({ counts: 'unknown' })).toBe('unknown')
    expect(countedBytesOf({})).toBe('unknown')
  })

  it('is unknown if a model states it only for another limit', () => {
    expect(countedBytesOf({ counts: 'replicas' })).toBe('unknown')
  })
})
