import { describe, expect, it } from 'vitest'
import type { SizeHistogram } from '../../../src/contracts/batch-sample.ts'
import { SizeRecorder } from '../../../src/runner/observe/batches/size-recorder.ts'
import { valuesOf } from './fixture-facts.ts'
import { condensed } from './known-observation.ts'
import { evenTopic, knownReading } from './known-reading.ts'

const batches = 300

function histogram(sizeOf: (index: number) => number): SizeHistogram {
  const recorder = new SizeRecorder()
  for (let index = 0; index < batches; index += 1) recorder.record(sizeOf(index))
  return recorder.read()
}

/** What is said of uncompressed batches with records of so many bytes. */
function batchesOf(
  bytesPerRecord: number,
  recordsOf: (index: number) => number,
  spanMsOf: (index: number) => number,
): Readonly<Record<string, unknown>> {
  const mean =
    Array.from({ length: batches }, (_, index) => recordsOf(index)).reduce((sum, each) => sum + each) / batches
  const topic = {
    ...evenTopic,
    codec: 'none',
    ratio: 1,
    recordBytes: bytesPerRecord,
    recordsPerBatch: Math.round(mean),
  } as const
  const reading = knownReading([topic])
  const sizes = histogram((index) => recordsOf(index) * bytesPerRecord)
  const topics = reading.topics.map(({ sample, ...read }) => ({
    ...read,
    sample: sample === null ? null : { ...sample, batchUncompressedBytes: sizes, batchSpanMs: histogram(spanMsOf) },
  }))
  return valuesOf(condensed({ ...reading, topics }).facts, { topic: 'orders' })
}

/** Times that vary as those in which a batch is filled do. */
const varying = (index: number) => 1 + ((index * 37) % 11) + (index % 50 === 0 ? 40 : 0)

describe('batches of a sample', () => {
  it('are full if a usual batch size has room for no record more', () => {
    expect(
      batchesOf(
        888,
        () => 18,
        () => 18,
      ),
    ).toMatchObject({ batchBytes: 18 * 888 + 61 })
  })

  it('are full if many end at one size after different times, whatever the size', () => {
    const records = (index: number) => (index % 3 === 0 ? 10 + (index % 11) : 22)
    expect(batchesOf(888, records, varying)).toMatchObject({ batchBytes: 22 * 888 + 61 })
  })

  it.each([
    ['all equal', () => 100, () => 20],
    ['a record more now and then', (index: number) => (index % 9 === 0 ? 102 : 100), () => 20],
    [
      'fewer records now and then',
      (index: number) => (index % 9 === 0 ? 75 : 100),
      (index: number) => (index % 9 ? 20 : 15),
    ],
  ])('are not full if a steady rate gives them equal sizes when their linger is over: %s', (_, records, spanMs) => {
    const figures = batchesOf(208, records, spanMs)
    expect(figures).not.toHaveProperty('batchBytes')
    expect(figures).toHaveProperty('lingerMs')
  })

  it('are not full if they end at a size below the defaults of all libraries', () => {
    const records = (index: number) => (index % 9 === 0 ? 30 : 41)
    expect(batchesOf(208, records, varying)).not.toHaveProperty('batchBytes')
  })
})
