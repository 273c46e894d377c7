import { describe, expect, it } from 'vitest'
import {
  describeSurvivor,
  type EquivalentMutant,
  isUndecided,
  type Mutant,
  openSurvivors,
  scoreFile,
  scorePercent,
  staleEquivalents,
  survivorsAmong,
} from '../../../../scripts/mutation/judge-mutants.mjs'

const source = ['function least(a: number) {', '  return a > 0 ? a : 0', '}', ''].join('\n')

/** A mutant of `a > 0`, columns 10 to 15 of the second line. */
function mutant(status: string, replacement = 'a >= 0'): Mutant {
  const location = { start: { line: 2, column: 10 }, end: { line: 2, column: 15 } }
  return { fileName: '/home/least.ts', status, mutatorName: 'EqualityOperator', replacement, location }
}

const survivorOf = (each: Mutant) => describeSurvivor(each, 'src/least.ts', source)

const sameAtZero: EquivalentMutant = {
  file: 'src/least.ts',
  original: 'return a > 0 ? a : 0',
  mutated: 'return a >= 0 ? a : 0',
  why: 'at 0 both give 0',
}

describe('a survivor', () => {
  it('is shown as its line before and after, without its place in the file', () => {
    expect(survivorOf(mutant('Survived'))).toEqual({
      file: 'src/least.ts',
      line: 2,
      original: 'return a > 0 ? a : 0',
      mutated: 'return a >= 0 ? a : 0',
      isReached: true,
    })
  })

  it('is put into one line where it goes over several', () => {
    const block = {
      ...mutant('NoCoverage', '{}'),
      location: { start: { line: 1, column: 27 }, end: { line: 3, column: 2 } },
    }
    expect(survivorOf(block)).toMatchObject({
      original: 'function least(a: number) { return a > 0 ? a : 0 }',
      mutated: 'function least(a: number) {}',
      isReached: false,
    })
  })

  it('judged equivalent is another where the same line stands in another file or is changed otherwise', () => {
    const survivors = [
      survivorOf(mutant('Survived')),
      survivorOf(mutant('Survived', 'a < 0')),
      { ...survivorOf(mutant('Survived')), file: 'src/most.ts' },
    ]
    expect(openSurvivors(survivors, [sameAtZero])).toEqual(survivors.slice(1))
  })
})

describe('a mutant of code that runs while a test file is loaded', () => {
  it.each<[string, Partial<Mutant>, boolean]>([
    ['is tried with all tests', { status: 'Survived', static: true }, true],
    [
      'is tried with all tests if no test runs it',
      { status: 'Ignored', static: true, statusReason: 'Static mutant (and "ignoreStatic" was enabled)' },
      true,
    ],
    ['is noticed if a test that runs it fails', { status: 'Killed', static: true }, false],
    [
      'is left out if its kind is',
      { status: 'Ignored', static: true, statusReason: 'Ignored because of excluded mutation "StringLiteral"' },
      false,
    ],
    ['is not one that only tests run', { status: 'Survived', static: false }, false],
  ])('%s', (_, change, isSo) => {
    expect(isUndecided({ ...mutant('Survived'), ...change })).toBe(isSo)
  })

  it('counts as not reached if it was not tried', () => {
    const statusReason = 'Static mutant (and "ignoreStatic" was enabled)'
    const [survivor] = survivorsAmong([{ ...mutant('Ignored'), static: true, statusReason }])
    expect(survivor && survivorOf(survivor).isReached).toBe(false)
  })
})

describe('the score of a file', () => {
  const mutants = [
    ...['Killed', 'Killed', 'Timeout', 'Survived', 'NoCoverage'].map((status) => mutant(status, 'true')),
    mutant('Survived'),
    // What does not compile, or was left out, is no mutant.
    mutant('CompileError'),
    mutant('RuntimeError'),
    mutant('Ignored'),
  ]
  const score = scoreFile(mutants, survivorsAmong(mutants).map(survivorOf), [sameAtZero])

  it('counts each mutant once, and those judged equivalent by themselves', () => {
    expect(score).toEqual({ mutants: 6, killed: 2, timedOut: 1, survived: 1, unreached: 1, equivalent: 1 })
  })

  it('is what was noticed of what could be: 3 of 5, with a second such file 6 of 10', () => {
    expect(scorePercent([score])).toBe(60)
    expect(scorePercent([score, score])).toBe(60)
    expect(scorePercent([{ ...score, survived: 0, unreached: 0 }])).toBe(100)
  })

  it('is none where there is nothing to notice', () => {
    expect(scorePercent([])).toBeNull()
    expect(scorePercent([{ mutants: 1, killed: 0, timedOut: 0, survived: 0, unreached: 0, equivalent: 1 }])).toBeNull()
  })
})

describe('an entry of equivalent mutants', () => {
  it('is stale where its file was mutated and nothing like it survived', () => {
    const files = ['src/least.ts']
    expect(staleEquivalents([sameAtZero], files, [survivorOf(mutant('Survived'))])).toEqual([])
    expect(staleEquivalents([sameAtZero], files, [survivorOf(mutant('Survived', 'a < 0'))])).toEqual([sameAtZero])
    expect(staleEquivalents([sameAtZero], ['src/most.ts'], [])).toEqual([])
  })
})
