import fc from 'fast-check'
import { build, encodeIntoCompressedBase64 } from 'hdr-histogram-js'
import { describe, expect, it } from 'vitest'
import { createLatencyRecorder } from '../../../../src/measurement/histogram.ts'
import { p99Us } from '../../../../src/workbench/reports/second-percentile.ts'
import { readByLibrary } from './library-reading.ts'

function encoded(valuesUs: readonly number[]): string | null {
  const recorder = createLatencyRecorder()
  for (const valueUs of valuesUs) recorder.recordUs(valueUs)
  return recorder.takeEncoded()
}

const values = fc.array(
  fc.oneof(fc.nat(5_000), fc.nat(4_000_000_000), fc.constantFrom(0, 1_023, 1_024, 2_047, 2_048)),
  {
    maxLength: 60,
  },
)

describe('the 99th percentile of a second', () => {
  it('is that of the library over all clients together', () => {
    fc.assert(
      fc.property(fc.array(values, { maxLength: 4 }), (clients) => {
        const entries = clients.map(encoded)
        expect(p99Us(entries)).toBe(readByLibrary(entries, [99])?.valuesUs[0] ?? null)
      }),
      { numRuns: 300 },
    )
  })

  it('counts each client by its records', () => {
    const fast = encoded(new Array<number>(990).fill(1_000))
    expect(p99Us([fast, encoded(new Array<number>(10).fill(9_000))])).toBe(1_000)
    expect(p99Us([fast, encoded(new Array<number>(11).fill(9_000))])).toBeGreaterThanOrEqual(9_000)
    expect(p99Us([null, null])).toBeNull()
  })

  it('leaves out what is damaged, and what has other digits than ours: no recorder of ours writes it', () => {
    const coarse = build({ numberOfSignificantValueDigits: 2 })
    coarse.recordValue(123_456)
    const whole = encoded([500])
    for (const other of [
      encodeIntoCompressedBase64(coarse),
      '',
      'HISTFAAA',
      (whole ?? '').slice(0, 30),
      'no histogram',
    ]) {
      expect(p99Us([whole, other])).toBe(500)
    }
  })
})
