import { describe, expect, it } from 'vitest'
import {
  largestBatchBytes,
  largestRecordBytes,
  largestWriter,
  raisedLimit,
} from '../../../src/planning/record-limits.ts'
import { smallScenario } from '../capacity/known-files.ts'

function writing(producer: Parameters<typeof smallScenario>[0]['producer'] = {}) {
  const { workload } = smallScenario({ producer })
  const writer = largestWriter(workload, 'events')
  if (writer === null) throw new Error('expected a producer of events')
  return { workload, writer }
}

describe('limits on the size of records', () => {
  it('are raised only beyond their defaults, to whole MiB', () => {
    expect(raisedLimit('max.message.bytes', 1_048_588)).toBeNull()
    expect(raisedLimit('max.message.bytes', 1_048_589)).toEqual({ neededBytes: 1_048_589, bytes: 2_097_152 })
    expect(raisedLimit('max.request.size', 1_048_577)?.bytes).toBe(2_097_152)
    expect(raisedLimit('message.max.bytes', 1_000_000)).toBeNull()
    expect(raisedLimit('message.max.bytes', 1_000_001)?.bytes).toBe(1_048_576)
  })

  it('count a record with its batch: key, headers and framing too', () => {
    const plain = largestRecordBytes(writing({ recordValueBytes: 2_000_000 }).writer)
    expect(plain).toBeGreaterThan(2_000_000 + 61)
    expect(plain).toBeLessThan(2_000_000 + 100)
    const more = largestRecordBytes(
      writing({ recordValueBytes: 2_000_000, recordKeyBytes: 50, headers: { count: 1, nameBytes: 10, valueBytes: 20 } })
        .writer,
    )
    expect(more - plain).toBeGreaterThanOrEqual(80)
  })

  it('count the largest likely record if sizes differ, and the largest batch', () => {
    const differing = writing({ recordValueBytes: 100_000, recordSizes: { kind: 'lognormal', sigma: 1.5 } }).writer
    expect(largestRecordBytes(differing)).toBeGreaterThan(1_500_000)
    expect(largestBatchBytes(writing({ batchBytes: 4_000_000 }).writer)).toBe(4_000_000)
    expect(largestBatchBytes(writing({ batchBytes: 1, recordValueBytes: 500 }).writer)).toBeGreaterThan(500)
  })

  it('are those of the topic’s own producers', () => {
    const { workload, writer } = writing()
    const large = { ...writer, name: 'large', batchBytes: 9_000_000 }
    const elsewhere = { ...large, name: 'elsewhere', topic: 'other', batchBytes: 99_000_000 }
    expect(largestWriter({ ...workload, producers: [writer, large, elsewhere] }, 'events')?.name).toBe('large')
    expect(largestWriter(workload, 'other')).toBeNull()
  })
})
