import { describe, expect, it } from 'vitest'
import { asClause, judgeByRow, type VerdictRow } from '../../../../src/evidence/verdict/row.ts'
import { caseOf } from '../overlay-case.ts'

const row: VerdictRow = {
  id: 'held',
  condition: 'It is held.',
  verdict: 'below',
  reasonCode: 'below-band',
  sentence: 'held by {whom}, {whom} of {where}.',
  match: ({ target }) => (target === null ? null : { whom: 'it' }),
}

const facts = { ...caseOf({}), comparisons: [], run: null, outputs: null }

describe('a row', () => {
  it('says its verdict and its sentence with the values that are known', () => {
    expect(judgeByRow(row, facts)).toEqual({
      rowId: 'held',
      verdict: 'below',
      reasonCode: 'below-band',
      reason: 'Below the prediction: held by it, it of {where}.',
    })
  })

  it('says whether the limit was reached if that is known', () => {
    expect(judgeByRow({ ...row, limitReached: () => true }, facts)).toMatchObject({ limitReached: true })
    expect(judgeByRow({ ...row, limitReached: () => false }, facts)).toMatchObject({ limitReached: false })
  })

  it('has no sentence if it does not apply', () => {
    expect(judgeByRow(row, { ...facts, target: null })).toBeNull()
  })
})

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
  })
})
