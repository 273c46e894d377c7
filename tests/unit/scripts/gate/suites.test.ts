import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lacksOf, longParts, needsOfFailedSteps, roundsOf, shortSuites } from '../../../../scripts/gate/suites.mjs'

const root = join(import.meta.dirname, '../../../..')

describe('the parts of the long tests', () => {
  it('have every file of tests/long exactly once', () => {
    const files = readdirSync(join(root, 'tests/long')).filter((name) => name.endsWith('.test.ts'))
    const listed = longParts.flatMap(({ include }) => include).filter((path) => !path.startsWith('tests/unit/'))
    expect([...listed].sort()).toEqual(files.map((name) => `tests/long/${name}`).sort())
  })
})

describe('the files that a suite starts first', () => {
  it('exist', () => {
    const named = shortSuites.flatMap(({ startFirst }) => startFirst ?? [])
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})

describe('roundsOf()', () => {
  const suiteOf = (name: string, beside?: string) =>
    ({ ...shortSuites[0], name, beside }) as (typeof shortSuites)[number]
  const namesOf = (...suites: Parameters<typeof suiteOf>[]) =>
    roundsOf(suites.map((each) => suiteOf(...each))).map((round) => round.map(({ name }) => name))

  it('has each suite once, with those that run beside it', () => {
    expect(namesOf(['quick', 'slow'], ['alone'], ['slow'])).toEqual([['alone'], ['slow', 'quick']])
  })

  it('lets a suite run alone where the one that it runs beside was not asked for', () => {
    expect(namesOf(['quick', 'slow'], ['alone'])).toEqual([['quick'], ['alone']])
  })

  it('loses no suite of npm test', () => {
    const names = (suites: readonly (typeof shortSuites)[number][]) => suites.map(({ name }) => name).sort()
    expect(names(roundsOf(shortSuites).flat())).toEqual(names(shortSuites))
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

describe('needsOfFailedSteps()', () => {
  const failed = { state: 'failed', fraction: null } as const

  it('says what suites go without, why, and what to do about it', () => {
    const steps = [
      { ...failed, step: 'kafka-jars', message: 'Maven was not found', remedy: 'install Maven' },
      { ...failed, step: 'Electron', message: 'no Electron' },
    ]
    expect([...(needsOfFailedSteps(steps) ?? [])]).toEqual([
      ['kafka', 'Maven was not found: install Maven'],
      ['electron', 'no Electron'],
    ])
    expect([...(needsOfFailedSteps([]) ?? [['nothing runs', '']])]).toEqual([])
  })

  it('lets no suite run where npm packages or the build failed', () => {
    expect(needsOfFailedSteps([{ ...failed, step: 'npm packages', message: 'npm ci failed' }])).toBeUndefined()
    expect(needsOfFailedSteps([{ ...failed, step: 'app', message: 'the build failed' }])).toBeUndefined()
  })
})
