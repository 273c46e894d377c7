import { describe, expect, it } from 'vitest'
import { asClause, notProven } from '../../../src/evidence/judgement.ts'

describe('a sentence as part of another one', () => {
  it.each([
    ['The broker held it.', 'the broker held it'],
    ['It took 1.5 s.', 'it took 1.5 s'],
    ['CPU time of Broker 3 ran out.', 'CPU time of Broker 3 ran out'],
    ['Headroom was ended.', 'Headroom was ended'],
    ['Headrooms differ.', 'headrooms differ'],
    ['', ''],
  ])('%j is %j', (sentence, clause) => {
    expect(asClause(sentence)).toBe(clause)
    expect(notProven('partial-run', sentence).reason).toBe(`Not proven: ${clause}.`)
  })
})
