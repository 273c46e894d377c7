import { describe, expect, it } from 'vitest'
import { mostFrequentKeyShare } from '../../../src/capacity/hottest-partition.ts'
import { readSkew } from '../../../src/capacity/key-skew.ts'

const keys = { distinct: 1_000_000 }

describe('a skew given by the share of the most frequent key', () => {
  it('is the exponent with which that key has the share', () => {
    for (const share of [0.01, 0.08, 0.5]) {
      const reading = readSkew('exponent', `${share * 100} %`, keys)
      const exponent = reading?.ok ? reading.value : 0
      expect(mostFrequentKeyShare({ kind: 'zipf', ...keys, exponent })).toBeCloseTo(share, 5)
    }
  })

  it('is refused with the shares that these keys can have', () => {
    for (const text of ['95 %', '0.0001 %']) {
      const reading = readSkew('exponent', text, keys)
      expect(reading).toMatchObject({ ok: false, problem: expect.stringContaining('at most 92 %') })
    }
  })

  it('is left to others where the text is an exponent, or the field another', () => {
    expect(readSkew('exponent', '1.2', keys)).toBeNull()
    expect(readSkew('laggingShare', '8 %', keys)).toBeNull()
  })
})
