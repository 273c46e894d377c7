import { describe, expect, it } from 'vitest'
import { decide, verdictTable } from '../../../../src/evidence/verdict/table.ts'
import { caseOf, judgeLoad } from '../overlay-case.ts'

const rows = verdictTable.flatMap((theme) => theme.rows)

describe('the verdict table', () => {
  it('has each row once', () => {
    const ids = rows.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('decides by the first row that applies, and names it', () => {
    const { prediction, result } = caseOf({})
    const facts = { prediction, result, comparisons: [], target: null, run: null, outputs: null }
    expect(decide(facts).rowId).toBe('nothing-steady')
    const refused = { ...prediction, isFeasible: false }
    expect(decide({ ...facts, prediction: refused }).rowId).toBe('deployment-refuses')
    expect(judgeLoad({ prediction, result, comparisons: [] }).rowId).toBe('nothing-steady')
  })
})
