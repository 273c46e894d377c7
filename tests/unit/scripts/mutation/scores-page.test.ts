import { describe, expect, it } from 'vitest'
import { formatScore, strengthPage } from '../../../../scripts/mutation/scores-page.mjs'

const part = { name: 'fit', sources: ['src/fit'], tests: ['tests/unit/fit/*.test.ts'], goalPercent: 95, isDue: true }
const files = ['src/fit/a.ts', 'src/fit/b.ts', 'src/fit/types.ts', 'src/fit/new.ts']
const measured = { date: '2026-11-22', commit: 'abc1234' }
const none = { mutants: 0, killed: 0, timedOut: 0, survived: 0, unreached: 0, equivalent: 0 }

const page = strengthPage(
  [{ part, files }],
  {
    'src/fit/a.ts': { ...none, mutants: 10, killed: 7, timedOut: 1, survived: 1, equivalent: 1, ...measured },
    'src/fit/b.ts': { ...none, mutants: 11, killed: 10, unreached: 1, ...measured },
    'src/fit/types.ts': { ...none, ...measured },
    'src/fit/gone.ts': { ...none, mutants: 1000, survived: 1000, ...measured },
  },
  [{ file: 'src/fit/a.ts', original: 'a || b', mutated: 'a', why: 'b is a' }],
  { fit: { ...none, mutants: 100, killed: 79, timedOut: 1, survived: 20, ...measured, share: 0.02, files: 4 } },
)

describe('the page of test strength', () => {
  it('adds up the files of a part that are there and scored: 18 of 20, and 3 of 4 files', () => {
    expect(page).toContain('| fit | 90.0 % | 95 % (due) | 21 | 17 | 1 | 1 | 1 | 1 | 3 of 4 |')
  })

  it('has a row of each file with mutants, and names those without a score', () => {
    expect(page).toContain('| `src/fit/a.ts` | 88.8 % | 10 | 7 | 1 | 1 | 0 | 1 | 2026-11-22 | abc1234 |')
    expect(page).not.toContain('types.ts')
    expect(page).toContain('Not scored yet (1): `src/fit/new.ts`.')
  })

  it('tells why a survivor is judged equivalent', () => {
    expect(page).toContain('| `src/fit/a.ts` | `` a \\|\\| b `` | `` a `` | b is a |')
  })

  it('shows a random sample with the interval of all mutants, beside the files', () => {
    expect(page).toContain('| fit | 80.0 % (71.1 to 86.7 %) | 100 | 79 | 1 | 20 | 0 | 0 | 4 | 2026-11-22 | abc1234 |')
  })

  it('never rounds a score up to its goal', () => {
    expect([formatScore(94.96), formatScore(95), formatScore(null)]).toEqual(['94.9 %', '95.0 %', '–'])
  })
})
