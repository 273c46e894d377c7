import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createLatencyRecorder } from '../../../../src/measurement/histogram.ts'
import { addSparse, encodeSparse, mergeHistograms } from '../../../../src/workbench/reports/sparse-histogram.ts'
import { readByLibrary } from './library-reading.ts'

function encoded(valuesUs: readonly number[]): string | null {
  const recorder = createLatencyRecorder()
  for (const valueUs of valuesUs) recorder.recordUs(valueUs)
  return recorder.takeEncoded()
}

const values = fc.array(
  fc.oneof(fc.nat(5_000), fc.nat(4_000_000_000), fc.constantFrom(0, 1_023, 1_024, 2_047, 2_048)),
  { minLength: 1, maxLength: 60 },
)
const percentiles = [0, 50, 90, 99, 99.9, 100]

describe('histograms of a second, added up without the library', () => {
  it('are read by the library as the sum that it makes itself', () => {
    fc.assert(
      fc.property(fc.array(values, { minLength: 1, maxLength: 4 }), (clients) => {
        const entries = clients.map(encoded)
        const sum = addSparse(entries)
        const [own, theirs] = [readByLibrary([encodeSparse(sum)], percentiles), readByLibrary(entries, percentiles)]
        expect(own?.valuesUs).toEqual(theirs?.valuesUs)
        expect([own?.maxUs, own?.meanUs]).toEqual([theirs?.maxUs, theirs?.meanUs])
        // The library's rank of 0 % is the lowest value of its range, not the highest.
        const ranks = percentiles.filter((percentile) => percentile > 0)
        const read = mergeHistograms(entries, ranks)
        expect(read?.valuesUs).toEqual(theirs?.valuesUs.slice(1))
        expect(read?.maxUs).toBe(theirs?.maxUs)
        expect(read?.meanUs).toBeCloseTo(theirs?.meanUs ?? Number.NaN, 3)
      }),
      { numRuns: 200 },
    )
  })

  it('keep counts beyond what a byte, or 32 bits, hold', () => {
    const sum = { counts: new Map([[1_000, 2 ** 40 + 3]]), highestTrackable: 3_600_000_000n }
    const again = addSparse([encodeSparse(sum), encodeSparse(sum)])
    expect(again.counts).toEqual(new Map([[1_000, 2 ** 41 + 6]]))
    expect(again.highestTrackable).toBe(3_600_000_000n)
  })
})
