import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lacksOf, longParts, needsOfFailedSteps, reasonOf, shortSuites } from '../../../../scripts/gate/suites.mjs'
import { SetupError } from '../../../../scripts/setup/setup-error.mjs'

const root = join(import.meta.dirname, '../../../..')

describe('the parts of the long tests', () => {
  it('have every file of tests/long exactly once', () => {
    const files = readdirSync(join(root, 'tests/long')).filter((name) => name.endsWith('.test.ts'))
    const listed = longParts.flatMap(({ include }) => include)
    expect([...listed].sort()).toEqual(files.map((name) => `tests/long/${name}`).sort())
  })
})

describe('lacksOf()', () => {
  it('names what each suite lacks, and nothing for those that can run', () => {
    const missing = new Map([['display' as const, 'no X server: apt-get install xvfb']])
    const lacking = shortSuites.filter((suite) => lacksOf(suite, missing).length > 0)
    expect(lacking.map(({ name }) => name)).toEqual(['e2e'])
    expect(lacking.map((suite) => lacksOf(suite, missing))).toEqual([
      [{ need: 'display', reason: 'no X server: apt-get install xvfb' }],
    ])
  })
})

describe('why something is not ready', () => {
  it('is said with what to do about it', () => {
    expect(reasonOf(new SetupError('no Electron', 'set ELECTRON_MIRROR'))).toBe('no Electron: set ELECTRON_MIRROR')
    expect(reasonOf(new Error('no Electron'))).toBe('no Electron')
  })

  it('comes from the step of the set-up that failed', () => {
    const lines = [
      { step: 'kafka-jars', state: 'working', message: 'asking Maven', fraction: 0 },
      { step: 'kafka-jars', state: 'failed', message: 'Maven was not found', fraction: null, remedy: 'install Maven' },
      { step: 'runner-package', state: 'ready', message: 'Node 24', fraction: 1 },
    ]
    const output = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    expect([...needsOfFailedSteps({ output, exitCode: 1 })]).toEqual([['kafka', 'Maven was not found: install Maven']])
  })

  it('is the exit code where a set-up crashed without naming a step', () => {
    expect([...needsOfFailedSteps({ output: '', exitCode: 137 }).keys()]).toEqual(['runner', 'kafka'])
    expect([...needsOfFailedSteps({ output: '', exitCode: 0 })]).toEqual([])
  })
})
