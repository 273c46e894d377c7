import { describe, expect, it } from 'vitest'
import { closeTally, emptyTally, failure } from '../../../../scripts/gate/tally.mjs'

describe('closeTally()', () => {
  it('ends with the counts, and with 0 where all passed', () => {
    const { lines, exitCode } = closeTally({ ...emptyTally(), passed: 3 }, true)
    expect([lines.at(-1), exitCode]).toEqual(['3 passed, 0 failed, 0 skipped', 0])
  })

  it('fails where something failed, and where nothing passed', () => {
    const failed = closeTally({ ...emptyTally(), passed: 3, failed: ['unit: a'] }, false)
    expect([failed.lines, failed.exitCode]).toEqual([['failed: unit: a', '3 passed, 1 failed, 0 skipped'], 1])
    expect(closeTally(emptyTally(), false).exitCode).toBe(1)
  })

  it('is incomplete, which is not 0, where a suite could not be made ready', () => {
    const tally = { ...emptyTally(), passed: 3, notReady: ['suite e2e: no display'] }
    const { lines, exitCode } = closeTally(tally, false)
    expect(lines).toEqual([
      'skipped: suite e2e: no display',
      'Not everything was tested: follow the remedies above, or leave it out by name with --without.',
      '3 passed, 0 failed, 1 skipped',
    ])
    expect(exitCode).toBe(2)
  })

  it('is 0 where a suite was left out by name', () => {
    const tally = { ...emptyTally(), passed: 3, skipped: ['suite e2e: left out by --without display'] }
    expect(closeTally(tally, false)).toEqual({
      lines: ['skipped: suite e2e: left out by --without display', '3 passed, 0 failed, 1 skipped'],
      exitCode: 0,
    })
  })

  it('fails where all is required and anything was skipped', () => {
    const tally = { ...emptyTally(), passed: 3, skipped: ['unit: needs root'], notReady: ['suite e2e: no display'] }
    const { lines, exitCode } = closeTally(tally, true)
    expect(lines).toEqual([
      'failed: skipped, and nothing may be: suite e2e: no display',
      'failed: skipped, and nothing may be: unit: needs root',
      '3 passed, 2 failed, 0 skipped',
    ])
    expect(exitCode).toBe(1)
  })
})

describe('failure()', () => {
  it('is the name, and what was said below it', () => {
    expect(failure('unit', 'a', 'expected 1\nto be 2')).toBe('unit: a\n    expected 1\n    to be 2')
    expect(failure('unit', 'a', '')).toBe('unit: a')
  })
})
