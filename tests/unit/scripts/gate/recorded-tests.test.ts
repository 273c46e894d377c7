import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compareTests, readRecorded, writeRecorded } from '../../../../scripts/gate/recorded-tests.mjs'
import { temporaryFolder } from '../../temporary-folder.ts'

const folder = temporaryFolder()

describe('compareTests()', () => {
  it('names what is gone and what is new', () => {
    expect(compareTests(['a', 'b'], ['b', 'c'])).toEqual({ gone: ['a'], added: ['c'] })
  })

  it('counts tests of one name: one of two that is gone is gone', () => {
    expect(compareTests(['a', 'a'], ['a'])).toEqual({ gone: ['a'], added: [] })
    expect(compareTests(['a'], ['a', 'a'])).toEqual({ gone: [], added: ['a'] })
  })
})

describe('the record of a suite', () => {
  it('is read as it was written, and empty where there is none', () => {
    const path = join(folder.path, 'recorded', 'unit.txt')
    expect(readRecorded(path)).toEqual([])
    writeRecorded(path, ['b: two', 'a: one'])
    expect(readRecorded(path)).toEqual(['a: one', 'b: two'])
  })
})
