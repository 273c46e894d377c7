import { describe, expect, it } from 'vitest'
import { mergeReadings } from '../../../src/observation/merge.ts'
import type { Fact, SourceReading } from '../../../src/observation/source-reading.ts'

const hourMs = 3_600_000

/** A source that states one rate of a topic, from one hour of the day to another. */
function source(
  field: 'averageBytesInPerSec' | 'peakMinuteBytesInPerSec',
  value: number,
  [from, to]: readonly [number, number],
) {
  const span = { fromEpochMs: from * hourMs, toEpochMs: to * hourMs }
  const fact: Fact = { of: 'topic', topic: 'orders', field, value, how: 'measured', span, relativeError: 0.01 }
  const reading: SourceReading = {
    source: { kind: 'confluent-metrics', label: 'export', sha256: null, span, notes: [] },
    facts: [fact],
    questions: [],
  }
  return reading
}

const chosen = (field: 'averageBytesInPerSec' | 'peakMinuteBytesInPerSec', readings: readonly SourceReading[]) =>
  mergeReadings(readings).topics[0]?.figures[field]

describe('mergeReadings()', () => {
  it('takes the higher of two peaks of different times, whichever source is given first or is longer', () => {
    const field = 'peakMinuteBytesInPerSec'
    const [monday, friday] = [source(field, 5, [0, 5]), source(field, 9, [20, 21])]
    expect(chosen(field, [monday, friday])?.value).toBe(9)
    expect(chosen(field, [friday, monday])?.value).toBe(9)
    expect(chosen(field, [friday, monday])?.differing).toEqual([{ source: 'source-2', value: 5 }])
  })

  it('takes the peak of the time that covers the other, and the average of the longer time', () => {
    const field = 'peakMinuteBytesInPerSec'
    expect(chosen(field, [source(field, 9, [2, 3]), source(field, 5, [0, 5])])?.value).toBe(5)
    const average = 'averageBytesInPerSec'
    expect(chosen(average, [source(average, 9, [20, 21]), source(average, 5, [0, 5])])?.value).toBe(5)
  })
})
