import { describe, expect, it } from 'vitest'
import { countedBytesOf } from '../../../src/contracts/counted-bytes.ts'

describe('what a limit in bytes/s counts', () => {
  it('is what its model says, and unknown where that says nothing', () => {
    expect(countedBytesOf({ counts: 'record-batches' })).toBe('record-batches')
    expect(countedBytesOf({ counts: 'whole-requests' })).toBe('whole-requests')
    expect(countedBytesOf({ counts: 'unknown' })).toBe('unknown')
    expect(countedBytesOf({})).toBe('unknown')
  })

  it('is unknown where a model says what is counted of something else', () => {
    expect(countedBytesOf({ counts: 'replicas' })).toBe('unknown')
  })
})
