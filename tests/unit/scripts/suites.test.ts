import { describe, expect, it } from 'vitest'
import { SetupError } from '../../../scripts/setup/setup-error.mjs'
import { countReport, needsOfFailedSteps, reasonOf, shortSuites, whySkipped } from '../../../scripts/suites.mjs'

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

describe('why something is not ready', () => {
  it('is said with what to do about it', () => {
    expect(reasonOf(new SetupError('no Electron', 'set ELECTRON_MIRROR'))).toBe('no Electron: set ELECTRON_MIRROR')
    expect(reasonOf(new Error('no Electron'))).toBe('no Electron')
    const lines = [
      { step: 'kafka-jars', state: 'working', message: 'asking Maven', fraction: 0 },
      { step: 'kafka-jars', state: 'failed', message: 'Maven was not found', fraction: null, remedy: 'install Maven' },
      { step: 'runner-package', state: 'ready', message: 'Node 24', fraction: 1 },
    ]
    const missing = needsOfFailedSteps(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    expect([...missing]).toEqual([['kafka', 'Maven was not found: install Maven']])
  })
})
