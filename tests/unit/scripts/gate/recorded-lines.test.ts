import { describe, expect, it } from 'vitest'
import { goneLine, newTestsText } from '../../../../scripts/gate/recorded-lines.mjs'

describe('new tests', () => {
  it('are counted, with what to do about the file that lists them', () => {
    expect(newTestsText('unit', 1, true)).toBe('; 1 new test added to tests/recorded/unit.txt: commit it')
    expect(newTestsText('e2e', 26, true)).toBe('; 26 new tests added to tests/recorded/e2e.txt: commit it')
  })

  it('are not added where something failed, or in CI', () => {
    expect(newTestsText('unit', 1, false)).toBe(
      '; 1 new test not in tests/recorded/unit.txt yet: a run here without failures adds it',
    )
    expect(newTestsText('unit', 2, false)).toBe(
      '; 2 new tests not in tests/recorded/unit.txt yet: a run here without failures adds them',
    )
  })

  it('are not mentioned where there are none', () => {
    expect(newTestsText('unit', 0, true)).toBe('')
  })
})

it('a recorded test that did not run is named, with what to do if that was meant', () => {
  expect(goneLine('unit', 'a.test.ts: counts')).toBe(
    'a.test.ts: counts\n    It is in tests/recorded/unit.txt and did not run. If it was removed or renamed, change its line there.',
  )
})
