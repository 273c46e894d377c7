import { describe, expect, it } from 'vitest'
import { countReport, shortSuites, whySkipped } from '../../../scripts/suites.mjs'

describe('countReport()', () => {
  it('names what failed, a file that broke before its first test too, and what was skipped', () => {
    const report = {
      numPassedTests: 2,
      testResults: [
        { status: 'failed', assertionResults: [{ status: 'failed', fullName: 'a fails' }] },
        { name: 'c.test.ts', status: 'failed', assertionResults: [] },
        { status: 'passed', assertionResults: [{ status: 'pending', fullName: 'b needs Java' }] },
      ],
    }
    expect(countReport(report)).toEqual({
      passed: 2,
      failed: ['a fails', 'c.test.ts (whole file)'],
      skipped: ['b needs Java'],
    })
  })
})

describe('whySkipped()', () => {
  it('names what a suite lacks and lets the others run', () => {
    const missing = new Map([['display' as const, 'no X server: apt-get install xvfb']])
    expect(shortSuites.map((suite) => [suite.name, whySkipped(suite, missing)])).toEqual([
      ['unit', null],
      ['contract', null],
      ['integration', null],
      ['verdicts', null],
      ['faults', null],
      ['e2e', 'no X server: apt-get install xvfb'],
    ])
  })
})
